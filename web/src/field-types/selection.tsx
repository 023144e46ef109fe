import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { IconSquareCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Tags } from '../ui/Chip.tsx'
import { Severity } from '../ui/glyphs/Severity.tsx'
import { severityOf } from '../ui/glyphs/severity.ts'
import { ShapeGlyph, State } from '../ui/glyphs/State.tsx'
import { stateOf } from '../ui/glyphs/state.ts'
import { hueOf } from '../ui/glyphs/hue.ts'
import type { WebFieldType } from './field-type.ts'
import { PRESENCE } from './filter-operators.ts'
import classes from './values/Fields.module.css'

const first = { key: 'first', label: 'First' }
const second = { key: 'second', label: 'Second' }

export const selectionType: WebFieldType<'selection'> = {
  palette: [
    { id: 'selection', group: 'values', icon: IconSquareCheck, make: () => ({ options: [first, second] }) },
  ],
  width: 116,
  text: (value, { options }) => options.find((option) => option.key === value)?.label ?? String(value),
  show: (value, field) => show(field, value),
  axis: () => true,
  filter: {
    operators: ['in', 'notIn', 'gte', 'lte', ...PRESENCE],
    menu: true,
    choices: ({ field }) => field?.options.map(({ key, label }) => ({ value: key, label })) ?? [],
  },
  schema: ({ multiple, options }) => {
    const keys = options.filter(({ retired }) => retired !== true).map(({ key }) => key)
    const one = { type: 'string', enum: keys }
    return multiple ? { type: 'array', items: one } : one
  },
}

function show(field: Field & { type: 'selection' }, value: JsonValue): ReactNode {
  const keys = (Array.isArray(value) ? value : [value]).filter((key) => typeof key === 'string')
  const options = keys.map((key) => field.options.find((option) => option.key === key) ?? { key, label: key })
  if (field.multiple) return <Tags values={options.map((option) => option.label)} />
  const option = options[0]
  if (option === undefined) return null
  const severity = field.display === 'severity' ? severityOf(option.key) : null
  if (severity !== null) return <Severity value={severity}>{option.label}</Severity>
  const hue = 'colour' in option ? option.colour : undefined
  if (field.display !== 'state' && hue === undefined) return option.label
  const state = field.display === 'state' ? stateOf(option.key) : null
  if (state !== null) return <State state={state}>{option.label}</State>
  return (
    <span className={classes.glyphWord}>
      <ShapeGlyph shape="dot" hue={hueOf(hue)} />
      {option.label}
    </span>
  )
}
