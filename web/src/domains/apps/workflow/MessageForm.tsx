import type { WorkflowAction } from '@caseloom/contract/apps/workflow'
import { itemOfName } from '@caseloom/workflow/compile'
import { nameable } from '@caseloom/workflow/message-text'
import { SegmentedControl, Select, Textarea } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkflow } from './model/editor-context.ts'
import { keyOfItem } from './model/form-items.ts'
import { MESSAGE_LEVELS, useItemChoices } from './model/item-choices.ts'

type Message = Extract<WorkflowAction, { do: 'message' }>

interface MessageFormProps {
  action: Message
  onChange: (action: WorkflowAction) => void
}

/** The settings of a message: its level, its text, and where it is shown. */
export function MessageForm({ action, onChange }: MessageFormProps) {
  const { t } = useTranslation('workflow-editor')
  const places = useItemChoices([])
  return (
    <>
      <SegmentedControl
        aria-label={t('level')}
        data={MESSAGE_LEVELS.map((level) => ({ value: level, label: t(`levels.${level}`) }))}
        value={action.level}
        onChange={(level) =>
          onChange({ ...action, level: MESSAGE_LEVELS.find((one) => one === level) ?? 'info' })
        }
      />
      <TextWithFields text={action.text} onChange={(text) => onChange({ ...action, text })} />
      <Select
        label={t('shownAt')}
        clearable
        searchable
        placeholder={t('topOfForm')}
        data={places}
        value={action.at === undefined ? null : keyOfItem(action.at)}
        onChange={(key) => {
          const { at: _at, ...rest } = action
          onChange(key === null ? rest : { ...rest, at: itemOfName(key) })
        }}
      />
    </>
  )
}

interface TextWithFieldsProps {
  text: string
  onChange: (text: string) => void
}

/** A text, and the fields that it can name; a chosen one goes where the caret is. */
function TextWithFields({ text, onChange }: TextWithFieldsProps) {
  const { t } = useTranslation('workflow-editor')
  const { edited, words } = useWorkflow()
  const input = useRef<HTMLTextAreaElement>(null)
  const caret = useRef<number | null>(null)
  useEffect(() => {
    if (caret.current === null) return
    input.current?.focus()
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  const insert = (key: string) => {
    const { selectionStart: start, selectionEnd: end } = input.current ?? {
      selectionStart: text.length,
      selectionEnd: text.length,
    }
    const name = `{{${key}}}`
    caret.current = start + name.length
    onChange(text.slice(0, start) + name + text.slice(end))
  }
  const fields = new Map(edited.draft.fields.map((field) => [field.key, field]))
  const choices = words.subjects.filter(({ key }) => nameable(key, fields.get(key)) !== null)
  return (
    <>
      <Textarea
        ref={input}
        label={t('text')}
        autosize
        minRows={2}
        maxLength={1_000}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Select
        // Empty again after each choice.
        key={text}
        label={t('insertField')}
        description={t('insertFieldNote')}
        placeholder={t('chooseField')}
        searchable
        openOnFocus={false}
        data={choices.map(({ key, label }) => ({ value: key, label }))}
        value={null}
        onChange={(key) => key !== null && insert(key)}
      />
    </>
  )
}
