import { CURSOR_PARTS, cursorOf, cursorValues } from '../../../platform/cursor.ts'

/** Where a page ended: the order it belongs to, the values of its keys (null when empty), and the record's id. */
export interface SearchCursor {
  order: string
  values: (string | null)[]
  id: string
}

export function writeSearchCursor({ order, values, id }: SearchCursor): string {
  return cursorOf([order, id, ...values])
}

/** The cursor of this order, or null when the text is none or belongs to another order. */
export function readSearchCursor(text: string, order: string, keys: number): SearchCursor | null {
  const [of, id = null, ...values] = cursorValues(text)
  const fits = of === order && id !== null && CURSOR_PARTS.id.test(id) && values.length === keys
  return fits ? { order, id, values } : null
}
