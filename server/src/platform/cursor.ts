import { fail } from './errors.ts'

/** A cursor that names the last row of a page by its sort values; opaque to anyone who passes it back. */
export function cursorOf(values: readonly string[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/**
 * The values of a cursor, null without one.
 * @throws request.invalid when no page gave it out: the wrong number of values, or one that its pattern refuses
 */
export function readCursor(cursor: string | undefined, patterns: readonly RegExp[]): string[] | null {
  if (cursor === undefined) return null
  const values = parsed(cursor)
  const texts = values.filter((value) => typeof value === 'string')
  const fits =
    values.length === patterns.length && patterns.every((pattern, i) => pattern.test(texts[i] ?? ''))
  if (fits && texts.length === values.length) return texts
  const issue = { path: ['query', 'cursor'], code: 'invalid_format', message: 'Invalid cursor' }
  throw fail('request.invalid', { issues: [issue] })
}

/** Patterns of what cursors are made of. */
export const CURSOR_PARTS = {
  id: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  /** To the microsecond, as `to_char` writes it. */
  instant: /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T[0-2]\d:[0-5]\d:[0-5]\d\.\d{6}Z$/,
  text: /^[^\0]{0,1000}$/s,
} as const

function parsed(cursor: string): unknown[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(values) ? values : []
  } catch {
    // Not a cursor: the caller answers 400.
    return []
  }
}
