/** Digits and letters without those that look alike. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Ten characters (49 bits) from random bytes, in two halves for reading aloud. */
export function codeFrom(random: (below: number) => number): string {
  const half = () => Array.from({ length: 5 }, () => ALPHABET[random(ALPHABET.length)] ?? '2').join('')
  return `${half()}-${half()}`
}

/** A code as it is compared: how it is grouped and typed does not count. */
export function canonicalCode(code: string): string {
  return code.toUpperCase().replace(/[^0-9A-Z]/g, '')
}

/** The address that the operator opens: it carries the code, so that no one types it. */
export function installAddress(publicUrl: string, code: string): string {
  return `${publicUrl}/install?code=${encodeURIComponent(code)}`
}
