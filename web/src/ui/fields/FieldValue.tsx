import type { Field } from '@caseloom/contract/fields'
import type { JsonValue } from '@caseloom/contract/json'
import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Person } from '../glyphs/Avatar.tsx'
import { Severity } from '../glyphs/Severity.tsx'
import { severityOf } from '../glyphs/severity.ts'
import { ShapeGlyph, State } from '../glyphs/State.tsx'
import { stateOf } from '../glyphs/state.ts'
import { Tags } from '../Chip.tsx'
import { hueOf } from '../hue.ts'
import { DateTime } from '../Times.tsx'
import classes from './Fields.module.css'
import { textOf } from './field-text.ts'

export interface People {
  name(userId: string): string | undefined
  me: string
}

interface FieldValueProps {
  field: Field
  value: JsonValue | undefined
  people: People
  nobody: string
  /** In a list: one line, no links. */
  compact?: boolean
}

/** A field's value as people read it; null for an empty one. */
export function fieldValue({ field, value, people, nobody, compact = false }: FieldValueProps): ReactNode {
  if (field.type === 'user') return userValue(value, people, nobody)
  if (value === null || value === undefined || value === '') return null
  switch (field.type) {
    case 'selection':
      return selectionValue(field, value)
    case 'datetime':
      return typeof value === 'string' ? <DateTime at={value} /> : null
    case 'url':
      return compact || typeof value !== 'string' ? (
        textOf(field, value, people)
      ) : (
        <SafeLink address={value} />
      )
    case 'text':
    case 'number':
    case 'json':
      return textOf(field, value, people)
    default:
      return field satisfies never
  }
}

function userValue(value: JsonValue | undefined, people: People, nobody: string): ReactNode {
  const ids = (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string')
  if (ids.length === 0) return <Person nobody={nobody} />
  return ids.map((id) => (
    <Person key={id} name={people.name(id) ?? id.slice(0, 8)} own={id === people.me} nobody={nobody} />
  ))
}

function selectionValue(field: Field & { type: 'selection' }, value: JsonValue): ReactNode {
  const keys = (Array.isArray(value) ? value : [value]).filter((key) => typeof key === 'string')
  const options = keys.map((key) => field.options.find((option) => option.key === key) ?? { key, label: key })
  if (field.multiple) return <Tags values={options.map((option) => option.label)} />
  const option = options[0]
  if (option === undefined) return null
  const severity = field.display === 'severity' ? severityOf(option.key) : null
  if (severity !== null) return <Severity value={severity}>{option.label}</Severity>
  if (field.display !== 'state') return option.label
  const state = stateOf(option.key)
  if (state !== null) return <State state={state}>{option.label}</State>
  return (
    <span className={classes.glyphWord}>
      <ShapeGlyph shape="dot" hue={hueOf('colour' in option ? option.colour : undefined)} />
      {option.label}
    </span>
  )
}

/** A link out of the product: only http and https become links, everything else stays text. */
function SafeLink({ address }: { address: string }) {
  const url = URL.parse(address)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return <span>{address}</span>
  return (
    <a className={classes.link} href={url.href} target="_blank" rel="noopener noreferrer">
      {address}
      <IconExternalLink size={14} stroke={1.7} aria-hidden />
    </a>
  )
}
