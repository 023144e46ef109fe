import { canonicalDecimal } from '@caseloom/contract/values/decimal'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { ParsedValue } from './parsed-value.ts'

/** Values of one field; more is a table of its own. */
export const MAX_VALUES = 1_000

export function issue(code: string, message: string, more: Record<string, unknown> = {}): ParsedValue {
  return { issues: [{ path: [], code, message, ...more }] }
}

export function wrongType(expected: string): ParsedValue {
  return issue('invalid_type', `Expected ${expected}`, { expected })
}

/** A canonical value, or the fault when there is none. */
export function canonical(value: JsonValue, code: string, message: string): ParsedValue {
  return value === null ? issue(code, message) : { value }
}

export function codePoints(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit >= 0xd800 && unit <= 0xdbff) count -= 1
  }
  return count
}

/** True when the value is `from` plus a multiple of the step; exact, in whole units of the last digit. */
export function isStep(value: string, from: number, step: number): boolean {
  const texts = [value, canonicalDecimal(from) ?? '0', canonicalDecimal(step) ?? '1']
  const digits = Math.max(...texts.map((text) => text.split('.')[1]?.length ?? 0))
  const [units = 0n, base = 0n, size = 1n] = texts.map((text) => {
    const [whole = '0', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(digits, '0'))
  })
  return (units - base) % size === 0n
}

/** Reads a list of values, each once and sorted; every faulty one is named. */
export function parseSet(
  raw: JsonValue,
  { list, values }: { list: string; values: string },
  parseOne: (item: JsonValue) => ParsedValue,
): ParsedValue {
  if (!Array.isArray(raw)) return wrongType(list)
  if (raw.length > MAX_VALUES)
    return issue('too_long', `At most ${MAX_VALUES} ${values}`, { max: MAX_VALUES })
  const readings = raw.map(parseOne)
  const issues = readings.flatMap((reading, at) =>
    (reading.issues ?? []).map((found) => ({ ...found, path: [at] })),
  )
  if (issues.length > 0) return { issues: issues.slice(0, 100) }
  const texts = readings.flatMap((reading) => (typeof reading.value === 'string' ? [reading.value] : []))
  const value = [...new Set(texts)].sort()
  return { value: value.length === 0 ? null : value }
}
