import { FUNCTION_NAMES } from './function-names.ts'
import { childrenOf, type Node } from './syntax-tree.ts'

/** A name that an expression reads from the scope. */
export type Reference =
  /** `part` is the property of the root that is read, `below` all plain names that follow the root. */
  | { kind: 'root'; name: string; part?: string; below: readonly string[]; position: number | undefined }
  | { kind: 'step'; key: string; part: string | undefined; position: number | undefined }
  | { kind: 'variable'; name: string; position: number | undefined }

/** What an expression reads: roots, steps by key, and variables or functions that nothing defines. */
export function referencesOf(tree: Node): Reference[] {
  const found: Reference[] = []
  const bound = new Set<string>()
  bindings(tree, bound)
  walk(tree, true, { found, bound })
  return found
}

type Search = { found: Reference[]; bound: ReadonlySet<string> }

function bindings(node: Node, bound: Set<string>): void {
  if (node.type === 'bind' && isNode(node.lhs)) bound.add(String(node.lhs.value))
  if (node.type === 'lambda') for (const argument of node.arguments ?? []) bound.add(String(argument.value))
  for (const mark of [node.focus, node.index]) if (typeof mark === 'string') bound.add(mark)
  for (const child of childrenOf(node)) bindings(child, bound)
}

function isNode(value: Node['lhs']): value is Node {
  return value !== undefined && !Array.isArray(value)
}

// `atRoot`: names of this node resolve in the scope itself rather than in a part of it.
function walk(node: Node, atRoot: boolean, search: Search): void {
  if (node.type === 'path') return walkPath(node, atRoot, search)
  if (node.type === 'variable') variable(node, search)
  if (node.type === 'name' && atRoot) root(node, [], search)
  const inner = new Set<Node>()
  for (const filter of [...(node.predicate ?? []), ...(node.stages ?? [])])
    if (filter.expr) inner.add(filter.expr)
  for (const pair of node.group?.lhs ?? []) for (const side of pair) inner.add(side)
  if (node.type === 'transform')
    for (const part of [node.pattern, node.update, node.delete]) if (part) inner.add(part)
  for (const term of node.terms ?? []) inner.add(term.expression)
  for (const child of childrenOf(node)) {
    if (node.type === 'lambda' && node.arguments?.includes(child)) continue
    if (node.type === 'bind' && node.lhs === child) continue
    walk(child, atRoot && !inner.has(child), search)
  }
}

function walkPath(node: Node, atRoot: boolean, search: Search): void {
  const steps = node.steps ?? []
  const [first, ...others] = steps
  if (!first) return
  const fromScope = first.type === 'variable' && (first.value === '$' || (first.value === '' && atRoot))
  const names = fromScope ? others : steps
  const [head] = names
  if ((fromScope || atRoot) && head?.type === 'name') {
    root(head, names.slice(1), search)
  }
  for (const [index, step] of steps.entries()) {
    if (step.type === 'name') {
      for (const filter of step.stages ?? []) if (filter.expr) walk(filter.expr, false, search)
    } else walk(step, atRoot && index === 0, search)
  }
  for (const pair of node.group?.lhs ?? []) for (const side of pair) walk(side, false, search)
}

function root(head: Node, after: readonly Node[], search: Search): void {
  const { position } = head
  const name = String(head.value)
  const second = head.stages ? undefined : after[0]
  const third = second?.stages ? undefined : after[1]
  if (name !== 'steps') {
    const part = second?.type === 'name' ? { part: String(second.value) } : {}
    search.found.push({ kind: 'root', name, ...part, below: namesOf(after), position })
  } else if (second?.type === 'name') {
    const part = third?.type === 'name' ? String(third.value) : undefined
    search.found.push({ kind: 'step', key: String(second.value), part, position: second.position })
  }
}

function namesOf(nodes: readonly Node[]): string[] {
  const end = nodes.findIndex((node) => node.type !== 'name')
  return nodes.slice(0, end === -1 ? undefined : end).map((node) => String(node.value))
}

function variable(node: Node, search: Search): void {
  const name = String(node.value)
  if (name === '' || name === '$' || search.bound.has(name)) return
  if (!FUNCTION_NAMES.has(name)) search.found.push({ kind: 'variable', name, position: node.position })
}
