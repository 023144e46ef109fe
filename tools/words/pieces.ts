import { parseSync } from 'oxc-parser'
import type { Kind } from './vocabulary.ts'

/** A piece of a file that somebody reads, with the line it starts on. */
export interface Piece {
  kind: Kind
  line: number
  text: string
}

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Strings that address something (modules, keys of types, properties) are not read by people. */
const ADDRESSES = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSLiteralType',
])
const DECLARES = new Set([
  'FunctionDeclaration',
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'VariableDeclarator',
])

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** `const f = () => …` is a function with a name, wherever it is. */
function holdsFunction(node: Node): boolean {
  const init = node['init']
  return isNode(init) && FUNCTIONS.has(init.type)
}

function lineCounter(source: string): (offset: number) => number {
  const starts = [0]
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

function stringOf(node: Node): string | undefined {
  if (node.type === 'Literal' || node.type === 'JSXText')
    return typeof node['value'] === 'string' ? node['value'] : undefined
  if (node.type !== 'TemplateElement') return undefined
  const value = node['value']
  return typeof value === 'object' && value !== null && 'cooked' in value && typeof value.cooked === 'string'
    ? value.cooked
    : undefined
}

function declaredName(node: Node): Node | undefined {
  if (!DECLARES.has(node.type)) return undefined
  const id = node['id']
  return isNode(id) && id.type === 'Identifier' ? id : undefined
}

const MEMBERS = new Set([
  'TSPropertySignature',
  'TSMethodSignature',
  'PropertyDefinition',
  'MethodDefinition',
  'AccessorProperty',
  'TSAbstractPropertyDefinition',
  'TSAbstractMethodDefinition',
])

const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

/** The keys that a node declares: members of types and classes, and keys of object literals. Shorthands only use a name. */
function declaredKeys(node: Node): Node[] {
  const members =
    node.type === 'ObjectExpression'
      ? nodesIn(node['properties']).filter((property) => property['shorthand'] !== true)
      : MEMBERS.has(node.type)
        ? [node]
        : []
  return members.flatMap(({ key, computed }) =>
    computed !== true && isNode(key) && (key.type === 'Identifier' || key.type === 'PrivateIdentifier')
      ? [key]
      : [],
  )
}

/** The names that a pattern of parameters gives; a destructured name without one of its own is its property's. */
function boundNames(pattern: unknown): Node[] {
  if (!isNode(pattern)) return []
  switch (pattern.type) {
    case 'Identifier':
      return [pattern]
    case 'AssignmentPattern':
      return boundNames(pattern['left'])
    case 'RestElement':
      return boundNames(pattern['argument'])
    case 'TSParameterProperty':
      return boundNames(pattern['parameter'])
    case 'ArrayPattern':
      return nodesIn(pattern['elements']).flatMap(boundNames)
    case 'ObjectPattern':
      return nodesIn(pattern['properties']).flatMap((property) => {
        if (property.type === 'RestElement') return boundNames(property)
        return property['shorthand'] === true ? [] : boundNames(property['value'])
      })
    default:
      return []
  }
}

/** The names that a variable's pattern gives. */
function unpackedNames(node: Node): Node[] {
  const id = node.type === 'VariableDeclarator' ? node['id'] : undefined
  return isNode(id) && id.type !== 'Identifier' ? boundNames(id) : []
}

/** Prose has a space between words; what has none is a key, a path or a value. */
const PROSE = /[A-Za-z’'] [A-Za-z{]|^[A-Z][a-z]+$/

/** What a TypeScript file says: its prose, its comments, and the names it declares. Throws when it cannot be parsed. */
export function piecesOfCode(path: string, source: string): Piece[] {
  const { program, comments, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message ?? 'cannot be parsed'}`)
  const lineAt = lineCounter(source)
  const pieces: Piece[] = comments.map((comment) => ({
    kind: 'comment',
    line: lineAt(comment.start),
    text: comment.value,
  }))
  const visit = (node: Node, isInside: boolean): void => {
    if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return
    const text = stringOf(node)
    if (text !== undefined && PROSE.test(text)) pieces.push({ kind: 'text', line: lineAt(node.start), text })
    const name = declaredName(node)
    if (name && typeof name['name'] === 'string')
      pieces.push({
        kind: isInside && node.type === 'VariableDeclarator' && !holdsFunction(node) ? 'local' : 'name',
        line: lineAt(name.start),
        text: wordsOfName(name['name']),
      })
    for (const bound of unpackedNames(node))
      pieces.push({
        kind: isInside ? 'local' : 'name',
        line: lineAt(bound.start),
        text: wordsOfName(String(bound['name'])),
      })
    for (const declared of [...declaredKeys(node), ...nodesIn(node['params']).flatMap(boundNames)])
      if (typeof declared['name'] === 'string')
        pieces.push({ kind: 'name', line: lineAt(declared.start), text: wordsOfName(declared['name']) })
    const inside = isInside || FUNCTIONS.has(node.type)
    for (const [key, value] of Object.entries(node)) {
      if (key === 'source' && ADDRESSES.has(node.type)) continue
      if (key === 'literal' && node.type === 'TSLiteralType') continue
      if (isNode(value)) visit(value, inside)
      else if (Array.isArray(value)) for (const item of value) if (isNode(item)) visit(item, inside)
    }
  }
  if (isNode(program)) visit(program, false)
  return pieces
}

/** `MAX_RETRIES`, `acceptDelivery` and `accept-delivery` as words with spaces. */
export function wordsOfName(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[_\-.$]+/g, ' ')
    .toLowerCase()
}

/** The prose of a page: code and links' addresses are left out. */
export function piecesOfPage(source: string): Piece[] {
  let fenced = false
  return source.split('\n').flatMap((raw, index) => {
    if (/^\s*(```|~~~)/.test(raw)) fenced = !fenced
    if (fenced) return []
    const text = raw.replaceAll(/`[^`]*`/g, ' ').replaceAll(/\]\([^)]*\)/g, ']')
    return text.trim() === '' ? [] : [{ kind: 'docs' as const, line: index + 1, text }]
  })
}
