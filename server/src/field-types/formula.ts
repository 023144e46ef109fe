import { decimalToJson, decimalText } from '@caseloom/contract/values/decimal'
import type { FormulaResult } from '@caseloom/contract/values/computed-fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { cleanText } from '@caseloom/contract/values/normalize-text'
import { canonicalDate, canonicalDuration, canonicalInstant } from '@caseloom/contract/values/calendar-value'
import type { KindRules, ServerFieldType } from './field-type.ts'
import type { ParsedValue } from './parsed-value.ts'
import { canonical, codePoints, issue, wrongType } from './parsing.ts'

/** Characters of a text that a formula gives. */
const MAX_LENGTH = 10_000

export const formulaType: ServerFieldType<'formula'> = {
  parse: ({ result }, raw) => RESULTS[result](raw),
  indexRank: () => 5,
}

export const formulaKinds = {
  boolean: {
    sqlType: 'boolean',
    sortType: 'boolean',
    index: (column) => `btree (${column}, id)`,
    toCell: (value) => (value === true ? 'yes' : 'no'),
    // Formulas are computed, not read; the words come back as they were written all the same.
    fromCell: (cell) => {
      const word = cell.trim().toLowerCase()
      const isTrue = word === 'yes' || word === 'true'
      return { raw: isTrue ? true : word === 'no' || word === 'false' ? false : word }
    },
  },
} satisfies Record<string, KindRules>

/** What a formula gave, or what someone compares it with, in the form of its result. */
const RESULTS: Record<FormulaResult, (raw: JsonValue) => ParsedValue> = {
  text: (raw) => {
    if (typeof raw !== 'string') return wrongType('a text')
    const value = cleanText(raw)
    return codePoints(value) > MAX_LENGTH
      ? issue('too_long', `At most ${MAX_LENGTH} characters`, { max: MAX_LENGTH })
      : { value }
  },
  number: (raw) => {
    const value = decimalText(raw)
    return value === null ? wrongType('a number') : { value: decimalToJson(value) }
  },
  boolean: (raw) => (typeof raw === 'boolean' ? { value: raw } : wrongType('true or false')),
  date: (raw) => canonical(canonicalDate(raw), 'invalid_date', 'Expected a date such as 2026-11-21'),
  datetime: (raw) =>
    canonical(
      canonicalInstant(raw),
      'invalid_instant',
      'Expected a date and time with a time zone, such as 2026-11-21T03:02:15Z',
    ),
  duration: (raw) =>
    canonical(
      canonicalDuration(raw),
      'invalid_duration',
      'Expected whole seconds or a duration such as PT2H30M',
    ),
}
