import type { JsonValue } from '@caseloom/contract/kernel/json'
import {
  Checkbox,
  MultiSelect,
  NumberInput,
  Select,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { InputFrame } from './input-frame.ts'
import { JsonEditor } from './JsonEditor.tsx'
import type { Choice, Control } from './schema-fields.ts'
import { instantOf, localTime } from '../local-time.ts'
import { addTexts } from '../text/i18n.ts'
import { useNamedZone, useZone } from '../Times.tsx'
import { numbersOf } from './schema-values.ts'

addTexts('ui', { zone: { typed: 'In the time zone {{zone}}.' } })

export type InputControl =
  | Extract<Control, { kind: 'text' | 'number' | 'boolean' | 'choice' | 'choices' }>
  | { kind: 'tags'; of: 'text' | 'number' }
  | { kind: 'json' }

interface SchemaInputProps {
  control: InputControl
  frame: InputFrame
  value: JsonValue | undefined
  onChange: (value: JsonValue | undefined) => void
  required: boolean
  placeholder?: string
  /** For narrow panels: a switch instead of a check box, numbers without steppers. */
  compact?: boolean
}

/** The input for one value, by the type of its control. */
export function SchemaInput(props: SchemaInputProps) {
  const { control, frame, value, onChange, placeholder = '', compact = false } = props
  switch (control.kind) {
    case 'text':
      return <TextValueInput {...props} control={control} />
    case 'number':
      return (
        <NumberInput
          {...frame}
          {...(control.min === undefined ? {} : { min: control.min })}
          {...(control.max === undefined ? {} : { max: control.max })}
          placeholder={placeholder}
          allowDecimal={!control.whole}
          // An out-of-range number stays visible and gets a message, instead of being changed silently.
          clampBehavior="none"
          hideControls={compact}
          value={typeof value === 'number' ? value : textOf(value)}
          onChange={(next) => onChange(next === '' ? undefined : next)}
        />
      )
    case 'boolean':
      return <BooleanInput {...props} />
    case 'choice':
      return <OneOf {...props} choices={control.choices} />
    case 'choices':
      return <SeveralOf {...props} choices={control.choices} />
    case 'tags':
      return (
        <TagsInput
          {...frame}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={(next) =>
            onChange(next.length === 0 ? undefined : control.of === 'number' ? numbersOf(next) : next)
          }
        />
      )
    case 'json':
      return <JsonEditor {...frame} value={value} onChange={onChange} />
  }
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : String(value)
}

type TextProps = SchemaInputProps & { control: Extract<Control, { kind: 'text' }> }

function TextValueInput({ control, frame, value, onChange, placeholder = '' }: TextProps) {
  const typed = (next: string) => onChange(next === '' ? undefined : next)
  if (control.format === 'instant') return <InstantInput {...{ frame, value, onChange }} />
  const shared = { ...frame, placeholder, value: textOf(value) }
  return control.multiline ? (
    <Textarea
      {...shared}
      autosize
      minRows={3}
      maxRows={16}
      onChange={(event) => typed(event.currentTarget.value)}
    />
  ) : (
    <TextInput {...shared} type={control.format} onChange={(event) => typed(event.currentTarget.value)} />
  )
}

type InstantProps = Pick<SchemaInputProps, 'frame' | 'value' | 'onChange'>

function InstantInput({ frame, value, onChange }: InstantProps) {
  const { t } = useTranslation('ui')
  const zone = useZone()
  const named = useNamedZone()
  const shown = typeof value === 'string' ? value : null
  const words = [frame.description, named === null ? undefined : t('zone.typed', { zone: named })]
  const description = words.filter((one) => one !== undefined).join(' ')
  return (
    <TextInput
      {...frame}
      {...(description === '' ? {} : { description })}
      type="datetime-local"
      value={shown === null ? '' : localTime(shown, zone)}
      onChange={(event) => onChange(instantOf(event.currentTarget.value, zone, shown) ?? undefined)}
    />
  )
}

/** Always has a value: no mark says that one is required, and a read-only one is disabled. */
function BooleanInput({ frame, value, onChange, compact = false }: SchemaInputProps) {
  const { withAsterisk: _mark, 'aria-required': _required, readOnly = false, ...rest } = frame
  const Input = compact ? Switch : Checkbox
  return (
    <Input
      {...rest}
      disabled={readOnly || frame.disabled === true}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

type ChoiceProps = SchemaInputProps & { choices: readonly Choice[] }

// The menu accepts text only: a choice is identified by its JSON, so that 1 and "1" differ.
const menuOf = (choices: readonly Choice[]) =>
  choices.map(({ value, label }) => ({ value: JSON.stringify(value), label }))
const valueOf = (choices: readonly Choice[], key: string) =>
  choices.find((choice) => JSON.stringify(choice.value) === key)?.value

/** Of so many choices, one is found by typing. */
const MANY = 12

function OneOf({ value, onChange, required, choices, frame, placeholder = '' }: ChoiceProps) {
  return (
    <Select
      {...frame}
      data={menuOf(choices)}
      value={value === undefined ? null : JSON.stringify(value)}
      placeholder={placeholder}
      clearable={!required && frame.readOnly !== true}
      searchable={choices.length > MANY}
      onChange={(key) => onChange(key === null ? undefined : valueOf(choices, key))}
    />
  )
}

function SeveralOf({ value, onChange, choices, frame, placeholder = '' }: ChoiceProps) {
  const chosen = Array.isArray(value) ? value : []
  return (
    <MultiSelect
      {...frame}
      data={menuOf(choices)}
      value={chosen.map((one) => JSON.stringify(one))}
      placeholder={chosen.length > 0 ? '' : placeholder}
      searchable
      onChange={(keys) => {
        const next = keys.map((key) => valueOf(choices, key)).filter((one) => one !== undefined)
        onChange(next.length === 0 ? undefined : next)
      }}
    />
  )
}
