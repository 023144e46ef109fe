import type { Token } from './tokens.rules.ts'

/** How many tokens at a place say the name; 0 when they do not. */
export function nameLength(tokens: readonly Token[], at: number, name: readonly string[]): number {
  let length = 0
  for (const part of name) {
    // A mark within a name, such as the + of AMBER+STRICT, says nothing.
    if (tokens[at + length]?.kind === 'mark' && length > 0 && tokens[at + length]?.text !== ',') length += 1
    const token = tokens[at + length]
    if (token === undefined || token.kind === 'quoted' || !(token.lemma === part || token.text === part))
      return 0
    length += 1
  }
  return length
}

/** The longest of some names at a place. */
export function longestName(
  tokens: readonly Token[],
  at: number,
  names: readonly (readonly string[])[],
): number {
  return names.reduce((most, name) => Math.max(most, nameLength(tokens, at, name)), 0)
}

/** A word of a phrase: what may stand there, and whether nothing may. */
interface Part {
  options: readonly string[]
  optional: boolean
}

/** Phrases are few and fixed: each is taken apart once. */
const COMPILED = new Map<string, readonly Part[]>()

function partsOf(phrase: string): readonly Part[] {
  const known = COMPILED.get(phrase)
  if (known !== undefined) return known
  const parts = phrase.split(' ').map((part): Part => {
    // "an?" is either article: required next to other words, optional on its own.
    const written = part.replaceAll('an?', 'a|an')
    const marked = written.endsWith('?')
    return {
      options: (marked ? written.slice(0, -1) : written).split('|'),
      optional: part === 'an?' || marked,
    }
  })
  COMPILED.set(phrase, parts)
  return parts
}

/** Whether the words stand there one after the other; `a|b` is either, and a trailing `?` may be left out. */
export function phraseLength(tokens: readonly Token[], at: number, phrase: string): number {
  let length = 0
  for (const { options, optional } of partsOf(phrase)) {
    const token = tokens[at + length]
    const fits = token !== undefined && token.kind === 'word' && options.includes(token.text)
    if (fits) length += 1
    else if (!optional) return 0
  }
  return length
}

/** The longest of some phrases at a place. */
export function longestPhrase(tokens: readonly Token[], at: number, phrases: readonly string[]): number {
  if (tokens[at]?.kind !== 'word') return 0
  let most = 0
  for (const phrase of phrases) most = Math.max(most, phraseLength(tokens, at, phrase))
  return most
}
