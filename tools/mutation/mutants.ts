import { parseSync } from 'oxc-parser'

/** One small fault that tests have to notice. */
export interface Mutant {
  id: number
  line: number
  kind: 'condition' | 'comparison' | 'logic' | 'arithmetic' | 'boolean' | 'return' | 'call'
  /** Where the original text is, and what takes its place. */
  start: number
  end: number
  original: string
  replacement: string
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function nodeAt(node: Node, key: string): Node | undefined {
  const value = node[key]
  return isNode(value) ? value : undefined
}

const COMPARISONS: Record<string, readonly string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
}
const ARITHMETIC: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' }
const LOGIC: Record<string, string> = { '&&': '||', '||': '&&' }

type Change = Pick<Mutant, 'kind' | 'replacement'> & { at: Node }

/** A text that is joined, not a sum. */
function isText(node: Node | undefined): boolean {
  if (node?.type === 'TemplateLiteral') return true
  if (node?.type === 'Literal') return typeof node['value'] === 'string'
  return (
    node?.type === 'BinaryExpression' &&
    node['operator'] === '+' &&
    (isText(nodeAt(node, 'left')) || isText(nodeAt(node, 'right')))
  )
}

function ofOperator(node: Node, text: string): Change[] {
  const left = nodeAt(node, 'left')
  const right = nodeAt(node, 'right')
  const operator = String(node['operator'])
  if (left === undefined || right === undefined) return []
  const sides = [text.slice(left.start, left.end), text.slice(right.start, right.end)]
  const joined = (other: string) => sides.join(` ${other} `)
  const comparisons = COMPARISONS[operator] ?? []
  if (comparisons.length > 0)
    return comparisons.map((other) => ({ at: node, kind: 'comparison', replacement: joined(other) }))
  const logic = LOGIC[operator]
  if (logic !== undefined)
    return [{ at: node, kind: 'logic', replacement: sides.map((side) => `(${side})`).join(` ${logic} `) }]
  if (operator === '??') return [{ at: node, kind: 'logic', replacement: sides[0] ?? '' }]
  const arithmetic = ARITHMETIC[operator]
  if (arithmetic === undefined || isText(node)) return []
  return [{ at: node, kind: 'arithmetic', replacement: joined(arithmetic) }]
}

function ofCondition(node: Node): Change[] {
  const test = nodeAt(node, 'test')
  if (test === undefined) return []
  return ['true', 'false'].map((replacement) => ({ at: test, kind: 'condition', replacement }))
}

const EMPTY: Record<string, string> = { ArrayExpression: '[]', ObjectExpression: '{}' }

function ofReturn(value: Node | undefined, text: string): Change[] {
  if (value === undefined || value.type === 'BlockStatement') return []
  let inner = value
  while (inner.type === 'ParenthesizedExpression') inner = nodeAt(inner, 'expression') ?? inner
  // Booleans have mutants of their own; `x satisfies never` says that nothing gets there.
  if (inner.type === 'Literal' && typeof inner['value'] === 'boolean') return []
  if (inner.type === 'TSSatisfiesExpression') return []
  const replacement = EMPTY[inner.type] ?? 'undefined'
  const original = text.slice(inner.start, inner.end)
  return original === replacement ? [] : [{ at: value, kind: 'return', replacement }]
}

function ofStatement(node: Node): Change[] {
  const expression = nodeAt(node, 'expression')
  const call = expression?.type === 'AwaitExpression' ? nodeAt(expression, 'argument') : expression
  if (expression === undefined || call?.type !== 'CallExpression') return []
  const callee = nodeAt(call, 'callee')
  return callee?.type === 'Super' ? [] : [{ at: expression, kind: 'call', replacement: 'undefined' }]
}

function changesAt(node: Node, text: string): Change[] {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return ofCondition(node)
    case 'BinaryExpression':
    case 'LogicalExpression':
      return ofOperator(node, text)
    case 'UnaryExpression': {
      const argument = nodeAt(node, 'argument')
      if (node['operator'] !== '!' || argument === undefined) return []
      return [{ at: node, kind: 'boolean', replacement: text.slice(argument.start, argument.end) }]
    }
    case 'Literal':
      if (typeof node['value'] !== 'boolean') return []
      return [{ at: node, kind: 'boolean', replacement: String(!node['value']) }]
    case 'ReturnStatement':
      return ofReturn(nodeAt(node, 'argument'), text)
    case 'ArrowFunctionExpression':
      return ofReturn(nodeAt(node, 'body'), text)
    case 'ExpressionStatement':
      return ofStatement(node)
    default:
      return []
  }
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const LOOPS = new Set(['WhileStatement', 'DoWhileStatement', 'ForStatement'])
/** Types are gone when the code runs; of these alone the expression stays. */
const TYPED = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

function walk(node: Node, depth: number, visit: (node: Node, depth: number) => void): void {
  if (node.type.startsWith('TS') && !TYPED.has(node.type)) return
  visit(node, depth)
  const inner = depth + (FUNCTIONS.has(node.type) ? 1 : 0)
  for (const [key, value] of Object.entries(node)) {
    // What ends a loop is left alone: most of its mutants only run forever.
    if (LOOPS.has(node.type) && (key === 'test' || key === 'update')) continue
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, inner, visit)
  }
}

function programOf(path: string, text: string): Node {
  const parsed = parseSync(path, text)
  if (parsed.errors.length > 0) throw new Error(`${path}: ${parsed.errors[0]?.message}`)
  // The parser types its tree as ESTree; this reader needs only `type`, positions, and children.
  return parsed.program as unknown as Node
}

/** All mutants of a source, in the order of their places. What runs on import alone has none. */
export function mutantsOf(path: string, text: string): Mutant[] {
  const found: Omit<Mutant, 'id'>[] = []
  walk(programOf(path, text), 0, (node, depth) => {
    if (depth === 0 && node.type !== 'ArrowFunctionExpression') return
    for (const { at, kind, replacement } of changesAt(node, text)) {
      const { start, end } = at
      const line = text.slice(0, start).split('\n').length
      found.push({ line, kind, start, end, original: text.slice(start, end), replacement })
    }
  })
  return found
    .toSorted((one, other) => one.start - other.start || other.end - one.end)
    .map((mutant, index) => ({ id: index, ...mutant }))
}

interface Places {
  /** Starts of the bodies of loops that a mutant could make endless. */
  loops: Set<number>
  /** Starts of statements: without semicolons, a bracket there would call the line before. */
  statements: Set<number>
}

function placesOf(path: string, text: string): Places {
  const places: Places = { loops: new Set(), statements: new Set() }
  walk(programOf(path, text), 0, (node) => {
    const body = nodeAt(node, 'body')
    if (LOOPS.has(node.type) && body?.type === 'BlockStatement') places.loops.add(body.start + 1)
    if (node.type === 'ExpressionStatement') places.statements.add(node.start)
  })
  return places
}

/**
 * The source with all its mutants in it, each behind a switch: `globalThis.__mutation.on(file, id)` chooses while it runs,
 * so that one load serves every mutant. Lines stay where they are.
 */
export function withSwitches(path: string, text: string, mutants: readonly Mutant[]): string {
  const file = JSON.stringify(path)
  const before = new Map<number, string>()
  const after = new Map<number, string>()
  // Sorted from the outside to the inside: outer switches open first and close last.
  for (const { id, start, end, replacement } of mutants) {
    const opening = `(globalThis.__mutation.on(${file}, ${id}) ? (${replacement}) : (`
    before.set(start, `${before.get(start) ?? ''}${opening}`)
    after.set(end, `))${after.get(end) ?? ''}`)
  }
  const { loops, statements } = placesOf(path, text)
  for (const start of loops) after.set(start, `${after.get(start) ?? ''}globalThis.__mutation.turn();`)
  for (const start of statements) if (before.has(start)) before.set(start, `void ${before.get(start)}`)
  const places = [...new Set([...before.keys(), ...after.keys()])].toSorted((one, other) => one - other)
  let result = ''
  let from = 0
  for (const place of places) {
    result += text.slice(from, place) + (after.get(place) ?? '') + (before.get(place) ?? '')
    from = place
  }
  return result + text.slice(from)
}

/** A repeatable choice of at most `count`, in an order by chance. */
export function sample(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state
  }
  const drawn = mutants.map((mutant) => ({ mutant, order: next() }))
  return drawn
    .toSorted((one, other) => one.order - other.order)
    .slice(0, count)
    .map(({ mutant }) => mutant)
}
