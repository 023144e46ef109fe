import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type Document, isNode, isPair, LineCounter, type Node, parseDocument, stringify, visit } from 'yaml'
import { LIMITS } from './document.ts'

/** Place in a text; both count from 1, columns in UTF-16 units. */
export type TextPlace = { line: number; column: number }
export type TextIssue = TextPlace & { message: string }

export type ParsedText =
  | {
      ok: true
      value: JsonValue
      /** Where the value at a path is written; the nearest value around it when there is none. */
      locate: (path: readonly (string | number)[]) => TextPlace
      /** The text as it was read, with what JSON does not have. */
      document: Document
    }
  | { ok: false; issues: TextIssue[] }

/** No one reads more; a text can have a fault in each of its lines. */
const MAX_ISSUES = 100
const TOO_DEEP = 'The text is nested too deeply'
const START: TextPlace = { line: 1, column: 1 }

/** Reads YAML or JSON text as JSON; gives every fault with line and column. */
export function parseText(text: string): ParsedText {
  const refused = refuse(text)
  if (refused) return { ok: false, issues: [refused] }
  const lines = new LineCounter()
  const at = (offset: number): TextPlace => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  try {
    const document = parseDocument(text.replace(/^\uFEFF/, ' '), {
      lineCounter: lines,
      version: '1.2',
      schema: 'core',
      merge: false,
      resolveKnownTags: false,
      prettyErrors: false,
      stringKeys: true,
      // The parser compares every pair of keys, which never ends with many keys. Duplicates are checked below.
      uniqueKeys: false,
    })
    const faults = [...document.errors, ...document.warnings]
    if (faults.length > 0) {
      return {
        ok: false,
        issues: faults
          .slice(0, MAX_ISSUES)
          .map((fault) => ({ ...at(fault.pos[0]), message: wordsOf(fault.message) })),
      }
    }
    const odd = firstOdd(document)
    if (odd) return { ok: false, issues: [{ ...at(odd.offset), message: odd.message }] }
    // Without aliases, tags and merge keys the core schema gives JSON only; NaN and infinity are refused later.
    const value = document.toJS() as JsonValue
    return { ok: true, value, document, locate: (path) => locate(document, path, at) }
  } catch (error) {
    // Only depth is left to fail on: the parser is recursive.
    if (error instanceof RangeError) return { ok: false, issues: [{ ...START, message: TOO_DEEP }] }
    throw error
  }
}

/** How documents are written. */
export const YAML_FORM = {
  version: '1.2',
  schema: 'core',
  lineWidth: 110,
  aliasDuplicateObjects: false,
} as const

/** Writes a value as YAML in the form that documents have. */
export function printYaml(value: JsonValue): string {
  return stringify(value, YAML_FORM)
}

function refuse(text: string): TextIssue | undefined {
  if (text.length > 2 * LIMITS.characters)
    return { ...START, message: `The text has more than ${2 * LIMITS.characters} characters` }
  const nul = text.indexOf('\u0000')
  if (nul >= 0) return { ...placeIn(text, nul), message: 'The text contains a NUL character' }
  if (!text.isWellFormed()) {
    const broken = text.search(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/)
    return { ...placeIn(text, Math.max(broken, 0)), message: 'The text contains an unpaired surrogate' }
  }
  return depthFault(text)
}

// A cheap look at brackets and indentation keeps the recursive parser within its stack on every machine.
function depthFault(text: string): TextIssue | undefined {
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const char = text[index]
    if (char === '[' || char === '{') depth += 1
    else if (char === ']' || char === '}') depth = Math.max(0, depth - 1)
    if (depth > 1_000) return { ...placeIn(text, index), message: TOO_DEEP }
  }
  const indent = /^( {2000}|(?:[-?] ){1000})/m.exec(text)
  return indent ? { ...placeIn(text, indent.index), message: TOO_DEEP } : undefined
}

function placeIn(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset)
  const lastBreak = before.lastIndexOf('\n')
  return { line: before.split('\n').length, column: offset - lastBreak }
}

function wordsOf(message: string): string {
  // The parser reports stack exhaustion like any other error.
  if (message.includes('call stack')) return TOO_DEEP
  return message.split('\n', 1)[0] ?? message
}

type Odd = { offset: number; message: string }

/** The first alias, or the first key that is twice in its map. */
function firstOdd(document: Document): Odd | undefined {
  let found: Odd | undefined
  const stop = (node: Node, message: string) => {
    found = { offset: node.range?.[0] ?? 0, message }
    return visit.BREAK
  }
  visit(document, {
    Alias: (_key, node) => stop(node, 'Aliases (*name) aren’t supported: repeat the value instead'),
    Map(_key, node) {
      const seen = new Set<string>()
      for (const { key } of node.items) {
        if (!isNode(key)) continue
        if (seen.has(String(key))) return stop(key, 'Map keys must be unique')
        seen.add(String(key))
      }
      return undefined
    },
  })
  return found
}

function locate(
  document: Document,
  path: readonly (string | number)[],
  at: (offset: number) => TextPlace,
): TextPlace {
  for (let length = path.length; length > 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return at(node.range[0])
    const pair = keyOf(document, path.slice(0, length))
    if (pair !== undefined) return at(pair)
  }
  const offset = isNode(document.contents) ? document.contents.range?.[0] : undefined
  return offset === undefined ? START : at(offset)
}

function keyOf(document: Document, path: readonly (string | number)[]): number | undefined {
  const parent: unknown = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
  if (typeof parent !== 'object' || parent === null) return undefined
  const items: unknown = Reflect.get(parent, 'items')
  if (!Array.isArray(items)) return undefined
  for (const item of items) {
    if (isPair(item) && isNode(item.key) && String(item.key) === String(path.at(-1)))
      return item.key.range?.[0]
  }
  return undefined
}
