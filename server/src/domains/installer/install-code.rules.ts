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

/** True when only this machine can reach the product: then whoever reaches it may install it. */
export function isOnlyLocal(host: string, publicUrl: string): boolean {
  return isLoopback(host) && isLoopback(URL.parse(publicUrl)?.hostname ?? '')
}

function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  return bare === 'localhost' || bare === '::1' || /^127(?:\.\d{1,3}){3}$/.test(bare)
}
