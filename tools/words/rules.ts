import type { Piece } from './pieces.ts'
import type { BannedTerm, Vocabulary } from './vocabulary.ts'

export interface Use {
  at: string
  area: string
  /** Kind and term, as the list of exceptions names them. */
  key: string
  instead: string
}

/** How often an area may still use a banned term. Counts shrink or go. */
export interface Exceptions {
  reason: string
  counts: Record<string, Record<string, number>>
}

export interface Fault {
  at: string
  text: string
}

function patternOf(term: string): RegExp {
  const escaped = term
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(String.raw`\*`, String.raw`[\w]*`)
  return new RegExp(`(?<![\\w-])${escaped.replaceAll(' ', String.raw`[\s*]+`)}(?![\\w-])`, 'gi')
}

/** Domains and rooms of the web are areas of their own, so that a count says where to look. */
export function areaOf(path: string): string {
  const parts = path.split('/')
  if (parts.length === 1) return 'root'
  const depth = parts[2] === 'domains' ? 4 : parts[1] === 'src' && parts.length > 3 ? 3 : 1
  return parts.slice(0, Math.min(depth, parts.length - 1)).join('/')
}

export type UseFinder = (path: string, pieces: Piece[]) => Use[]

/** Where a file uses a banned term of a kind. */
export function useFinder({ banned }: Vocabulary): UseFinder {
  const patterns = banned.map((entry: BannedTerm) => ({ ...entry, pattern: patternOf(entry.term) }))
  return (path, pieces) =>
    pieces.flatMap(({ kind, line, text }) =>
      patterns
        .filter((entry) => entry.kinds.has(kind))
        .flatMap(({ term, instead, pattern }) =>
          [...text.matchAll(pattern)].map(() => ({
            at: `${path}:${line}`,
            area: areaOf(path),
            key: `${kind}: ${term}`,
            instead,
          })),
        ),
    )
}

export function countUses(uses: Use[]): Exceptions['counts'] {
  const counts: Exceptions['counts'] = {}
  for (const { area, key } of uses) {
    const own = (counts[area] ??= {})
    own[key] = (own[key] ?? 0) + 1
  }
  return counts
}

/** More uses than an area's exception allows are faults, and so is an exception that allows more than there are. */
export function useFaults(uses: Use[], exceptions: Exceptions): Fault[] {
  const counts = countUses(uses)
  const over = uses.filter(
    ({ area, key }) => (counts[area]?.[key] ?? 0) > (exceptions.counts[area]?.[key] ?? 0),
  )
  const stale = Object.entries(exceptions.counts).flatMap(([area, own]) =>
    Object.entries(own)
      .filter(([key, count]) => count > (counts[area]?.[key] ?? 0))
      .map(([key, count]) => ({
        at: area,
        text: `its exception allows ${count} of "${key}", there are ${counts[area]?.[key] ?? 0}: lower it`,
      })),
  )
  const reason =
    Object.keys(exceptions.counts).length > 0 && exceptions.reason.trim().length < 10
      ? [{ at: 'tools/words/exceptions.json', text: 'gives no reason' }]
      : []
  return [...over.map(({ at, key, instead }) => ({ at, text: `${key} → ${instead}` })), ...stale, ...reason]
}

const WORD = /[A-Za-z]+(?:[’'][a-z]+)?/g

/** Words of the interface, lower case, without placeholders and code. */
export function wordsOfText(text: string): string[] {
  return (text.replaceAll(/\{\{[^}]*\}\}|`[^`]*`|<[^>]*>/g, ' ').match(WORD) ?? []).map((word) =>
    word.toLowerCase(),
  )
}

/** Words of the interface that neither the vocabulary nor the list of plain words knows; plain words that nothing uses. */
export function wordFaults(
  texts: { at: string; text: string }[],
  vocabulary: Vocabulary,
  plain: string[],
): Fault[] {
  const terms = new Set([...vocabulary.known].flatMap((term) => wordsOfText(term)))
  const known = new Set([...terms, ...plain])
  const seen = new Set<string>()
  const unknown = texts.flatMap(({ at, text }) =>
    wordsOfText(text).flatMap((word) => {
      seen.add(word)
      return known.has(word)
        ? []
        : [
            {
              at,
              text: `"${word}" is new in the interface: use a term of docs/words.md, or add it to plain-words.txt`,
            },
          ]
    }),
  )
  const unused = plain
    .filter((word) => !seen.has(word))
    .map((word) => ({ at: 'tools/words/plain-words.txt', text: `"${word}" is not used any more: remove it` }))
  return [...unknown, ...unused]
}
