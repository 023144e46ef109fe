import { canonicalDecimal, decimalToJson } from '@caseloom/contract/values/decimal'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { KindRules } from './field-type.ts'

/** What JSON carries exactly needs no closer look; the column's own text has no exponent and no sign of plus. */
const SHORT_DECIMAL = /^-?\d{1,10}(?:\.\d{1,5})?$/

function decimalOf(raw: string): JsonValue {
  // Zero has no sign.
  return SHORT_DECIMAL.test(raw) ? Number(raw) + 0 : decimalToJson(canonicalDecimal(raw) ?? raw)
}

/** Columns of exact decimals. */
export const DECIMAL_COLUMN = {
  sqlType: 'numeric',
  sortType: 'numeric',
  index: (column) => `btree (${column}, id)`,
  // Other column types arrive as JSON.
  fromColumn: (raw) => (typeof raw === 'string' ? decimalOf(raw) : (raw as JsonValue)),
  toColumn: String,
  groupKey: (column) => `trim_scale(${column})::text`,
} satisfies Partial<KindRules>
