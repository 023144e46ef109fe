import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares in constant time. Digests first: equal length for timingSafeEqual, and the length of the secret stays hidden. */
export function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
