import type { Item, Match } from './grammar.rules.ts'

/** The longest of some readings. */
export function best(matches: readonly (Match | null)[]): Match | null {
  return matches.filter((one) => one !== null).toSorted((one, other) => other.length - one.length)[0] ?? null
}

/** A reading of so many tokens; of none it is no reading. */
export function say(length: number, ...items: readonly Item[]): Match | null {
  return length === 0 ? null : { length, items }
}

/** A lead counts only if something follows it. */
export const withLead = (lead: number, length: number) => (length === 0 ? 0 : lead + length)
