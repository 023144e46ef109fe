import { extractObservables } from '@caseloom/contract/values/extract-observables'
import { canonicalTechnique } from '@caseloom/contract/values/attack-techniques'

export type TokenKind =
  | 'word'
  | 'number'
  | 'quoted'
  | 'observable'
  | 'technique'
  | 'tracking'
  | 'date'
  | 'mark'

/** One piece of a question; `start` and `end` are its place in the text as it was typed. */
export interface Token {
  kind: TokenKind
  /** Lower case, without accents, contractions written out; of an entity its canonical value. */
  text: string
  /** The word without its plural ending. */
  lemma: string
  start: number
  end: number
  /** Amount and unit written as one, such as `24h`. */
  unit?: string
}

const CONTRACTIONS: readonly [RegExp, string][] = [
  [/^can't$/, 'can not'],
  [/^won't$/, 'will not'],
  [/^ain't$/, 'is not'],
  [/^cannot$/, 'can not'],
  [/^let's$/, 'let us'],
  [/n't$/, ' not'],
  [/^(are|is|was|were|has|have|had|do|does|did|could|would|should)nt$/, '$1 not'],
  [/^(what|who|that|where|there|how)s$/, '$1 is'],
  [/^im$/, 'i am'],
  [/^noone$/, 'nobody'],
  [/^ive$/, 'i have'],
  [/^hw$/, 'how'],
  [/^(?:teh|hte)$/, 'the'],
  [/^(?:wich|whcih|whihc)$/, 'which'],
  [/^(?:waht|wat|wht)$/, 'what'],
  [/^(?:shwo|sho)$/, 'show'],
  [/^(?:mnay|meny)$/, 'many'],
  [/^(who|what|where|when|how|which|there|that|it|he|she)'s$/, '$1 is'],
  [/^(i|you|we|they)'(?:d|ll|ve|re|m)$/, '$1'],
  [/'s$/, " 's"],
  [/s'$/, "s 's"],
]
const CHUNK = /"[^"\n]{1,200}"|“[^”\n]{1,200}”|'[^'\n]{2,200}'(?=[\s?.!,]|$)|[^\s"“”]+/gu

/** Cuts a question into tokens. Addresses, hashes, tracking ids and the like stay in one piece. */
export function tokensOf(question: string): Token[] {
  return [...question.matchAll(CHUNK)].flatMap((match) => chunkTokens(match[0], match.index))
}

function chunkTokens(raw: string, at: number): Token[] {
  const quoted = /^["“'](.+)["”']$/u.exec(raw)?.[1]
  if (quoted !== undefined) return [entity('quoted', quoted.trim(), { start: at, end: at + raw.length })]
  const lead = /^[([{<]*/.exec(raw)?.[0].length ?? 0
  const tail = /[)\]}>?!.,;:]*$/.exec(raw)?.[0] ?? ''
  const body = raw.slice(lead, raw.length - (tail.length === raw.length - lead ? 0 : tail.length))
  const end = at + lead + body.length
  const marks = /[,;]/.test(tail) && tail !== body ? [mark(',', end)] : []
  return [...bodyTokens(body, at + lead), ...marks]
}

function mark(text: string, start: number): Token {
  return { kind: 'mark', text, lemma: text, start, end: start + 1 }
}

interface Place {
  start: number
  end: number
}

function entity(kind: TokenKind, text: string, { start, end }: Place): Token {
  return { kind, text, lemma: text.toLowerCase(), start, end }
}

function bodyTokens(body: string, start: number): Token[] {
  const place = { start, end: start + body.length }
  const bare = body.replace(/['’]s$/, '')
  if (/^t\d{4}(?:\.\d{3})?$/i.test(bare)) {
    const id = canonicalTechnique(bare)
    if (id !== null) return [entity('technique', id, place)]
  }
  if (/^[a-z]{2,6}-\d{1,12}$/i.test(bare) && !/^(?:cve|ws|pc|t)-/i.test(bare))
    return [entity('tracking', bare.toUpperCase(), place)]
  if (/^\d{4}-\d{2}-\d{2}$/.test(bare)) return [entity('date', bare, place)]
  const observable = observableIn(bare)
  if (observable !== null) return [entity('observable', observable, place)]
  return words(body, start)
}

const HOST = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*-[a-z]*\d+[a-z0-9-]*$/i
const ACCOUNT = /^[a-z][a-z0-9]*(?:\.[a-z][a-z0-9]+)+$/i

/** The value of a chunk that is one observable as a whole; host names and accounts with a dot count as well. */
function observableIn(chunk: string): string | null {
  if (!/[.:@\\[\]]|\d/.test(chunk)) return null
  const [first, ...more] = extractObservables(chunk)
  if (first !== undefined && more.length === 0 && first.kind !== 'phone') return first.value
  if (HOST.test(chunk) || ACCOUNT.test(chunk)) return chunk
  return null
}

/** Numbers, words (also those that end in a figure, such as `ipv4`), and marks that compare. */
const PIECE =
  /\d+(?:[.,:]\d+)*|(?!(?:top|last|first|next|past)\d)\p{L}{1,5}\d{1,3}(?![\p{L}\d.])|\p{L}+(?:'\p{L}+)*'?|!?[+<>=%/&]+/giu

/** `w/o` and `w/` as people write them. */
const SHORT: Readonly<Record<string, string>> = { 'w/o': 'without', 'w/': 'with' }

function words(body: string, start: number): Token[] {
  const plain = SHORT[body.toLowerCase()] ?? body.replaceAll('’', "'")
  const joined = /^(?:un|re|pre)-\p{L}+$/iu.test(plain) ? plain.replace('-', '') : plain
  const pieces = [...joined.matchAll(PIECE)]
  return pieces.flatMap((piece, at) => pieceTokens(piece, { start, pieces, at }))
}

interface Around {
  start: number
  pieces: readonly RegExpExecArray[]
  at: number
}

function pieceTokens(piece: RegExpExecArray, { start, pieces, at }: Around): Token[] {
  const [text] = piece
  const place = { start: start + piece.index, end: start + piece.index + text.length }
  const before = pieces[at - 1]
  const touches = (one: RegExpExecArray | undefined, other: RegExpExecArray | undefined) =>
    one !== undefined && other !== undefined && one.index + one[0].length === other.index
  if (/^\d/.test(text)) {
    const unit = pieces[at + 1]
    const isUnit = touches(piece, unit) && /^\p{L}/u.test(unit?.[0] ?? '')
    const number = { ...place, kind: 'number' as const, text: text.replaceAll(',', ''), lemma: text }
    return [
      isUnit && unit !== undefined
        ? { ...number, unit: unit[0].toLowerCase(), end: place.end + unit[0].length }
        : number,
    ]
  }
  if (before !== undefined && touches(before, piece) && /^\d/.test(before[0])) return []
  if (!/^\p{L}/u.test(text)) return [mark(text, place.start)]
  return contracted(text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')).map((word) => ({
    kind: 'word',
    text: word,
    lemma: lemmaOf(word),
    ...place,
  }))
}

function contracted(word: string): string[] {
  for (const [form, plain] of CONTRACTIONS)
    if (form.test(word))
      return word
        .replace(form, plain)
        .split(' ')
        .filter((part) => part !== '')
  return [word.replace(/'$/, '')]
}

const WHOLE = new Set([
  'status',
  'this',
  'is',
  'was',
  'has',
  'does',
  'analysis',
  'us',
  'less',
  'always',
  'previous',
  'as',
  'sms',
  'aws',
  'dns',
  'access',
])

/** A word without its plural ending: enough to match `alerts` with `alert`. */
export function lemmaOf(word: string): string {
  if (word.length <= 3 || WHOLE.has(word) || /(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x|ss|z)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** The same names are read for each question: so many are remembered. */
const MAX_REMEMBERED = 5_000
const REMEMBERED = new Map<string, string[]>()

/** The lemmas of a name such as `False positive`. */
export function lemmasOf(name: string): string[] {
  const known = REMEMBERED.get(name)
  if (known !== undefined) return known
  const lemmas = tokensOf(name)
    .filter(({ kind }) => kind !== 'mark')
    .map(({ lemma }) => lemma)
  if (REMEMBERED.size >= MAX_REMEMBERED) REMEMBERED.clear()
  REMEMBERED.set(name, lemmas)
  return lemmas
}
