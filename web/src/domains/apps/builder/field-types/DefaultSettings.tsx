import { readDuration, writeDuration } from '@caseloom/contract/values/duration'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { MultiSelect, NumberInput, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldSettingsProps } from '../../draft/builder-types.ts'

/** Default value of a new record. */
export function DefaultSettings({ field, set, fault }: FieldSettingsProps) {
  const { t } = useTranslation('apps')
  // Unique fields can't have a default.
  if ('unique' in field && field.unique) return null
  const shared = { label: t('field.default'), error: fault('default') }
  const give = (value: JsonValue | undefined) => set({ default: value })
  switch (field.type) {
    case 'number':
      return (
        <NumberInput
          {...shared}
          hideControls
          value={typeof field.default === 'number' || typeof field.default === 'string' ? field.default : ''}
          onChange={(next) => give(next === '' ? undefined : next)}
        />
      )
    case 'list':
      return (
        <TagsInput
          {...shared}
          value={textsOf(field.default)}
          onChange={(items) =>
            give(items.length === 0 ? undefined : field.of === 'number' ? numbersOf(items) : items)
          }
        />
      )
    case 'selection':
      return (
        <MultiSelect
          {...shared}
          placeholder={field.default === undefined ? t('field.defaultNone') : undefined}
          clearable
          data={field.options.map(({ key, label }) => ({ value: key as string, label }))}
          value={textsOf(field.default)}
          onChange={(keys) => give(keys.length === 0 ? undefined : keys)}
        />
      )
    case 'tasks':
      return <TaskLines {...shared} note={t('field.defaultTasks')} value={field.default} onChange={give} />
    case 'duration':
    case 'json':
      return (
        <Parsed
          key={field.type}
          {...shared}
          type={field.type}
          value={field.default}
          wrong={t(`field.defaultWrong.${field.type}`)}
          onChange={give}
        />
      )
    case 'url':
    case 'time':
      return <OneText {...shared} type={field.type} value={field.default} onChange={give} />
    case 'technique':
      return field.multiple ? (
        <TagsInput
          {...shared}
          value={textsOf(field.default)}
          onChange={(items) => give(items.length === 0 ? undefined : items)}
        />
      ) : (
        <OneText {...shared} type="text" value={field.default} onChange={give} />
      )
    default:
      return <OneText {...shared} type="text" value={field.default} onChange={give} />
  }
}

interface InputProps {
  label: string
  error: string | undefined
  value: JsonValue | undefined
  onChange: (value: JsonValue | undefined) => void
}

function OneText({ type, value, onChange, ...rest }: InputProps & { type: 'text' | 'url' | 'time' }) {
  return (
    <TextInput
      {...rest}
      type={type}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  )
}

interface ParsedProps extends InputProps {
  type: 'duration' | 'json'
  wrong: string
}

function TaskLines({ note, value, onChange, ...rest }: InputProps & { note: string }) {
  const [text, setText] = useState(() => titlesOf(value).join('\n'))
  return (
    <Textarea
      {...rest}
      description={note}
      autosize
      minRows={2}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(tasksOf(event.currentTarget.value))
      }}
    />
  )
}

/** Text input for a value: incomplete text changes nothing. */
function Parsed({ type, value, wrong, error, onChange, ...rest }: ParsedProps) {
  const [text, setText] = useState(() => written(type, value))
  const read = parsed(type, text)
  return (
    <TextInput
      {...rest}
      spellCheck={false}
      value={text}
      error={error ?? (read === null ? wrong : undefined)}
      onChange={(event) => {
        const next = event.currentTarget.value
        setText(next)
        const found = parsed(type, next)
        if (found !== null) onChange(found.value)
      }}
    />
  )
}

function written(type: 'duration' | 'json', value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  return type === 'duration' && typeof value === 'number' ? writeDuration(value) : JSON.stringify(value)
}

/** The value of the text; null when it has none. */
function parsed(type: 'duration' | 'json', text: string): { value: JsonValue | undefined } | null {
  if (text.trim() === '') return { value: undefined }
  if (type === 'duration') {
    const seconds = readDuration(text)
    return seconds === null ? null : { value: seconds }
  }
  try {
    return { value: JSON.parse(text) as JsonValue } // what JSON.parse answers
  } catch {
    return null
  }
}

function textsOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function numbersOf(items: readonly string[]): JsonValue {
  return items.map((item) => (Number.isFinite(Number(item)) && item.trim() !== '' ? Number(item) : item))
}

function titlesOf(value: JsonValue | undefined): string[] {
  return (Array.isArray(value) ? value : []).map((task) =>
    typeof task === 'object' && task !== null && !Array.isArray(task) ? String(task['title'] ?? '') : '',
  )
}

/** One task per line; blank lines are ignored. */
function tasksOf(text: string): JsonValue | undefined {
  const titles = text.split('\n').map((line) => line.trim())
  const tasks = titles.filter((title) => title !== '').map((title) => ({ title }))
  return tasks.length === 0 ? undefined : tasks
}
