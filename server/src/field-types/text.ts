import { cleanText } from '@caseloom/contract/values/normalize-text'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { plainTextOf } from '@caseloom/contract/values/rich-text'
import { paragraphs } from './cells.ts'
import type { KindRules, ServerFieldType, SettingFault } from './field-type.ts'
import type { ParsedValue, ValueIssue } from './parsed-value.ts'
import { codePoints, issue, wrongType } from './parsing.ts'
import { ipSortKey, readFormat } from './text-format.ts'

type TextField = Field & { type: 'text' }

export const textType: ServerFieldType<'text'> = {
  parse,
  faults: ({ format, multiline, minLength = 0, maxLength, unique }) => {
    const faults: SettingFault[] = []
    const isFormal = format !== undefined && format !== 'plain' && format !== 'rich'
    if (multiline && isFormal)
      faults.push({
        path: ['multiline'],
        code: 'not_allowed',
        message: `A text field with the format "${format}" can’t have several lines`,
      })
    if (minLength > maxLength)
      faults.push({
        path: ['maxLength'],
        code: 'too_small',
        message: 'The maximum length is less than the minimum',
      })
    if (format === 'rich' && unique)
      faults.push({ path: ['unique'], code: 'not_allowed', message: 'Rich text can’t be unique' })
    return faults
  },
  // Values are stored in the form of their format: another format would read, sort, and compare them differently.
  fixed: (before, { format = 'plain' }) =>
    (before.format ?? 'plain') === format
      ? []
      : [{ path: ['format'], code: 'fixed', message: `The format of "${before.key}" can’t be changed` }],
  convert: {
    toText: (value, { format }) => (format === 'rich' ? plainTextOf(String(value)) : value),
    isRich: ({ format }) => format === 'rich',
    fromText: (text) => text,
  },
  indexRank: (_field, isTitle) => (isTitle ? 4 : 9),
  unindexed: ({ multiline }) => multiline,
  ungrouped: ({ multiline }) => multiline,
  sortKey: ({ format }, text) => (format === 'ip' ? ipSortKey(text) : null),
  // Addresses have a key by which they sort as numbers.
  sortsOtherwise: ({ format }) => format === 'ip',
}

export const textKinds = {
  text: {
    sqlType: 'text',
    sortColumn: true,
    sortType: 'text',
    index: (column, sortColumn) => `btree (${sortColumn ?? column}, id)`,
    searched: (value) => (typeof value === 'string' ? [value] : []),
    toCell: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
    fromCell: (cell) => ({ raw: cell }),
  },
  // Rich text sorts, compares and is found by what is read of it.
  rich: {
    sqlType: 'text',
    sortColumn: true,
    sortType: 'text',
    sortText: (value) => (typeof value === 'string' ? plainTextOf(value) : null),
    compared: (column) => `caseloom.rich_plain(${column})`,
    searched: (value) => [plainTextOf(String(value))],
    toCell: (value) => (typeof value === 'string' ? plainTextOf(value) : ''),
    fromCell: (cell) => ({ raw: paragraphs(cell) }),
  },
} satisfies Record<string, KindRules>

function parse(field: TextField, raw: JsonValue): ParsedValue {
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

const WORDS = new Intl.Segmenter('und', { granularity: 'word' })

/** Words in every script, by the rules of Unicode. */
function wordCount(text: string): number {
  let count = 0
  for (const { isWordLike } of WORDS.segment(text)) if (isWordLike === true) count += 1
  return count
}
