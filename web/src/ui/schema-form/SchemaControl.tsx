import type { JsonValue } from '@caseloom/contract/kernel/json'
import { Checkbox, MultiSelect, NumberInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { JsonEditor } from './JsonEditor.tsx'
import {
  type Choice,
  type Control,
  instantOf,
  localOf,
  numbersOf,
  type SchemaField,
} from './schema-fields.ts'

interface SchemaControlProps {
  field: SchemaField
  control: Exclude<Control, { kind: 'group' }>
  id: string
  path: readonly string[]
  value: JsonValue | undefined
  onChange: (value: JsonValue | undefined) => void
  error: string | undefined
  disabled: boolean
}

export function SchemaControl(props: SchemaControlProps) {
  const { field, control, value, onChange } = props
  const common = {
    id: props.id,
    label: field.label,
    // Validation messages come from the schema check; the browser's own bubble would precede them.
    withAsterisk: field.required,
    'aria-required': field.required,
    disabled: props.disabled,
    'data-path': props.path.join('.'),
    ...(field.description === undefined ? {} : { description: field.description }),
    ...(props.error === undefined ? {} : { error: props.error }),
  }
  const text = typeof value === 'string' ? value : value === undefined || value === null ? '' : String(value)
  const typed = (next: string) => onChange(next === '' ? undefined : next)
  switch (control.kind) {
    case 'text':
      return (
        <TextInput
          {...common}
          type={control.type}
          value={text}
          onChange={(event) => typed(event.currentTarget.value)}
        />
      )
    case 'instant':
      return (
        <TextInput
          {...common}
          type="datetime-local"
          value={localOf(value)}
          onChange={(event) => onChange(instantOf(event.currentTarget.value))}
        />
      )
    case 'textarea':
      return (
        <Textarea
          {...common}
          autosize
          minRows={3}
          maxRows={16}
          value={text}
          onChange={(event) => typed(event.currentTarget.value)}
        />
      )
    case 'number':
      return (
        <NumberInput
          {...common}
          {...(control.min === undefined ? {} : { min: control.min })}
          {...(control.max === undefined ? {} : { max: control.max })}
          allowDecimal={!control.whole}
          // An out-of-range number stays visible and gets a message, instead of being changed silently.
          clampBehavior="none"
          value={typeof value === 'number' ? value : text}
          onChange={(next) => onChange(next === '' ? undefined : next)}
        />
      )
    case 'boolean':
      return (
        <Checkbox
          id={common.id}
          data-path={common['data-path']}
          label={field.label}
          disabled={props.disabled}
          description={field.description}
          error={props.error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'select':
      return <OneOf {...props} choices={control.choices} common={common} />
    case 'several':
      return <SeveralOf {...props} choices={control.choices} common={common} />
    case 'tags':
      return (
        <TagsInput
          {...common}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={(next) =>
            onChange(next.length === 0 ? undefined : control.whole === null ? next : numbersOf(next))
          }
        />
      )
    case 'json':
      return <JsonEditor {...common} error={props.error} value={value} onChange={onChange} />
  }
}

type ChoiceProps = Pick<SchemaControlProps, 'value' | 'onChange' | 'field'> & {
  choices: Choice[]
  common: { id: string; label: string; disabled: boolean }
}

// The menu accepts text only: a choice is identified by its JSON, so that 1 and "1" differ.
const menuOf = (choices: readonly Choice[]) =>
  choices.map(({ value, label }) => ({ value: JSON.stringify(value), label }))
const valueOf = (choices: readonly Choice[], key: string) =>
  choices.find((choice) => JSON.stringify(choice.value) === key)?.value

function OneOf({ value, onChange, field, choices, common }: ChoiceProps) {
  return (
    <Select
      {...common}
      data={menuOf(choices)}
      value={value === undefined ? null : JSON.stringify(value)}
      clearable={!field.required}
      onChange={(key) => onChange(key === null ? undefined : valueOf(choices, key))}
    />
  )
}

function SeveralOf({ value, onChange, choices, common }: ChoiceProps) {
  return (
    <MultiSelect
      {...common}
      data={menuOf(choices)}
      value={Array.isArray(value) ? value.map((one) => JSON.stringify(one)) : []}
      onChange={(keys) => {
        const chosen = keys.map((key) => valueOf(choices, key)).filter((one) => one !== undefined)
        onChange(chosen.length === 0 ? undefined : chosen)
      }}
    />
  )
}
