import { FUNCTION_NAMES } from './function-names.ts'
import { type Piece, splitTemplate } from './template-text.ts'

/** A placeholder of another product in a text, which would be sent as it is written. */
export type ForeignPlaceholder = {
  /** As written, with its braces. */
  written: string
  /** Characters from the start of the text. */
  position: number
  /** What to write instead; undefined when that depends on what the author meant. */
  meant: string | undefined
  /** It names something of this run, so that it can hardly be meant as plain text. */
  certain: boolean
}

// Cheap enough for every text of a large document: most have none of these.
const SUSPICIOUS = /[{<[]|\$\(|\$json|\$node|^\s*=?\s*\$?(?:trigger|steps|inputs)[.[]/
const OWN_ROOT = String.raw`\$?\.?(?:trigger|steps|inputs|item|event|run|tenant|vars)\b[.[]`
const STRANGE_ROOT = String.raw`\$json\b|\$node\b|\$input\b|\$items?\b|\$\(|ACTIONS\.|TRIGGER\b|SECRETS\.|FN\.|incident\.|triggerBody\(`
const INSIDE = String.raw`[ \t]{0,20}(?:${OWN_ROOT}|${STRANGE_ROOT})[^{}<>\n]{0,300}?`

/** Placeholders by their braces; the widest first, since `{{ x }}` holds `{ x }` too. */
const FORMS: readonly RegExp[] = [
  /\$?\{\{=?([^{}\n]{1,300})\}\}/g,
  new RegExp(String.raw`<%=?(${INSIDE})%>`, 'g'),
  new RegExp(String.raw`<<(${INSIDE})>>`, 'g'),
  new RegExp(String.raw`\[\[(${INSIDE})\]\]`, 'g'),
  new RegExp(String.raw`[$#@%]?\{(${INSIDE})\}`, 'g'),
]
// A whole text that is a path and nothing else is an expression that lacks its marks.
const BARE =
  /^\s*=?\s*\$?((?:trigger\.(?:body|headers|query|record|previous|changed|mail|item|by|run|scheduledAt|event)|steps\.\w+\.(?:output|error|state)|inputs\.\w+)(?:[.[][\w.[\]`'"-]*)?)\s*$/
const PATH = /^[a-zA-Z_][\w-]*(?:\.[\w-]+|\[[^\]]+\])*$/

/** Finds the first placeholder of another product in the literal parts of a text. */
export function foreignPlaceholder(text: string): ForeignPlaceholder | undefined {
  if (!SUSPICIOUS.test(text)) return undefined
  const bare = BARE.exec(text)
  if (bare?.[1]) return { written: text.trim(), position: 0, meant: mark(bare[1]), certain: true }
  let offset = 0
  for (const piece of piecesOf(text)) {
    const found = piece.kind === 'text' ? inLiteral(piece.text) : undefined
    if (found) return { ...found, position: offset + found.position }
    offset = piece.kind === 'text' ? offset + piece.text.length : piece.offset + piece.source.length + 2
  }
  return undefined
}

/** The text with each placeholder that has one meaning written as an expression; undefined when nothing changes. */
export function translated(text: string): string | undefined {
  let next = text
  for (let turn = 0; turn < 100; turn++) {
    const found = foreignPlaceholder(next)
    if (!found?.certain || found.meant === undefined) break
    const at = next.indexOf(found.written, found.position)
    next = next.slice(0, at) + found.meant + next.slice(at + found.written.length)
  }
  return next === text ? undefined : next
}

function piecesOf(text: string): Piece[] {
  try {
    return splitTemplate(text)
  } catch {
    // What isn’t closed is reported as such.
    return []
  }
}

function inLiteral(text: string): ForeignPlaceholder | undefined {
  for (const form of FORMS) {
    for (const match of text.matchAll(form)) {
      const inner = (match[1] ?? '').trim()
      const certain = IS_OURS.test(inner)
      if (!certain && !LOOKS_LIKE_A_NAME.test(inner)) continue
      const meant = expressionOf(inner)
      return {
        written: match[0],
        position: match.index,
        meant: meant === undefined ? undefined : mark(meant),
        certain,
      }
    }
  }
  return undefined
}

const IS_OURS = new RegExp(`^(?:${OWN_ROOT}|${STRANGE_ROOT})`)
const LOOKS_LIKE_A_NAME = /^[$a-zA-Z_][\w$.]*(?:\s*\|\s*\w+.*)?$/

function mark(source: string): string {
  return `{% ${source} %}`
}

/** What a placeholder says as an expression; undefined where it depends on the playbook. */
function expressionOf(inner: string): string | undefined {
  const [head = '', ...filters] = inner.split(/\s*\|\s*(?!\|)/)
  const path = pathOf(head.trim())
  if (path === undefined) return undefined
  return filters.reduce<string | undefined>(filtered, path)
}

function pathOf(written: string): string | undefined {
  const named =
    /^\$(?:node\[|\()\s*["']([^"']+)["']\s*[\])](?:\.(?:first\(\)|last\(\)|item))?\.json(.*)$/.exec(written)
  const path = named
    ? `steps.${stepKeyOf(named[1] ?? '')}.output${named[2] ?? ''}`
    : written
        .replace(/^\$?\.?(?=trigger\b|steps\b|inputs\b|item\b|event\b|run\b|tenant\b|vars\b)/, '')
        .replace(/^TRIGGER\b/, 'trigger.body')
        .replace(/^ACTIONS\.(\w+)\.result/, 'steps.$1.output')
        .replace(/^triggerBody\(\)/, 'trigger.body')
        .replaceAll(/\?(?=[.[])/g, '')
        .replaceAll(/\[["'](\w+)["']\]/g, '.$1')
        .replaceAll(/\.([\w]*-[\w-]*)/g, '.`$1`')
  return PATH.test(path.replaceAll('`', '')) &&
    /^(trigger|steps|inputs|item|event|run|tenant|vars)\b/.test(path)
    ? path
    : undefined
}

/** `HTTP Request` as a step’s key: `httpRequest`. */
function stepKeyOf(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  return words
    .map((word, at) => (at === 0 ? word.toLowerCase() : `${word.charAt(0).toUpperCase()}${word.slice(1)}`))
    .join('')
}

const FILTERS: { readonly [name: string]: (value: string, argument: string) => string } = {
  lower: (value) => `$lowercase(${value})`,
  downcase: (value) => `$lowercase(${value})`,
  upper: (value) => `$uppercase(${value})`,
  upcase: (value) => `$uppercase(${value})`,
  tojson: (value) => `$string(${value})`,
  string: (value) => `$string(${value})`,
  int: (value) => `$number(${value})`,
  float: (value) => `$number(${value})`,
  strip: (value) => `$trim(${value})`,
  first: (value) => `${value}[0]`,
  last: (value) => `${value}[-1]`,
  unique: (value) => `$distinct(${value})`,
  uniq: (value) => `$distinct(${value})`,
  urlencode: (value) => `$encodeUrlComponent(${value})`,
  url_encode: (value) => `$encodeUrlComponent(${value})`,
  b64encode: (value) => `$base64encode(${value})`,
  b64decode: (value) => `$base64decode(${value})`,
  default: (value, argument) => `${value} ? ${value} : ${argument === '' ? '""' : argument}`,
}

function filtered(value: string | undefined, filter: string): string | undefined {
  const [, name = '', argument = ''] = /^(\w+)\s*[:(]?\s*(.*?)\)?$/.exec(filter.trim()) ?? []
  if (value === undefined) return undefined
  const known = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined
  if (known) return known(value, argument)
  if (!FUNCTION_NAMES.has(name)) return undefined
  return argument === '' ? `$${name}(${value})` : `$${name}(${value}, ${argument})`
}
