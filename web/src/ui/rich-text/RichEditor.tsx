import { EditorContent, useEditor } from '@tiptap/react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../text/i18n.ts'
import { richTextExtensions } from './extensions.ts'
import { MentionMenu } from './MentionMenu.tsx'
import classes from './RichEditor.module.css'
import { richTextEn } from './rich-text.en.ts'
import rich from './RichText.module.css'
import { Toolbar } from './Toolbar.tsx'
import { type MentionedPerson, useMentions } from './useMentions.ts'

addTexts('richText', richTextEn)

export interface RichEditorProps {
  /** The initial content; later edits belong to the editor. Another `key` resets it. */
  html: string
  onChange: (html: string) => void
  input: Record<string, unknown>
  placeholder?: string
  autoFocus?: boolean
  /** Searches people to mention; without it, @ is plain text. */
  people?: (text: string) => Promise<MentionedPerson[]>
  onFiles?: (files: File[]) => void
  onSubmit?: () => void
  tools?: ReactNode
  end?: ReactNode
}

/** Its output uses the vocabulary that the server accepts. */
export function RichEditor(props: RichEditorProps) {
  const { html, input, placeholder, autoFocus = false, tools, end } = props
  const { t } = useTranslation('richText')
  const menuId = useId()
  const now = useRef(props)
  useEffect(() => {
    now.current = props
  })
  const { list, suggestion } = useMentions(props.people)
  const editor = useEditor({
    extensions: richTextExtensions(suggestion),
    content: html,
    autofocus: autoFocus ? 'end' : false,
    editorProps: {
      attributes: { ...attributesOf(input), class: `${rich['rich'] ?? ''} ${classes.content ?? ''}` },
      handlePaste: (_view, event) => take(event.clipboardData?.files, now.current, event),
      handleDrop: (_view, event) => take(event.dataTransfer?.files, now.current, event),
      handleKeyDown: (_view, event) => {
        const submits = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
        if (!submits || now.current.onSubmit === undefined) return false
        now.current.onSubmit()
        return true
      },
    },
    onUpdate: ({ editor: changed }) => now.current.onChange(changed.isEmpty ? '' : changed.getHTML()),
  })
  const isEmpty = editor?.isEmpty ?? true
  return (
    <div className={classes.box}>
      <div className={classes.field}>
        {isEmpty && placeholder !== undefined && (
          <span className={classes.placeholder} aria-hidden>
            {placeholder}
          </span>
        )}
        <EditorContent editor={editor} />
      </div>
      <div className={classes.bar}>
        {editor !== null && <Toolbar editor={editor}>{tools}</Toolbar>}
        <span className={classes.end}>{end}</span>
      </div>
      {list !== null && <MentionMenu list={list} id={menuId} label={t('people')} none={t('noOne')} />}
    </div>
  )
}

function attributesOf(input: Record<string, unknown>): Record<string, string> {
  const named = Object.entries(input).filter(
    ([name, value]) => /^(?:id$|aria-)/.test(name) && value !== undefined,
  )
  return {
    ...Object.fromEntries(named.map(([name, value]) => [name, String(value)])),
    role: 'textbox',
    'aria-multiline': 'true',
    dir: 'auto',
  }
}

function take(files: FileList | undefined | null, { onFiles }: RichEditorProps, event: Event): boolean {
  if (files === undefined || files === null || files.length === 0 || onFiles === undefined) return false
  event.preventDefault()
  onFiles([...files])
  return true
}
