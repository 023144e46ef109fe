import { type FunctionHelp, FUNCTIONS } from './functions.ts'
import { type KnownName, quoted } from './known-name.ts'
import { glimpse } from './shape.ts'

export interface Suggestion {
  label: string
  apply: string
  kind: 'name' | 'function' | 'word'
  detail: string
  info: string
}

export interface Suggestions {
  from: number
  options: readonly Suggestion[]
}

// A path before the cursor: dotted names, optionally quoted, the last possibly incomplete.
const PATH = /(?:(?:[A-Za-z_]\w*|`[^`]*`)(?:\[[^\]]*\])?\s*\.\s*)*(?:[A-Za-z_]\w*|`[^`]*)?$/
const FUNCTION = /\$\w*$/

/** What an expression can use. */
export interface Usable {
  names: readonly KnownName[]
  functions?: readonly FunctionHelp[] | undefined
}

/** Suggestions at the end of `before`, the expression up to the cursor; null inside quoted text. */
export function suggest(
  before: string,
  { names: roots, functions = FUNCTIONS }: Usable,
  explicit: boolean,
): Suggestions | null {
  if (isQuoted(before)) return null
  const call = FUNCTION.exec(before)
  if (call !== null) return { from: call.index, options: functions.map(functionSuggestion) }
  const path = PATH.exec(before)
  const text = path?.[0] ?? ''
  if (text === '' && !explicit) return null
  const names = text.split('.').map((name) => name.trim().replace(/\[[^\]]*\]$/, ''))
  const typed = names.pop() ?? ''
  const from = before.length - typed.length
  if (names.length === 0) {
    const found = roots.map(nameSuggestion)
    return {
      from,
      options: explicit || text !== '' ? [...found, ...functions.map(functionSuggestion)] : found,
    }
  }
  const parent = lookUp(roots, names)
  if (parent === undefined) return null
  return { from, options: parent.parts().map(nameSuggestion) }
}

export function lookUp(roots: readonly KnownName[], names: readonly string[]): KnownName | undefined {
  let found: KnownName | undefined
  let among = roots
  for (const name of names) {
    const bare = name.replace(/^`|`$/g, '')
    found = among.find((one) => one.name === bare)
    if (found === undefined) return undefined
    among = found.parts()
  }
  return found
}

function nameSuggestion(known: KnownName): Suggestion {
  const look = glimpse(known.sample)
  return {
    label: known.name,
    apply: quoted(known.name),
    kind: 'name',
    detail: known.typeLabel ?? (known.type === 'any' ? '' : known.type),
    info: [known.label ?? known.help, look === '' ? undefined : look]
      .filter((one) => one !== undefined)
      .join(' · '),
  }
}

function functionSuggestion({ name, signature, help }: FunctionHelp): Suggestion {
  return { label: `$${name}`, apply: `$${name}(`, kind: 'function', detail: signature, info: help }
}

function isQuoted(before: string): boolean {
  let quote: string | null = null
  for (let index = 0; index < before.length; index++) {
    const char = before[index] ?? ''
    if (quote !== null) {
      if (char === '\\' && quote !== '`') index += 1
      else if (char === quote) quote = null
    } else if (char === '"' || char === "'" || char === '`') quote = char
  }
  return quote !== null && quote !== '`'
}

/** The text between the preceding `{%` and the cursor; null outside expressions. */
export function expressionBefore(text: string, at: number): { start: number; before: string } | null {
  const open = text.lastIndexOf('{%', at - 1)
  if (open < 0 || open + 2 > at) return null
  const before = text.slice(open + 2, at)
  return before.includes('%}') ? null : { start: open + 2, before }
}
