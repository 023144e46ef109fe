import type { Piece } from './pieces.ts'
import type { BannedTerm, Vocabulary } from './vocabulary.ts'

export interface Use {
  at: string
  area: string
  /** Kind and term, as the list of exceptions names them. */
  key: string
  instead: string
}

type Counts = Record<string, Record<string, number>>

/** Words that are not ours to choose, by file: what people ask, what the specification or a standard says. */
export interface Quotes {
  reason: string
  files: Counts
}

/** How often an area may still use a banned term. Counts shrink or go. */
export interface Exceptions {
  reason: string
  counts: Counts
  quotes: Quotes[]
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

export function countUses(uses: Use[], placeOf: (use: Use) => string = ({ area }) => area): Counts {
  const counts: Counts = {}
  for (const use of uses) {
    const own = (counts[placeOf(use)] ??= {})
    own[use.key] = (own[use.key] ?? 0) + 1
  }
  return counts
}

const pathOf = ({ at }: Use) => at.slice(0, at.lastIndexOf(':'))

/** Uses in files that quote, and all others. */
export function splitQuoted(uses: Use[], { quotes }: Exceptions): { quoted: Use[]; own: Use[] } {
  const files = new Set(quotes.flatMap((entry) => Object.keys(entry.files)))
  return {
    quoted: uses.filter((use) => files.has(pathOf(use))),
    own: uses.filter((use) => !files.has(pathOf(use))),
  }
}

function countFaults(uses: Use[], allowed: Counts, placeOf: (use: Use) => string): Fault[] {
  const counts = countUses(uses, placeOf)
  const over = uses.filter(
    (use) => (counts[placeOf(use)]?.[use.key] ?? 0) > (allowed[placeOf(use)]?.[use.key] ?? 0),
  )
  const stale = Object.entries(allowed).flatMap(([place, own]) =>
    Object.entries(own)
      .filter(([key, count]) => count > (counts[place]?.[key] ?? 0))
      .map(([key, count]) => ({
        at: place,
        text: `its exception allows ${count} of "${key}", there are ${counts[place]?.[key] ?? 0}: lower it`,
      })),
  )
  return [...over.map(({ at, key, instead }) => ({ at, text: `${key} → ${instead}` })), ...stale]
}

/** More uses than an exception allows are faults, and so is an exception that allows more than there are. */
export function useFaults(uses: Use[], exceptions: Exceptions): Fault[] {
  const { quoted, own } = splitQuoted(uses, exceptions)
  const reasons = [
    ...(Object.keys(exceptions.counts).length > 0 ? [exceptions.reason] : []),
    ...exceptions.quotes.map(({ reason }) => reason),
  ]
  return [
    ...countFaults(own, exceptions.counts, ({ area }) => area),
    ...countFaults(quoted, Object.assign({}, ...exceptions.quotes.map(({ files }) => files)), pathOf),
    ...reasons
      .filter((reason) => reason.trim().length < 10)
      .map(() => ({ at: 'tools/words/exceptions.json', text: 'gives no reason' })),
  ]
}

function lowerCounts(allowed: Counts, counts: Counts): Counts {
  const lowered = Object.entries(allowed).flatMap(([place, own]) => {
    const left = Object.entries(own).flatMap(([key, count]): [string, number][] => {
      const now = Math.min(count, counts[place]?.[key] ?? 0)
      return now > 0 ? [[key, now]] : []
    })
    return left.length > 0 ? [[place, Object.fromEntries(left)] as const] : []
  })
  return Object.fromEntries(lowered)
}

/** The exceptions with counts as small as the uses allow, and never larger ones. */
export function lowered(uses: Use[], exceptions: Exceptions): Exceptions {
  const { quoted, own } = splitQuoted(uses, exceptions)
  const byFile = countUses(quoted, pathOf)
  return {
    reason: exceptions.reason,
    counts: lowerCounts(exceptions.counts, countUses(own)),
    quotes: exceptions.quotes.map(({ reason, files }) => ({ reason, files: lowerCounts(files, byFile) })),
  }
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
