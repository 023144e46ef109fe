import { createHash } from 'node:crypto'

/** The id of an item by its content, in the form of a UUID (RFC 9562, version 8). */
export function itemIds(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
