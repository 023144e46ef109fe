import type { Field } from '@caseloom/contract/fields'
import type { JsonValue } from '@caseloom/contract/json'
import { defang } from '@caseloom/contract/observable-value'
import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Person } from '../glyphs/Avatar.tsx'
import { Severity } from '../glyphs/Severity.tsx'
import { severityOf } from '../glyphs/severity.ts'
import { ShapeGlyph, State } from '../glyphs/State.tsx'
import { stateOf } from '../glyphs/state.ts'
import { Tags } from '../Chip.tsx'
import { hueOf } from '../hue.ts'
import { straight } from '../text/bidi-isolate.ts'
import { DateTime } from '../Times.tsx'
import { ExternalLink } from '../text/ExternalLink.tsx'
import classes from './Fields.module.css'
import { fileNames, type Names, textOf } from './field-text.ts'
import { observablesOf } from './case-text.ts'
import { ClockBadge } from './ClockBadge.tsx'
import { CalendarDate, FormattedText } from './FormattedText.tsx'
import { LinkedTitles } from './LinkedTitles.tsx'
import { shownField } from './shown-field.ts'
import { TechniqueValue } from './TechniqueValue.tsx'

export interface People extends Names {
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

/** Null for an empty value. */
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
        shownText(field, value, people)
      ) : (
        <SafeLink address={value} />
      )
    case 'text':
      return typeof value === 'string' && field.format !== undefined && field.format !== 'plain' ? (
        <FormattedText format={field.format} text={value} label={field.label} compact={compact} />
      ) : (
        shownText(field, value, people)
      )
    case 'list':
      return <Tags values={words(field, value, people)} show={compact ? 2 : 50} />
    case 'group':
      return field.multiple ? (
        <Tags values={words(field, value, people)} show={compact ? 2 : 50} />
      ) : (
        shownText(field, value, people)
      )
    case 'date':
      return typeof value === 'string' ? <CalendarDate date={value} /> : null
    case 'reference':
      return <LinkedTitles value={value} show={compact ? 2 : 20} />
    case 'attachment':
      return <Tags values={fileNames(value)} show={compact ? 2 : 50} />
    case 'comments':
    case 'system':
      return null
    case 'technique':
      return <TechniqueValue value={value} multiple={field.multiple} compact={compact} />
    case 'formula':
      return field.result === 'boolean'
        ? shownText(field, value, people)
        : fieldValue({ field: shownField(field), value, people, nobody, compact })
    case 'number':
    case 'json':
    case 'time':
    case 'duration':
      return shownText(field, value, people)
    case 'observables':
      return (
        <Tags
          values={observablesOf(value).map((one) => defang(one.kind, one.value))}
          show={compact ? 1 : 50}
        />
      )
    case 'tasks':
      return shownText(field, value, people)
    case 'clock':
      return <ClockBadge definition={field} value={value} />
    default:
      return field satisfies never
  }
}

/** Without characters that would change the direction of the text around it. */
function shownText(field: Field, value: JsonValue, people: People): string {
  return straight(textOf(field, value, people))
}

function words(field: Field, value: JsonValue, people: People): string[] {
  return (Array.isArray(value) ? value : [value]).map((item) => shownText(field, item, people))
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
  const colour = 'colour' in option ? option.colour : undefined
  if (field.display !== 'state' && colour === undefined) return option.label
  const state = field.display === 'state' ? stateOf(option.key) : null
  if (state !== null) return <State state={state}>{option.label}</State>
  return (
    <span className={classes.glyphWord}>
      <ShapeGlyph shape="dot" hue={hueOf(colour)} />
      {option.label}
    </span>
  )
}

/** Only http and https become links, everything else stays text. */
function SafeLink({ address }: { address: string }) {
  const url = URL.parse(address)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return <span>{address}</span>
  return (
    <ExternalLink href={url.href} text={address}>
      {address}
      <IconExternalLink size={14} stroke={1.7} aria-hidden />
    </ExternalLink>
  )
}
