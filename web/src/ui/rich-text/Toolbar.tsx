import { ActionIcon, Button, Popover, TextInput } from '@mantine/core'
import {
  IconBlockquote,
  IconBold,
  IconCode,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconSourceCode,
  IconStrikethrough,
} from '@tabler/icons-react'
import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './RichEditor.module.css'

const MARKS = [
  {
    key: 'bold',
    Icon: IconBold,
    active: 'bold',
    run: (editor: Editor) => editor.chain().focus().toggleBold(),
  },
  {
    key: 'italic',
    Icon: IconItalic,
    active: 'italic',
    run: (editor: Editor) => editor.chain().focus().toggleItalic(),
  },
  {
    key: 'strike',
    Icon: IconStrikethrough,
    active: 'strike',
    run: (editor: Editor) => editor.chain().focus().toggleStrike(),
  },
  {
    key: 'code',
    Icon: IconCode,
    active: 'code',
    run: (editor: Editor) => editor.chain().focus().toggleCode(),
  },
  {
    key: 'heading',
    Icon: IconH3,
    active: 'heading',
    run: (editor: Editor) => editor.chain().focus().toggleHeading({ level: 3 }),
  },
  {
    key: 'bullets',
    Icon: IconList,
    active: 'bulletList',
    run: (editor: Editor) => editor.chain().focus().toggleBulletList(),
  },
  {
    key: 'numbers',
    Icon: IconListNumbers,
    active: 'orderedList',
    run: (editor: Editor) => editor.chain().focus().toggleOrderedList(),
  },
  {
    key: 'quote',
    Icon: IconBlockquote,
    active: 'blockquote',
    run: (editor: Editor) => editor.chain().focus().toggleBlockquote(),
  },
  {
    key: 'codeBlock',
    Icon: IconSourceCode,
    active: 'codeBlock',
    run: (editor: Editor) => editor.chain().focus().toggleCodeBlock(),
  },
] as const

export function Toolbar({ editor, children }: { editor: Editor; children?: ReactNode }) {
  const { t } = useTranslation('richText')
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      new Set([...MARKS.map((mark) => mark.active), 'link'].filter((name) => now.isActive(name))),
  })
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0 || !(event.target instanceof HTMLButtonElement)) return
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    buttons.at((buttons.indexOf(event.target) + step) % buttons.length)?.focus()
    event.preventDefault()
  }
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={t('toolbar')} onKeyDown={onKeyDown}>
      {MARKS.map(({ key, Icon, active: name, run }) => (
        <ActionIcon
          key={key}
          aria-label={t(key)}
          title={t(key)}
          aria-pressed={active.has(name)}
          className={classes.tool ?? ''}
          onClick={() => run(editor).run()}
        >
          <Icon size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      ))}
      <LinkTool editor={editor} active={active.has('link')} />
      {children}
    </div>
  )
}

function LinkTool({ editor, active }: { editor: Editor; active: boolean }) {
  const { t } = useTranslation('richText')
  const [open, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const [wrong, setWrong] = useState(false)
  const begin = () => {
    setAddress(String(editor.getAttributes('link')['href'] ?? ''))
    setWrong(false)
    setOpen(true)
  }
  const set = () => {
    const isSet = setLink(editor, address, active)
    setWrong(!isSet)
    if (isSet) setOpen(false)
  }
  return (
    <Popover opened={open} onChange={setOpen} trapFocus position="top-start">
      <Popover.Target>
        <ActionIcon
          aria-label={t('link')}
          title={t('link')}
          aria-pressed={active}
          className={classes.tool ?? ''}
          onClick={begin}
        >
          <IconLink size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('link')}>
        <LinkForm
          set={set}
          address={address}
          wrong={wrong}
          setAddress={setAddress}
          active={active}
          editor={editor}
          setOpen={setOpen}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Links the selection, or inserts the address where nothing is selected; false where it is no address. */
function setLink(editor: Editor, address: string, active: boolean): boolean {
  const href = /^[a-z]+:/i.test(address) ? address.trim() : `https://${address.trim()}`
  if (!/^(?:https?:\/\/\S+|mailto:\S+)$/i.test(href) || URL.parse(href) === null) return false
  const chain = editor.chain().focus().extendMarkRange('link')
  if (editor.state.selection.empty && !active)
    chain
      .insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] })
      .run()
  else chain.setLink({ href }).run()
  return true
}

interface LinkFormProps {
  set: () => void
  address: string
  wrong: boolean
  setAddress: (next: string) => void
  active: boolean
  editor: Editor
  setOpen: (next: boolean) => void
}

function LinkForm({ set, address, wrong, setAddress, active, editor, setOpen }: LinkFormProps) {
  const { t } = useTranslation('richText')
  return (
    <div
      className={classes.linkForm}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key !== 'Enter') return
        event.preventDefault()
        set()
      }}
    >
      <TextInput
        aria-label={t('linkAddress')}
        placeholder="https://"
        value={address}
        error={wrong ? t('linkWrong') : null}
        onChange={(event) => setAddress(event.currentTarget.value)}
        data-autofocus
      />
      <Button onClick={set}>{t('linkSet')}</Button>
      {active && (
        <Button
          variant="subtle"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            setOpen(false)
          }}
        >
          {t('linkRemove')}
        </Button>
      )}
    </div>
  )
}
