import { foldText, isAscii } from '@caseloom/contract/values/normalize-text'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Hits, Snippet } from '@caseloom/contract/values/snippet'
import { kindRules } from '../../../field-types/registry.ts'
import type { FieldShape } from '../model/record-shape.ts'
import { refang } from '../indexing/search-text.rules.ts'

/** Characters of a value that are looked through; hits further on are not shown. */
const MAX_CHARACTERS = 20_000
const MAX_HITS = 3
const WINDOW = 160
const BEFORE = 48
const WHOLE = 200

/** A word that was looked for, folded; the parts are marked where the whole is not there. */
export interface Mark {
  whole: string
  parts: readonly string[]
  /** The last word typed may be incomplete. */
  open: boolean
}

const WORD = /[\p{L}\p{N}_]+/gu
const LETTER_BEFORE = /[\p{L}\p{N}_]$/u
const LETTER_AFTER = /^[\p{L}\p{N}_]/u
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** The words of a search text as they are marked in what was found. */
export function marksOf(text: string): Mark[] {
  const chunks = folded(refang(text))
    .split(/\s+/)
    .map((chunk) => chunk.replace(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu, ''))
    .filter((chunk) => chunk !== '')
    .slice(0, 20)
  return chunks.map((whole, at) => {
    const parts = [...whole.matchAll(WORD)].map(([word]) => word)
    return { whole, parts: parts.length > 1 ? parts : [], open: at === chunks.length - 1 }
  })
}

export interface Look {
  fields: readonly FieldShape[]
  titleField: string
  /** Values by field key; a field without one is passed over. */
  values: Readonly<Record<string, JsonValue>>
  marks: readonly Mark[]
}

/** Where the words occur in a record's values: the title first, at most three fields. */
export function hitsOf({ fields, titleField, values, marks }: Look): Hits {
  const title = fields.filter((field) => field.key === titleField)
  const hits: Hits = []
  for (const field of [...title, ...fields.filter((one) => one.key !== titleField)]) {
    if (hits.length === MAX_HITS) break
    const text = searchedText(field, values[field.key] ?? null)
    const snippet = text === '' ? null : snippetOf(text, marks, field.key === titleField ? WHOLE : WINDOW)
    if (snippet !== null) hits.push({ field: field.key, label: field.definition.label, snippet })
  }
  return hits
}

/** A value as the text that its words were taken from. */
function searchedText(field: FieldShape, value: JsonValue): string {
  if (value === null) return ''
  const texts = kindRules(field.kind).searched?.(value)
  if (texts !== undefined) return texts.join(', ')
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string').join(', ')
  return typeof value === 'string' ? value : ''
}

interface Range {
  start: number
  end: number
}

/** The piece of a text around its first hit, with all hits in it; null when there is none. */
export function snippetOf(whole: string, marks: readonly Mark[], room: number): Snippet | null {
  const text = whole.slice(0, MAX_CHARACTERS)
  const map = foldWithMap(text)
  const found = marks.flatMap((mark) => {
    const ranges = rangesOf(map.folded, mark.whole, mark.open)
    return ranges.length > 0 ? ranges : mark.parts.flatMap((part) => rangesOf(map.folded, part, false))
  })
  const ranges = merged(found.map(({ start, end }) => ({ start: map.start(start), end: map.end(end - 1) })))
  const [first] = ranges
  if (first === undefined) return null
  const view = viewAround(text, first, room)
  const pieces: Snippet = []
  const add = (piece: string, hit: boolean) => {
    if (piece !== '') pieces.push({ text: piece.replace(/\s+/g, ' '), hit })
  }
  let at = view.start
  for (const range of ranges) {
    if (range.start >= view.end) break
    add(`${at === view.start && view.start > 0 ? '…' : ''}${text.slice(at, range.start)}`, false)
    add(text.slice(range.start, Math.min(range.end, view.end)), true)
    at = Math.min(range.end, view.end)
  }
  add(`${text.slice(at, view.end)}${view.end < whole.length ? '…' : ''}`, false)
  return pieces
}

/** A stretch of the text with the hit near its beginning, cut between words. */
function viewAround(text: string, hit: Range, room: number): Range {
  if (text.length <= room) return { start: 0, end: text.length }
  let start = Math.max(0, Math.min(hit.start - BEFORE, text.length - room))
  if (start > 0) {
    const space = text.slice(start, hit.start).search(/\s/)
    start = space < 0 ? start : start + space + 1
  }
  let end = Math.min(text.length, Math.max(start + room, Math.min(hit.end, start + room * 2)))
  // Half of a pair of code units is no character.
  if (/^[\uDC00-\uDFFF]/.test(text.slice(end, end + 1))) end += 1
  if (/^[\uDC00-\uDFFF]/.test(text.slice(start, start + 1))) start -= 1
  return { start, end }
}

function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1)
    if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else result.push({ ...range })
  }
  return result
}

/** Where a text contains a word: as a whole word, as a prefix if it is open, or anywhere in scripts without spaces. */
function rangesOf(text: string, word: string, open: boolean): Range[] {
  const anywhere = UNSPACED.test(word)
  const ranges: Range[] = []
  for (
    let at = text.indexOf(word);
    at >= 0 && ranges.length < 50;
    at = text.indexOf(word, at + word.length)
  ) {
    const end = at + word.length
    if (
      anywhere ||
      (!LETTER_BEFORE.test(text.slice(Math.max(0, at - 2), at)) &&
        (open || !LETTER_AFTER.test(text.slice(end, end + 2))))
    )
      ranges.push({ start: at, end })
  }
  return ranges
}

/** A sigma at the end of a word has another form, which depends on what follows: one form for all. */
function folded(text: string): string {
  return foldText(text).replaceAll('ς', 'σ')
}

/** A text folded character by character, with the way back to where each came from. */
function foldWithMap(text: string): { folded: string; start(at: number): number; end(at: number): number } {
  if (isAscii(text)) return { folded: text.toLowerCase(), start: (at) => at, end: (at) => at + 1 }
  const starts: number[] = []
  const ends: number[] = []
  let result = ''
  for (const { 0: cluster, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const piece = folded(cluster)
    for (let unit = 0; unit < piece.length; unit += 1) {
      starts.push(index)
      ends.push(index + cluster.length)
    }
    result += piece
  }
  return { folded: result, start: (at) => starts[at] ?? text.length, end: (at) => ends[at] ?? text.length }
}
