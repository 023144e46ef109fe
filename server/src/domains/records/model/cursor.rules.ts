/** Where a page ended: the order it belongs to, the values of its keys (null when empty), and the record's id. */
export interface Cursor {
  order: string
  values: (string | null)[]
  id: string
}

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function writeCursor(cursor: Cursor): string {
  const bytes = new TextEncoder().encode(JSON.stringify([cursor.order, cursor.id, ...cursor.values]))
  return bytes.toBase64({ alphabet: 'base64url', omitPadding: true })
}

/** The cursor of this order, or null when the text is none or belongs to another order. */
export function readCursor(text: string, order: string, keys: number): Cursor | null {
  const parsed = parse(text)
  if (!Array.isArray(parsed) || parsed.length !== keys + 2) return null
  const [of, id, ...values] = parsed as unknown[]
  if (of !== order || typeof id !== 'string' || !GUID.test(id)) return null
  const kept = values.filter((value) => value === null || typeof value === 'string')
  return kept.length === keys ? { order, id, values: kept } : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(text, { alphabet: 'base64url' })))
  } catch {
    // Not a cursor: the caller answers 400.
    return null
  }
}
