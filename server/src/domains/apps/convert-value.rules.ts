import { writeDuration } from '@caseloom/contract/duration'
import type { Field, FieldInput } from '@caseloom/contract/fields'
import { foldText } from '@caseloom/contract/normalize-text'
import type { JsonValue } from '@caseloom/contract/json'
import { plainTextOf } from '@caseloom/contract/rich-text'
import { readValue } from './field-value.rules.ts'
import type { ParsedValue } from './parsed-value.ts'

/** A value of one type as a value of another; undefined when it cannot be one. */
type Convert = (value: JsonValue) => JsonValue | undefined

/** Types whose values, one by one, can become those of another. */
type Family = Exclude<
  FieldInput['type'],
  'list' | 'formula' | 'system' | 'comments' | 'reference' | 'attachment' | 'observables' | 'tasks' | 'clock'
>

/**
 * How values of a field become values of another definition of it; null when there is no way. The reader of the new
 * definition has the last word: what it refuses is a fault.
 */
export function converterOf(from: FieldInput, to: FieldInput): ((value: JsonValue) => ParsedValue) | null {
  const [source, target] = [familyOf(from), familyOf(to)]
  const one = source === null || target === null ? null : between(source, target, { from, to })
  if (one === null) return null
  return (value) => {
    if (value === null) return { value: null }
    const items = (Array.isArray(value) && isSeveral(from) ? value : [value]).map((item) => one(item))
    const known = items.filter((item) => item !== undefined)
    if (known.length < items.length) return fault('no_conversion', 'Can’t be converted to the new type')
    if (isSeveral(to)) return readValue(to as Field, known)
    if (known.length > 1) return fault('several', 'Has more than one value')
    // Reading a value looks at no id.
    return readValue(to as Field, known[0] ?? null)
  }
}

function fault(code: string, message: string): ParsedValue {
  return { issues: [{ path: [], code, message }] }
}

function isSeveral(field: FieldInput): boolean {
  return field.type === 'list' || ('multiple' in field && field.multiple)
}

function familyOf(field: FieldInput): Family | null {
  switch (field.type) {
    case 'list':
      return field.of
    case 'formula':
    case 'system':
    case 'comments':
    case 'reference':
    case 'attachment':
    case 'observables':
    case 'tasks':
    case 'clock':
      return null
    default:
      return field.type
  }
}

const same: Convert = (value) => value

function between(
  source: Family,
  target: Family,
  { from, to }: { from: FieldInput; to: FieldInput },
): Convert | null {
  if (target === 'text') return toText(source, from, isRich(to))
  if (source === target) return same
  if (source === 'text') return fromText(target, to, isRich(from))
  if (source === 'number' && target === 'duration') return same
  if (source === 'duration' && target === 'number') return same
  if (source === 'date' && target === 'datetime') return (value) => `${String(value)}T00:00:00Z`
  if (source === 'datetime' && target === 'date') return (value) => String(value).slice(0, 10)
  return null
}

function isRich(field: FieldInput): boolean {
  return field.type === 'text' && field.format === 'rich'
}

/** Everything but people, groups and raw data reads as a text; an option by its label. */
function toText(source: Family, from: FieldInput, rich: boolean): Convert | null {
  const plain = plainTextFrom(source, from)
  return plain === null || !rich || isRich(from) ? plain : (value) => paragraphs(String(plain(value)))
}

function plainTextFrom(source: Family, from: FieldInput): Convert | null {
  switch (source) {
    case 'text':
      return isRich(from) ? (value) => plainTextOf(String(value)) : same
    case 'user':
    case 'group':
      return null
    case 'json':
      return (value) => JSON.stringify(value)
    case 'duration':
      return (value) => (typeof value === 'number' ? writeDuration(value) : String(value))
    case 'selection': {
      const options = from.type === 'selection' ? from.options : []
      const labels = new Map(options.map((option) => [option.key, option.label]))
      return (value) => labels.get(String(value)) ?? String(value)
    }
    default:
      return (value) => String(value)
  }
}

function paragraphs(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return escaped
    .split(/\r?\n/)
    .map((line) => `<p>${line}</p>`)
    .join('')
}

function fromText(target: Family, to: FieldInput, rich: boolean): Convert | null {
  const text = (value: JsonValue) => (rich ? plainTextOf(String(value)) : String(value)).trim()
  switch (target) {
    case 'user':
    case 'group':
      return null
    case 'json':
      return (value) => parsed(text(value))
    case 'selection': {
      const options = to.type === 'selection' ? to.options : []
      const keys = new Map(options.map((option) => [foldText(option.label), option.key]))
      for (const option of options) keys.set(option.key, option.key)
      return (value) => keys.get(text(value)) ?? keys.get(foldText(text(value)))
    }
    case 'datetime':
      return (value) => (/^\d{4}-\d{2}-\d{2}$/.test(text(value)) ? `${text(value)}T00:00:00Z` : text(value))
    case 'date':
      return (value) => (/^\d{4}-\d{2}-\d{2}T/.test(text(value)) ? text(value).slice(0, 10) : text(value))
    default:
      return text
  }
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue // what JSON.parse answers
  } catch {
    return undefined
  }
}
