// What messages say in place of the fields that they name: for the evaluation, with the rules of all types of fields.
import { fieldTarget, targetTraits } from '@caseloom/contract/filters/field-types/filter-rules'
import type { FilterTarget } from '@caseloom/contract/filters/field-types/plain-filter'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { canonicalInstant } from '@caseloom/contract/values/calendar-value'
import { writeDuration } from '@caseloom/contract/values/duration'
import { plainTextOf } from '@caseloom/contract/values/rich-text'
import {
  type MessageText,
  type MessageValue,
  NAME,
  saidText,
  withoutUnreadable,
} from '@caseloom/contract/apps/message-names'

const EMPTY = '–'

/** What a text can name: facts of the record, and fields with a value that words can say. */
export function nameable(key: string, field: FieldInput | undefined): FilterTarget | null {
  const target = fieldTarget(key, field)
  if (target === null) return null
  const { column, raw, files, thread, links, observables, tasks, clock } = targetTraits(target.kind)
  return !column || raw || files || thread || links || observables || tasks || clock ? null : target
}

/** Who reads a text, and what of. */
export interface TextReader {
  fields: ReadonlyMap<string, FieldInput>
  value: (key: string) => JsonValue
  readable: (key: string) => boolean
  zone: string | undefined
}

/** A text with the values of the fields that it names. */
export function filledText(template: string, reader: TextReader): MessageText {
  const { fields, value, zone } = reader
  const shown = withoutUnreadable(template, reader.readable)
  const parts: (string | MessageValue)[] = []
  let from = 0
  for (const { 0: whole, 1: name = '', index } of shown.matchAll(NAME)) {
    const key = name.trim()
    const target = nameable(key, fields.get(key))
    if (target === null) continue
    if (from < index) parts.push(shown.slice(from, index))
    from = index + whole.length
    const own = value(target.key)
    parts.push({ field: key, value: own, words: wordsOf(own, { field: fields.get(key), target, zone }) })
  }
  if (parts.length === 0) return { text: shown }
  if (from < shown.length) parts.push(shown.slice(from))
  return { text: saidText({ text: shown, parts }, ({ words }) => words), parts }
}

interface Wording {
  field: FieldInput | undefined
  target: FilterTarget
  zone: string | undefined
}

/** A value in words that are the same everywhere; names of people and formats of dates are for the side that shows it. */
function wordsOf(value: JsonValue, wording: Wording): string {
  const values = (Array.isArray(value) ? value : [value]).filter((one) => one !== null && one !== '')
  if (values.length === 0) return EMPTY
  const { target } = wording
  const { users, groups } = targetTraits(target.kind)
  if (users || target.kind === 'actor') return values.length === 1 ? 'someone' : `${values.length} people`
  if (groups) return values.length === 1 ? 'a group' : `${values.length} groups`
  return values.map((one) => wordOf(one, wording)).join(', ')
}

function wordOf(value: JsonValue, { field, target, zone }: Wording): string {
  const { instant, span, html, truth } = targetTraits(target.kind)
  if (field !== undefined && 'options' in field)
    return field.options.find(({ key }) => key === value)?.label ?? String(value)
  if (instant) return momentOf(String(value), zone)
  if (span && typeof value === 'number') return writeDuration(value)
  if (truth) return value === true || value === 'true' ? 'yes' : 'no'
  if (html) return plainTextOf(String(value))
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** `2026-11-21 04:02`: without names of months, which runtimes spell differently. */
function momentOf(value: string, zone = 'UTC'): string {
  const at = canonicalInstant(value)
  if (at === null) return value
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDateTime()
  return local.toString({ smallestUnit: 'minute' }).replace('T', ' ')
}
