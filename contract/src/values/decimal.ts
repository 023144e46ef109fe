import type { JsonValue } from '../kernel/json.ts'

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/
/** More digits than this are no measurement of anything, and cost time in every comparison. */
const MAX_DIGITS = 100

/**
 * The canonical text of a decimal number, exact to the last digit: no exponent, no leading or trailing zeros, no `-0`.
 * Null when the input is no finite number or has more than 100 digits on either side of the point.
 */
export function canonicalDecimal(input: number | string): string | null {
  const text = typeof input === 'number' ? String(input) : input
  if (text.length > 250) return null
  const match = DECIMAL.exec(text)
  if (!match) return null
  const [, sign, whole = '', fraction = '', exponent] = match
  if (whole === '' && fraction === '') return null
  const shifted = shift(whole, fraction, exponent === undefined ? 0 : Number(exponent))
  const integer = shifted.whole.replace(/^0+/, '')
  const decimals = shifted.fraction.replace(/0+$/, '')
  if (integer.length > MAX_DIGITS || decimals.length > MAX_DIGITS) return null
  if (integer === '' && decimals === '') return '0'
  return `${sign === '-' ? '-' : ''}${integer === '' ? '0' : integer}${decimals === '' ? '' : `.${decimals}`}`
}

function shift(whole: string, fraction: string, by: number): { whole: string; fraction: string } {
  if (by === 0) return { whole, fraction }
  const digits = whole + fraction
  const point = whole.length + by
  if (point <= 0) return { whole: '', fraction: '0'.repeat(-point) + digits }
  if (point >= digits.length) return { whole: digits.padEnd(point, '0'), fraction: '' }
  return { whole: digits.slice(0, point), fraction: digits.slice(point) }
}

/** Compares two canonical decimals: negative, zero or positive, like a sort function. */
export function compareDecimals(a: string, b: string): number {
  const minusA = a.startsWith('-')
  const minusB = b.startsWith('-')
  if (minusA !== minusB) return minusA ? -1 : 1
  return minusA ? compareMagnitudes(b.slice(1), a.slice(1)) : compareMagnitudes(a, b)
}

function compareMagnitudes(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.')
  const [wholeB = '', fractionB = ''] = b.split('.')
  if (wholeA.length !== wholeB.length) return wholeA.length - wholeB.length
  if (wholeA !== wholeB) return wholeA < wholeB ? -1 : 1
  if (fractionA === fractionB) return 0
  return fractionA < fractionB ? -1 : 1
}

/** A canonical decimal as JSON carries it: a number up to 15 digits, beyond that the text, so that no digit is lost. */
export function decimalToJson(canonical: string): number | string {
  const digits = canonical.replace(/[-.]/g, '').replace(/^0+/, '')
  return digits.length <= 15 ? Number(canonical) : canonical
}

/** The canonical text of a number, or of a text that is one; null for anything else. */
export function decimalText(raw: JsonValue): string | null {
  return typeof raw === 'number' || typeof raw === 'string' ? canonicalDecimal(raw) : null
}
