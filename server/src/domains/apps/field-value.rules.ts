import { canonicalTechnique } from '@caseloom/contract/attack-techniques'
import { canonicalDecimal, compareDecimals, decimalToJson } from '@caseloom/contract/decimal'
import type { Field } from '@caseloom/contract/fields'
import { cleanText } from '@caseloom/contract/normalize-text'
import { normaliseGuid } from '@caseloom/contract/ids'
import type { JsonObject, JsonValue } from '@caseloom/contract/json'
import { canonicalDate, canonicalDuration, canonicalInstant, canonicalTime } from './calendar-value.rules.ts'
import { type ItemIds, readObservables, readTasks } from './case-value.rules.ts'
import { readLinks } from './link-value.rules.ts'
import type { ParsedValue, ValueIssue } from './parsed-value.ts'
import { readFormat } from './text-format.rules.ts'

/** JSON deeper than this is refused: PostgreSQL and every recursive reader have a stack. */
const JSON_DEPTH = 64
const URL_LENGTH = 8_000
const MAX_VALUES = 1_000
const MAX_FILES = 100
/** Items are keys of an inverted index, which takes 2.7 kB. */
const LONGEST_ITEM = 500
/** Characters of a text that a formula gives. */
const LONGEST_RESULT = 10_000

/**
 * Reads one value of a field into its canonical form, or names every fault of it. Empty text and empty lists are
 * null; a list of options follows the order of the options; instants are UTC with milliseconds.
 */
export function readValue(field: Field, raw: JsonValue, ids: ItemIds = anyIds()): ParsedValue {
  if (raw === null || raw === '') return { value: null }
  switch (field.type) {
    case 'text':
      return readText(field, raw)
    case 'url':
      return readUrl(raw)
    case 'number':
      return readNumber(field, raw)
    case 'datetime':
      return readInstant(raw)
    case 'selection':
      return field.multiple
        ? readOptions(
            raw,
            field.options.map((option) => option.key),
          )
        : readOption(
            raw,
            field.options.map((option) => option.key),
          )
    case 'user':
      return field.multiple ? readIds(raw, 'user') : readId(raw, 'user')
    case 'group':
      return field.multiple ? readIds(raw, 'group') : readId(raw, 'group')
    case 'date':
      return read(canonicalDate(raw), 'invalid_date', 'Expected a date such as 2026-11-21')
    case 'time':
      return read(canonicalTime(raw), 'invalid_time', 'Expected a time of day such as 14:05 or 14:05:30')
    case 'duration':
      return read(
        canonicalDuration(raw),
        'invalid_duration',
        'Expected whole seconds or a duration such as PT2H30M or 2h 30m',
      )
    case 'list':
      return readList(field, raw)
    case 'json':
      return readJson(raw)
    case 'reference':
      return readLinks(field, raw)
    case 'attachment':
      return readFiles(field, raw)
    case 'comments':
      return issue('read_only', 'A comments field has no value. Add comments instead.')
    case 'formula':
      return readResult(field, raw)
    case 'technique':
      return field.multiple ? readTechniques(raw) : readTechnique(raw)
    case 'system':
      return issue('read_only', 'A system field can’t be set')
    case 'observables':
      return readObservables(field, raw, ids)
    case 'tasks':
      return readTasks(raw, ids)
    case 'clock':
      return issue('read_only', 'A clock can’t be set; it depends on other fields')
    default:
      return field satisfies never
  }
}

/** Ids that only tell items apart, for looking at a value that is not kept. */
function anyIds(): ItemIds {
  let count = 0
  return () => {
    count += 1
    return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
  }
}

/** What a formula gave, or what someone compares it with, in the form of its result. */
function readResult({ result }: Field & { type: 'formula' }, raw: JsonValue): ParsedValue {
  switch (result) {
    case 'text': {
      if (typeof raw !== 'string') return wrongType('a text')
      const value = cleanText(raw)
      return codePoints(value) > LONGEST_RESULT
        ? issue('too_long', `At most ${LONGEST_RESULT} characters`, { max: LONGEST_RESULT })
        : { value }
    }
    case 'number': {
      const value = typeof raw === 'number' || typeof raw === 'string' ? canonicalDecimal(raw) : null
      return value === null ? wrongType('a number') : { value: decimalToJson(value) }
    }
    case 'boolean':
      return typeof raw === 'boolean' ? { value: raw } : wrongType('true or false')
    case 'date':
      return read(canonicalDate(raw), 'invalid_date', 'Expected a date such as 2026-11-21')
    case 'datetime':
      return readInstant(raw)
    case 'duration':
      return read(
        canonicalDuration(raw),
        'invalid_duration',
        'Expected whole seconds or a duration such as PT2H30M',
      )
    default:
      return result satisfies never
  }
}

function readTechnique(raw: JsonValue): ParsedValue {
  const value = typeof raw === 'string' ? canonicalTechnique(raw) : null
  return value === null
    ? issue('unknown_technique', 'Expected an ATT&CK technique ID such as T1059.001')
    : { value }
}

function readTechniques(raw: JsonValue): ParsedValue {
  if (!Array.isArray(raw)) return wrongType('a list of technique IDs')
  if (raw.length > MAX_VALUES)
    return issue('too_long', `At most ${MAX_VALUES} techniques`, { max: MAX_VALUES })
  const readings = raw.map(readTechnique)
  const issues = readings.flatMap((reading, at) =>
    (reading.issues ?? []).map((found) => ({ ...found, path: [at] })),
  )
  if (issues.length > 0) return { issues: issues.slice(0, 100) }
  const value = [...new Set(readings.flatMap(({ value: id }) => (typeof id === 'string' ? [id] : [])))].sort()
  return { value: value.length === 0 ? null : value }
}

function issue(code: string, message: string, more: Record<string, unknown> = {}): ParsedValue {
  return { issues: [{ path: [], code, message, ...more }] }
}

function wrongType(expected: string): ParsedValue {
  return issue('invalid_type', `Expected ${expected}`, { expected })
}

function read(value: JsonValue, code: string, message: string): ParsedValue {
  return value === null ? issue(code, message) : { value }
}

function readText(field: Field & { type: 'text' }, raw: JsonValue): ParsedValue {
  if (typeof raw !== 'string') return wrongType('a text')
  const max = field.maxLength
  // Much longer than its form may be: not worth reading.
  if (field.format === 'rich' && raw.length > max * 4 + 10_000)
    return issue('too_long', `At most ${max} characters`, { max, actual: raw.length })
  const { value, fault } = readFormat(field.format ?? 'plain', cleanText(raw))
  const { minLength: min, lengthUnit: unit = 'characters' } = field
  const length = unit === 'words' ? wordCount(value ?? raw) : codePoints(value ?? raw)
  const issues: ValueIssue[] = []
  if (length > max)
    issues.push({ path: [], code: 'too_long', message: `At most ${max} ${unit}`, max, actual: length })
  if (min !== undefined && length < min)
    issues.push({ path: [], code: 'too_short', message: `At least ${min} ${unit}`, min, actual: length })
  if (fault !== undefined) issues.push({ path: [], ...fault })
  if (issues.length > 0 || value === undefined) return { issues }
  return { value: value === '' ? null : value }
}

function codePoints(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit >= 0xd800 && unit <= 0xdbff) count -= 1
  }
  return count
}

function readUrl(raw: JsonValue): ParsedValue {
  if (typeof raw !== 'string') return wrongType('an address')
  if (raw.length > URL_LENGTH)
    return issue('too_long', `At most ${URL_LENGTH} characters`, { max: URL_LENGTH })
  const value = cleanText(raw)
  const blank = [...value].some((character) => character <= ' ' || character === '\u007f')
  const parsed = blank ? null : URL.parse(value)
  if (parsed === null || parsed.hostname === '') return issue('invalid_url', 'Invalid URL')
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    return issue('invalid_url', 'The URL must start with http:// or https://')
  }
  return { value }
}

function readNumber(field: Field & { type: 'number' }, raw: JsonValue): ParsedValue {
  if (typeof raw !== 'number' && typeof raw !== 'string') return wrongType('a number')
  const value = canonicalDecimal(raw)
  if (value === null) return issue('invalid_type', 'Expected a number', { expected: 'a number' })
  const issues: ValueIssue[] = []
  const add = (code: string, message: string, more: Record<string, unknown>) =>
    issues.push({ path: [], code, message, ...more })
  const { min, max, decimals } = field
  if (min !== undefined && below(value, min)) add('too_small', `At least ${min}`, { min })
  if (max !== undefined && below(max, value)) add('too_big', `At most ${max}`, { max })
  if (decimals !== undefined && (value.split('.')[1]?.length ?? 0) > decimals) {
    add('too_precise', `At most ${decimals} decimal places`, { decimals })
  }
  const { step } = field
  if (step !== undefined && !isStep(value, min ?? 0, step))
    add('off_step', `Must be a multiple of ${step}${min === undefined ? '' : ` from ${min}`}`, { step })
  return issues.length > 0 ? { issues } : { value: decimalToJson(value) }
}

const WORDS = new Intl.Segmenter('und', { granularity: 'word' })

/** Words in every script, by the rules of Unicode. */
function wordCount(text: string): number {
  let count = 0
  for (const { isWordLike } of WORDS.segment(text)) if (isWordLike === true) count += 1
  return count
}

/** True when the value is `from` plus a multiple of the step; exact, in whole units of the last digit. */
function isStep(value: string, from: number, step: number): boolean {
  const texts = [value, canonicalDecimal(from) ?? '0', canonicalDecimal(step) ?? '1']
  const digits = Math.max(...texts.map((text) => text.split('.')[1]?.length ?? 0))
  const [units = 0n, base = 0n, size = 1n] = texts.map((text) => {
    const [whole = '0', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(digits, '0'))
  })
  return (units - base) % size === 0n
}

function below(a: string | number, b: string | number): boolean {
  return compareDecimals(canonicalDecimal(a) ?? '0', canonicalDecimal(b) ?? '0') < 0
}

function readInstant(raw: JsonValue): ParsedValue {
  const value = canonicalInstant(raw)
  return value === null
    ? issue('invalid_instant', 'Expected a date and time with a time zone, such as 2026-11-21T03:02:15Z')
    : { value }
}

function readOption(raw: JsonValue, options: readonly string[]): ParsedValue {
  if (typeof raw !== 'string') return wrongType('the key of an option')
  return options.includes(raw) ? { value: raw } : unknownOption(options)
}

function unknownOption(options: readonly string[]): ParsedValue {
  return issue('unknown_option', 'No such option', { options: options.slice(0, 50) })
}

function readOptions(raw: JsonValue, options: readonly string[]): ParsedValue {
  if (!Array.isArray(raw)) return wrongType('a list of option keys')
  const issues: ValueIssue[] = []
  for (const [at, item] of raw.entries()) {
    for (const found of readOption(item, options).issues ?? []) issues.push({ ...found, path: [at] })
  }
  if (issues.length > 0) return { issues: issues.slice(0, 100) }
  const value = options.filter((option) => raw.includes(option))
  return { value: value.length === 0 ? null : value }
}

type Principal = 'user' | 'group'

function readId(raw: JsonValue, of: Principal): ParsedValue {
  const value = typeof raw === 'string' ? normaliseGuid(raw) : null
  return value === null ? issue('invalid_guid', `Expected the ID of a ${of}`) : { value }
}

function readIds(raw: JsonValue, of: Principal): ParsedValue {
  if (!Array.isArray(raw)) return wrongType(`a list of ${of} ids`)
  if (raw.length > MAX_VALUES) return issue('too_long', `At most ${MAX_VALUES} ${of}s`, { max: MAX_VALUES })
  const readings = raw.map((item) => readId(item, of))
  const issues = readings.flatMap((reading, at) =>
    (reading.issues ?? []).map((found) => ({ ...found, path: [at] })),
  )
  if (issues.length > 0) return { issues: issues.slice(0, 100) }
  const ids = readings.flatMap((reading) => (typeof reading.value === 'string' ? [reading.value] : []))
  const value = [...new Set(ids)].sort()
  return { value: value.length === 0 ? null : value }
}

/** Items in their order, each once; every faulty one is named, and the bounds count what is left. */
function readList(field: Field & { type: 'list' }, raw: JsonValue): ParsedValue {
  if (!Array.isArray(raw)) return wrongType('a list')
  if (raw.length === 0) return { value: null }
  if (raw.length > MAX_VALUES) return issue('too_long', `At most ${MAX_VALUES} items`, { max: MAX_VALUES })
  const readings = raw.map((item) => readItem(field, item))
  const issues: ValueIssue[] = readings.flatMap((reading, at) =>
    (reading.issues ?? []).map((found) => ({ ...found, path: [at] })),
  )
  const value = [...new Set(readings.flatMap((reading) => (reading.issues ? [] : [reading.value])))]
  const { minItems: min, maxItems: max } = field
  if (issues.length === 0 && min !== undefined && value.length < min)
    issues.push({ path: [], code: 'too_small', message: `At least ${min} items`, min })
  if (max !== undefined && value.length > max)
    issues.push({ path: [], code: 'too_long', message: `At most ${max} items`, max, actual: value.length })
  return issues.length > 0 ? { issues: issues.slice(0, 100) } : { value }
}

function readItem(field: Field & { type: 'list' }, raw: JsonValue): ParsedValue {
  const { step, minItemLength: min, maxItemLength: max = LONGEST_ITEM } = field
  if (field.of === 'number') {
    const value = typeof raw === 'number' || typeof raw === 'string' ? canonicalDecimal(raw) : null
    if (value === null) return wrongType('a number')
    return step === undefined || isStep(value, 0, step)
      ? { value: decimalToJson(value) }
      : issue('off_step', `Must be a multiple of ${step}`, { step })
  }
  if (typeof raw !== 'string') return wrongType('a text')
  const value = cleanText(raw).trim()
  if (value === '') return issue('required', 'Items can’t be empty')
  const length = codePoints(value)
  if (min !== undefined && length < min)
    return issue('too_short', `At least ${min} characters`, { min, actual: length })
  return length > max ? issue('too_long', `At most ${max} characters`, { max, actual: length }) : { value }
}

/** Ids of files in their order, each once; anyone who writes them gets what is known of each file in their place. */
function readFiles(field: Field & { type: 'attachment' }, raw: JsonValue): ParsedValue {
  if (!Array.isArray(raw)) return wrongType('a list of file IDs')
  if (raw.length > MAX_FILES) return issue('too_long', `At most ${MAX_FILES} files`, { max: MAX_FILES })
  const ids = raw.map((item) => {
    // A list as it was shown may come back whole.
    const id = isObject(item) ? item['id'] : item
    return typeof id === 'string' ? normaliseGuid(id) : null
  })
  const issues: ValueIssue[] = ids.flatMap((id, at) =>
    id === null ? [{ path: [at], code: 'invalid_guid', message: 'Expected a file ID' }] : [],
  )
  const value = [...new Set(ids)]
  if (!field.multiple && value.length > 1)
    issues.push({
      path: [],
      code: 'too_long',
      message: 'Only one file is allowed',
      max: 1,
      actual: value.length,
    })
  if (issues.length > 0) return { issues: issues.slice(0, 100) }
  return { value: value.length === 0 ? null : value }
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readJson(raw: JsonValue): ParsedValue {
  const value = cleanJson(raw, JSON_DEPTH)
  return value === undefined
    ? issue('too_deep', `At most ${JSON_DEPTH} levels deep, and no numbers beyond 1e308`, { max: JSON_DEPTH })
    : { value }
}

/** JSON as PostgreSQL can keep it: every text clean; undefined when too deep, or when a number is beyond 1e308. */
export function cleanJson(value: JsonValue, depth = JSON_DEPTH): JsonValue | undefined {
  if (typeof value === 'string') return cleanText(value)
  // JSON writes -0 as 0, and numbers beyond its range as null, which would lose them unseen.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : undefined
  if (value === null || typeof value !== 'object') return value
  if (depth === 0) return undefined
  if (Array.isArray(value)) {
    const items: JsonValue[] = []
    for (const item of value) {
      const clean = cleanJson(item, depth - 1)
      if (clean === undefined) return undefined
      items.push(clean)
    }
    return items
  }
  const pairs: [string, JsonValue][] = []
  for (const [key, item] of Object.entries(value)) {
    const clean = cleanJson(item, depth - 1)
    if (clean === undefined) return undefined
    pairs.push([cleanText(key), clean])
  }
  return Object.fromEntries(pairs)
}
