import type { ChatSource } from '@caseloom/contract/assistant/assistant'
import { marked, type Token } from 'marked'

/** Sources by the names that a model cites them by: S1, S2… in the order in which tools gave them. */
export class Sources {
  readonly #byPath = new Map<string, { ref: string; source: ChatSource }>()

  /** The name of a source, the same for the same place. */
  add(source: ChatSource): string {
    const known = this.#byPath.get(source.to)
    if (known !== undefined) return known.ref
    const ref = `S${this.#byPath.size + 1}`
    this.#byPath.set(source.to, { ref, source })
    return ref
  }

  find(ref: string): ChatSource | undefined {
    return [...this.#byPath.values()].find((one) => one.ref === ref)?.source
  }

  /** Those that the text cites; all, up to a handful, when it cites none. */
  citedIn(text: string): ChatSource[] {
    const all = [...this.#byPath.values()]
    const cited = all.filter(({ ref }) => new RegExp(`\\[${ref}\\]`).test(text))
    return (cited.length > 0 ? cited : all.slice(0, MAX_UNCITED)).map(({ source }) => source)
  }
}

const MAX_UNCITED = 8
const ROUNDS = 6

/** A model's text in which citations are links to their sources, and no other link or markup is left. */
export function linkedText(text: string, sources: Sources): string {
  return withCitations(withoutLinks(text), sources).trim()
}

function withCitations(text: string, sources: Sources): string {
  return text.replaceAll(/\[(S\d{1,3})\]/g, (_whole, ref: string) => {
    const source = sources.find(ref)
    return source === undefined
      ? ''
      : `[${labelOf(source)}](${source.to.replaceAll(/[()\s<>]/g, encodeURIComponent)})`
  })
}

function labelOf({ title }: ChatSource): string {
  const short = title.length > 60 ? `${title.slice(0, 59)}…` : title
  return short.replaceAll(/[[\]\\`*_<>]/g, String.raw`\$&`)
}

/** Links that a model writes itself lead nowhere: their words stay. */
function withoutLinks(text: string): string {
  let clean = text
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = linksIn(marked.lexer(clean))
    if (found.length === 0) return clean
    for (const { raw, words } of found) clean = clean.replaceAll(raw, words)
  }
  // No one writes readable Markdown that is nested this deeply.
  return clean.replaceAll(/[[\]()!]/g, String.raw`\$&`).replaceAll('://', String.raw`:\/\/`)
}

function linksIn(tokens: readonly Token[]): { raw: string; words: string }[] {
  return tokens.flatMap((token) => {
    if (['link', 'image', 'def', 'html'].includes(token.type)) return [dead(token)]
    const nested = [
      ...('tokens' in token && token.tokens !== undefined ? token.tokens : []),
      // Lists and tables keep theirs apart.
      ...(token.type === 'list' ? token['items'] : []),
      ...(token.type === 'table' ? cellsOf(token) : []),
    ]
    return linksIn(nested)
  })
}

function cellsOf(token: Token): Token[] {
  const { header, rows } = token as { header: { tokens: Token[] }[]; rows: { tokens: Token[] }[][] } // marked's table
  return [...header, ...rows.flat()].flatMap((cell) => cell.tokens)
}

function dead(token: Token): { raw: string; words: string } {
  const { raw } = token
  if (token.type === 'def') return { raw, words: '' }
  if (token.type === 'html') return { raw, words: raw.replaceAll('<', '&lt;') }
  const words = 'text' in token && typeof token.text === 'string' ? token.text : ''
  // A bare address becomes code, where nothing is rendered as a link.
  return {
    raw,
    words: /^(?:https?:|mailto:|www\.)|@/.test(words) ? `\`${words.replaceAll('`', '')}\`` : words,
  }
}

/** What may be the beginning of a citation or of an address. */
const UNSURE = /(?:\[(?:S\d{0,3})?|:\/?|w{1,3})$/i

/** A model's text as it streams: citations become links, and nothing else of it can be one. */
export class LiveText {
  readonly #sources: Sources
  #held = ''

  constructor(sources: Sources) {
    this.#sources = sources
  }

  /** What of the text is certain by now. */
  push(delta: string): string {
    const text = this.#held + delta
    this.#held = UNSURE.exec(text)?.[0] ?? ''
    return this.#shown(text.slice(0, text.length - this.#held.length))
  }

  rest(): string {
    const text = this.#held
    this.#held = ''
    return this.#shown(text)
  }

  #shown(text: string): string {
    const parts = text.split(/(\[S\d{1,3}\])/)
    return parts
      .map((part, at) => (at % 2 === 1 ? withCitations(part, this.#sources) : unlinked(part)))
      .join('')
  }
}

function unlinked(text: string): string {
  return text
    .replaceAll('<', '&lt;')
    .replaceAll('[', String.raw`\[`)
    .replaceAll('://', String.raw`:\/\/`)
    .replaceAll(/\bwww\./gi, String.raw`www\.`)
    .replaceAll('@', String.raw`\@`)
}
