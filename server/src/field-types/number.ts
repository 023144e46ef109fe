import {
  canonicalDecimal,
  compareDecimals,
  decimalToJson,
  decimalText,
} from '@caseloom/contract/values/decimal'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { plainText, trimmedCell } from './cells.ts'
import { DECIMAL_COLUMN } from './decimals.ts'
import type { KindRules, ServerFieldType } from './field-type.ts'
import type { ParsedValue, ValueIssue } from './parsed-value.ts'
import { isStep, wrongType } from './parsing.ts'

export const numberType: ServerFieldType<'number'> = {
  parse,
  faults: ({ min, max }) =>
    min !== undefined && max !== undefined && min > max
      ? [{ path: ['max'], code: 'too_small', message: 'The maximum is less than the minimum' }]
      : [],
  convert: { toText: String, fromText: (text) => text, from: { duration: (value) => value } },
  indexRank: () => 5,
  uniqueKey: (column) => column,
}

export const numberKinds = {
  number: {
    ...DECIMAL_COLUMN,
    toCell: plainText,
    fromCell: trimmedCell,
  },
} satisfies Record<string, KindRules>

function parse({ min, max, decimals, step }: Field & { type: 'number' }, raw: JsonValue): ParsedValue {
  const value = decimalText(raw)
  if (value === null) return wrongType('a number')
  const issues: ValueIssue[] = []
  const add = (code: string, message: string, more: Record<string, unknown>) =>
    issues.push({ path: [], code, message, ...more })
  if (min !== undefined && below(value, min)) add('too_small', `At least ${min}`, { min })
  if (max !== undefined && below(max, value)) add('too_big', `At most ${max}`, { max })
  if (decimals !== undefined && (value.split('.')[1]?.length ?? 0) > decimals) {
    add('too_precise', `At most ${decimals} decimal places`, { decimals })
  }
  if (step !== undefined && !isStep(value, min ?? 0, step))
    add('off_step', `Must be a multiple of ${step}${min === undefined ? '' : ` from ${min}`}`, { step })
  return issues.length > 0 ? { issues } : { value: decimalToJson(value) }
}

function below(a: string | number, b: string | number): boolean {
  return compareDecimals(canonicalDecimal(a) ?? '0', canonicalDecimal(b) ?? '0') < 0
}
