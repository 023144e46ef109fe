import type { Hue } from './hue.ts'

const TINTS: readonly Hue[] = ['plum', 'blue', 'green', 'amber', 'gray', 'orange']

export function initials(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
  const first = words[0] ?? ''
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return [first, last]
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}

/** A person has the same tint everywhere: it is derived from the name. */
export function avatarHue(name: string): Hue {
  let sum = 0
  for (const sign of name) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973
  return TINTS[sum % TINTS.length] ?? 'gray'
}
