import { canonicalDecimal, decimalToJson, decimalText } from '@caseloom/contract/values/decimal'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { cleanText } from '@caseloom/contract/values/normalize-text'
import type { KindRules, ServerFieldType, SettingFault } from './field-type.ts'
import { LIST_COLUMN } from './lists.ts'
import type { ParsedValue, ValueIssue } from './parsed-value.ts'
import { codePoints, issue, isStep, MAX_VALUES, wrongType } from './parsing.ts'

/** Items are keys of an inverted index, which takes 2.7 kB. */
const LONGEST_ITEM = 500

type ListField = Field & { type: 'list' }

export const listType: ServerFieldType<'list'> = {
  parse,
  faults: ({ minItems = 0, maxItems = Infinity, minItemLength = 0, maxItemLength = Infinity }) => {
    const faults: SettingFault[] = []
    if (minItems > maxItems)
      faults.push({
        path: ['maxItems'],
        code: 'too_small',
        message: 'The maximum number of items is less than the minimum',
      })
    if (minItemLength > maxItemLength)
      faults.push({
        path: ['maxItemLength'],
        code: 'too_small',
        message: 'The maximum item length is less than the minimum',
      })
    return faults
  },
  fixed: (before, { of }) =>
    before.of === of
      ? []
      : [
          {
            path: ['of'],
            code: 'fixed',
            message: `"${before.key}" contains ${before.of}s. Add a new field instead.`,
          },
        ],
  itemType: ({ of }) => of,
  indexRank: () => 3,
}

export const listKinds = {
  texts: {
    ...LIST_COLUMN,
    searched: (value) => (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string'),
  },
  // Canonical decimals, so that equal numbers are equal texts.
  numbers: {
    ...LIST_COLUMN,
    fromColumn: (raw) =>
      // Other column types arrive as JSON.
      Array.isArray(raw) ? raw.map((item) => decimalToJson(String(item))) : (raw as JsonValue),
    toColumn: (value) => (Array.isArray(value) ? value.map((item) => canonicalDecimal(String(item))) : value),
  },
} satisfies Record<string, KindRules>

/** Items in their order, each once; every faulty one is named, and the bounds count what is left. */
function parse(field: ListField, raw: JsonValue): ParsedValue {
  if (!Array.isArray(raw)) return wrongType('a list')
  if (raw.length === 0) return { value: null }
  if (raw.length > MAX_VALUES) return issue('too_long', `At most ${MAX_VALUES} items`, { max: MAX_VALUES })
  const readings = raw.map((item) => parseItem(field, item))
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

function parseItem(field: ListField, raw: JsonValue): ParsedValue {
  const { step, minItemLength: min, maxItemLength: max = LONGEST_ITEM } = field
  if (field.of === 'number') {
    const value = decimalText(raw)
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
