import type { Field } from '@caseloom/contract/fields'
import { MultiSelect, Select, Textarea, TextInput } from '@mantine/core'
import type { Draft } from './draft-value.ts'

interface FieldEditorProps {
  field: Field
  draft: Draft
  onDraft: (draft: Draft) => void
  people: readonly { id: string; name: string; active: boolean }[]
  /** Attributes of the input: ids, descriptions, focus. */
  input: Record<string, unknown>
}

/** The input that fits a field's type. Labels and errors are drawn by the form around it. */
export function FieldEditor({ field, draft, onDraft, people, input }: FieldEditorProps) {
  if (field.type === 'selection' || field.type === 'user') {
    const data = choices(field, people, draft)
    if (field.multiple) {
      const values = Array.isArray(draft) ? draft : []
      return <MultiSelect {...input} data={data} value={values} onChange={onDraft} searchable clearable />
    }
    const value = typeof draft === 'string' && draft !== '' ? draft : null
    return (
      <Select
        {...input}
        data={data}
        value={value}
        onChange={(next) => onDraft(next ?? '')}
        searchable
        clearable={!field.required}
      />
    )
  }
  const text = typeof draft === 'string' ? draft : ''
  const onChange = (event: { currentTarget: { value: string } }) => onDraft(event.currentTarget.value)
  if (field.type === 'json' || (field.type === 'text' && field.multiline)) {
    const mono =
      field.type === 'json' ? { styles: { input: { fontFamily: 'var(--cl-mono)', fontSize: 12 } } } : {}
    return (
      <Textarea {...input} {...mono} autosize minRows={3} maxRows={16} value={text} onChange={onChange} />
    )
  }
  return <TextInput {...input} {...kindOf(field)} value={text} onChange={onChange} />
}

function kindOf(field: Field) {
  if (field.type === 'datetime') return { type: 'datetime-local', step: 1 }
  if (field.type === 'number') return { inputMode: 'decimal' as const }
  if (field.type === 'url') return { type: 'url', spellCheck: false }
  return {}
}

function choices(
  field: Field & { type: 'selection' | 'user' },
  people: FieldEditorProps['people'],
  draft: Draft,
): { value: string; label: string }[] {
  if (field.type === 'selection')
    return field.options.map((option) => ({ value: option.key, label: option.label }))
  const chosen = Array.isArray(draft) ? draft : [draft]
  return people
    .filter((person) => person.active || chosen.includes(person.id))
    .map((person) => ({ value: person.id, label: person.name }))
}
