// The words by which search finds a record, its comments included, and writing them again.
import { foldText, isAscii } from '@caseloom/contract/values/normalize-text'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { kindRules } from '../../../field-types/registry.ts'
import type { FieldShape, Values } from '../model/record-shape.ts'

/** Characters of one field that are searched; the rest of a longer text is not found by words. */
const MAX_CHARACTERS = 200_000
const MAX_WORDS = 20_000
const MAX_IDENTIFIERS = 200
const LONGEST_WORD = 200

const WORD = /[\p{L}\p{N}_]+/gu
/** Parts joined by the marks inside CVE ids, addresses, hosts, mail addresses, paths and package names. */
const COMPOUND = /[\p{L}\p{N}_]+(?:[-.:@/+]+[\p{L}\p{N}_]+)+/gu
const [OTHER, LETTER, MARK] = [0, 1, 2]
/** What each ASCII character is to the two expressions above. */
const ASCII_KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z0-9_]/i.test(character)) return LETTER
  return '-.:@/+'.includes(character) ? MARK : OTHER
})
/** Scripts without spaces between words: each pair of characters is a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{2,}/gu
/** In raw payloads only what people search by: CVE and GHSA ids, IPv4, hashes, mail addresses. */
const IDENTIFIER =
  /\bcve-\d{4}-\d{4,}\b|\bghsa(?:-[0-9a-z]{4}){3}\b|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[0-9a-f]{32,128}\b|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

/** Words of a text as search keeps them: folded words, and joined ones (CVE-2021-44228, 10.0.0.1) whole as well. */
function wordsOf(text: string, into: Set<string> = new Set()): Set<string> {
  const folded = foldText(refang(text.slice(0, MAX_CHARACTERS)))
  if (isAscii(folded)) return asciiWords(folded, into)
  for (const [word] of folded.matchAll(WORD)) add(into, word)
  for (const [compound] of folded.matchAll(COMPOUND)) for (const whole of wholesOf(compound)) add(into, whole)
  for (const [run] of folded.matchAll(UNSPACED)) for (const pair of pairsOf(run)) add(into, pair)
  return into
}

/** The same in one pass for texts of ASCII alone, which most are. */
function asciiWords(folded: string, into: Set<string>): Set<string> {
  const compounds: string[] = []
  let start = -1
  let [first, end, words] = [0, 0, 0]
  for (let at = 0; at <= folded.length; at += 1) {
    const kind = at === folded.length ? OTHER : ASCII_KINDS[folded.charCodeAt(at)]
    if (kind === LETTER) {
      if (start >= 0) continue
      start = at
      if (words === 0) first = at
      continue
    }
    if (start >= 0) {
      add(into, folded.slice(start, at))
      end = at
      words += 1
      start = -1
    }
    if (kind === MARK) continue
    if (words > 1) compounds.push(folded.slice(first, end))
    words = 0
  }
  for (const compound of compounds) for (const whole of wholesOf(compound)) add(into, whole)
  return into
}

function add(into: Set<string>, word: string): void {
  if (word.length <= LONGEST_WORD && into.size < MAX_WORDS) into.add(word)
}

/** Analysts write evil[.]com and hxxp:// to prevent clicks, but search for the real value. */
export function refang(text: string): string {
  return text.includes('[') || text.includes('xx')
    ? text.replace(/\[(\.|:|@)\]/g, '$1').replace(/\bhxxp/gi, 'http')
    : text
}

/** A compound, the parts of it between slashes, colons and @, and for a host each domain above it. */
function wholesOf(compound: string): string[] {
  const parts = compound.split(/[/:@]+/).filter((part) => part.length > 0)
  return [compound, ...parts, ...parts.flatMap(domainsAbove)]
}

function domainsAbove(host: string): string[] {
  const labels = host.split('.')
  const last = labels.at(-1) ?? ''
  if (labels.length < 3 || labels.length > 10 || !/^[a-z]{2,}$/.test(last)) return []
  return labels.slice(1, -1).map((_label, at) => labels.slice(at + 1).join('.'))
}

function pairsOf(run: string): string[] {
  const characters = [...run]
  return characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`)
}

function identifiersIn(value: JsonValue, into: Set<string>): void {
  if (into.size >= MAX_IDENTIFIERS) return
  if (typeof value === 'string') {
    for (const [id] of value.slice(0, MAX_CHARACTERS).toLowerCase().matchAll(IDENTIFIER)) add(into, id)
  } else if (value !== null && typeof value === 'object') {
    for (const item of Array.isArray(value) ? value : Object.values(value)) identifiersIn(item, into)
  }
}

/** The words of texts together. */
export function textWords(texts: readonly string[]): string[] {
  const words = new Set<string>()
  for (const text of texts) wordsOf(text, words)
  return [...words]
}

/** True when values of the field can be found by text. */
export function isSearchable(field: FieldShape): boolean {
  const { searched, searchedForIds } = kindRules(field.kind)
  return searched !== undefined || searchedForIds === true
}

/** The words of one read class of a record. */
export function classWords(fields: readonly FieldShape[], readClass: string, values: Values): string[] {
  const words = new Set<string>()
  for (const field of fields) {
    const value = values[field.key] ?? null
    if (field.readClass !== readClass || value === null) continue
    const { searched, searchedForIds } = kindRules(field.kind)
    if (searchedForIds === true) {
      const found = new Set<string>()
      identifiersIn(value, found)
      for (const id of found) add(words, id)
    }
    for (const text of searched?.(value) ?? []) wordsOf(text, words)
  }
  return [...words]
}

/**
 * What a searcher typed as conditions, all of which must hold; each is a tsquery of quoted words. The last plain word
 * also matches longer words that begin with it, since people search while they type.
 */
export function queryTerms(text: string): string[] {
  const chunks = foldText(refang(text))
    .split(/\s+/)
    .filter((chunk) => chunk.length > 0)
    .slice(0, 20)
  return chunks.flatMap((chunk, at) => chunkTerms(chunk, at === chunks.length - 1))
}

function chunkTerms(chunk: string, last: boolean): string[] {
  const compound = chunk.match(COMPOUND)?.[0]
  if (compound !== undefined && compound.length <= LONGEST_WORD) {
    if (/\d/.test(compound)) return [quote(compound)]
    const whole = last ? `${quote(compound)}:*` : quote(compound)
    if (/[.:@/]/.test(compound)) return [whole]
    const words = [...compound.matchAll(WORD)].map(([word]) => quote(word))
    return [`(${whole} | (${words.join(' & ')}))`]
  }
  return [...chunk.matchAll(WORD)].flatMap(([word]) => wordTerms(word, last))
}

function wordTerms(word: string, last: boolean): string[] {
  if (word.length > LONGEST_WORD) return []
  const pairs = [...word.matchAll(UNSPACED)].flatMap(([run]) => pairsOf(run))
  if (pairs.length > 0) return pairs.map(quote)
  return [last ? `${quote(word)}:*` : quote(word)]
}

/** Words hold letters, digits, marks inside and no quotes, by the expressions above. */
function quote(word: string): string {
  return `'${word}'`
}
