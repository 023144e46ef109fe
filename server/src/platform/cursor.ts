import { UUID_TEXT } from '@caseloom/contract/kernel/ids'
import { fail } from './errors.ts'

/** A cursor that names the last row of a page by its sort values; opaque to anyone who passes it back. */
export function cursorOf(values: readonly (string | null)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/**
 * The values of a cursor, null without one.
 * @throws request.invalid when no page gave it out: the wrong number of values, or one that its pattern refuses
 */
export function readCursor(cursor: string | undefined, patterns: readonly RegExp[]): string[] | null {
  if (cursor === undefined) return null
  const values = cursorValues(cursor)
  const texts = values.filter((value) => value !== null)
  const fits =
    values.length === patterns.length && patterns.every((pattern, i) => pattern.test(texts[i] ?? ''))
  if (fits && texts.length === values.length) return texts
  const issue = { path: ['query', 'cursor'], code: 'invalid_format', message: 'Invalid cursor' }
  throw fail('request.invalid', { issues: [issue] })
}

/** Patterns of what cursors are made of. */
export const CURSOR_PARTS = {
  id: new RegExp(`^${UUID_TEXT}$`),
  /** To the microsecond, as `to_char` writes it. */
  instant: /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T[0-2]\d:[0-5]\d:[0-5]\d\.\d{6}Z$/,
  text: /^[^\0]{0,1000}$/s,
} as const

/** The values of a cursor as they are, for an order that depends on the request; none when no page gave it out. */
export function cursorValues(cursor: string): (string | null)[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const isCursor =
      Array.isArray(values) && values.every((value) => value === null || typeof value === 'string')
    return isCursor ? values : []
  } catch {
    // Not a cursor: the caller answers 400.
    return []
  }
}
