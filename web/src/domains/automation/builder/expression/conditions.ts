import { expressionTree } from '@caseloom/playbook/expression'
import type { Node } from '@caseloom/playbook/syntax-tree'
import { splitTemplate, wholeExpression } from '@caseloom/playbook/template-text'
import { quoted } from '../../../../ui/expression/known-name.ts'

export const OPERATORS = ['=', '!=', '>', '>=', '<', '<=', 'contains', 'in', 'exists', 'missing'] as const
export type Operator = (typeof OPERATORS)[number]

type Literal = string | number | boolean | null

export interface ConditionLine {
  left: string
  operator: Operator
  right: { literal: Literal } | { list: Literal[] } | { path: string } | null
}

export interface SimpleCondition {
  join: 'and' | 'or'
  lines: readonly ConditionLine[]
}

const ALONE: ReadonlySet<Operator> = new Set<Operator>(['exists', 'missing'])

/** True for an operator without a right side. */
export function isUnary(operator: Operator): boolean {
  return ALONE.has(operator)
}

/** The source inside `{% %}`; plain text unchanged. */
export function bareSource(text: string): string {
  if (/^\s*\{%\s*%\}\s*$/.test(text)) return ''
  return (wholeSource(text) ?? WRAPPED.exec(text)?.[1] ?? text).trim()
}

// An open quote or comment hides the closing delimiter while someone types.
function wholeSource(text: string): string | undefined {
  try {
    return wholeExpression(splitTemplate(text))?.source
  } catch {
    return undefined
  }
}

const WRAPPED = /^\{% ([\s\S]*) %\}$/

export function wrapped(source: string): string {
  return `{% ${source.trim()} %}`
}

/** The lines of a condition; null when it is too complex. */
export function readCondition(source: string): SimpleCondition | null {
  if (source.trim() === '') return { join: 'and', lines: [] }
  if (source.replace(QUOTED, '').includes('/*')) return null
  let tree: Node
  try {
    tree = expressionTree(source)
  } catch {
    return null
  }
  const join = tree.type === 'binary' && tree.value === 'or' ? 'or' : 'and'
  const parts = flat(tree, join)
  const lines = parts.map(readLine)
  return lines.every((line) => line !== null) ? { join, lines } : null
}

const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g

function flat(node: Node, join: 'and' | 'or'): Node[] {
  if (node.type !== 'binary' || node.value !== join) return [node]
  return [node.lhs, node.rhs].flatMap((side) => (isNode(side) ? flat(side, join) : []))
}

function isNode(value: Node['lhs']): value is Node {
  return value !== undefined && !Array.isArray(value)
}

const COMPARES: ReadonlySet<unknown> = new Set(['=', '!=', '>', '>=', '<', '<=', 'in'])

function readLine(node: Node): ConditionLine | null {
  if (node.type === 'binary' && COMPARES.has(node.value) && isNode(node.lhs) && isNode(node.rhs)) {
    const left = pathOf(node.lhs)
    const right = rightOf(node.rhs)
    // Checked against the set above.
    const operator = node.value as Operator
    if (left === null || right === null || (operator === 'in') !== 'list' in right) return null
    return { left, operator, right }
  }
  return node.type === 'function' ? readCall(node) : null
}

function readCall(node: Node): ConditionLine | null {
  const name = String(node.procedure?.value)
  const [first, second] = node.arguments ?? []
  if (first === undefined) return null
  if (name === 'exists' && second === undefined) return alone(pathOf(first), 'exists')
  if (name === 'not' && first.type === 'function' && first.procedure?.value === 'exists') {
    const [inner] = first.arguments ?? []
    return inner === undefined ? null : alone(pathOf(inner), 'missing')
  }
  if (name !== 'contains' || second === undefined) return null
  const left = pathOf(first)
  const right = rightOf(second)
  return left === null || right === null || 'list' in right ? null : { left, operator: 'contains', right }
}

function alone(left: string | null, operator: Operator): ConditionLine | null {
  return left === null ? null : { left, operator, right: null }
}

function rightOf(node: Node): ConditionLine['right'] {
  const literal = literalOf(node)
  if (literal !== undefined) return { literal }
  if (node.type === 'unary' && node.value === '[') {
    const items = (node.expressions ?? []).map(literalOf)
    const list = items.filter((one) => one !== undefined)
    return list.length === items.length ? { list } : null
  }
  const path = pathOf(node)
  return path === null ? null : { path }
}

function literalOf(node: Node): Literal | undefined {
  if (node.predicate !== undefined || node.stages !== undefined) return undefined
  if (node.type !== 'string' && node.type !== 'number' && node.type !== 'value') return undefined
  const { value } = node
  return typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    value === null
    ? value
    : undefined
}

function pathOf(node: Node): string | null {
  if (node.type !== 'path' || node.group !== undefined || node.keepSingletonArray === true) return null
  const names = (node.steps ?? []).map((step) => {
    const isPlain =
      step.type === 'name' &&
      step.stages === undefined &&
      step.predicate === undefined &&
      step.focus === undefined &&
      step.index === undefined
    return isPlain ? quoted(String(step.value)) : null
  })
  return names.length > 0 && names.every((name) => name !== null) ? names.join('.') : null
}

export function printCondition({ join, lines }: SimpleCondition): string {
  return lines.map(printLine).join(` ${join} `)
}

function printLine({ left, operator, right }: ConditionLine): string {
  if (operator === 'exists') return `$exists(${left})`
  if (operator === 'missing') return `$not($exists(${left}))`
  if (operator === 'contains') return `$contains(${left}, ${printRight(right)})`
  return `${left} ${operator} ${printRight(right)}`
}

function printRight(right: ConditionLine['right']): string {
  if (right === null) return '""'
  if ('path' in right) return right.path
  if ('list' in right) return `[${right.list.map((one) => JSON.stringify(one)).join(', ')}]`
  return JSON.stringify(right.literal)
}
