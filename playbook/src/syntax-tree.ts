/** A node of JSONata's syntax tree, as far as this package reads it. */
export type Node = {
  type: string
  value?: unknown
  position?: number
  steps?: Node[]
  stages?: { type: string; expr?: Node }[]
  predicate?: { type: string; expr?: Node }[]
  arguments?: Node[]
  procedure?: Node
  expressions?: Node[]
  expression?: Node
  lhs?: Node | Node[] | [Node, Node][]
  rhs?: Node | Node[] | [Node, Node][]
  condition?: Node
  then?: Node
  else?: Node
  body?: Node
  group?: { lhs: [Node, Node][] }
  terms?: { descending: boolean; expression: Node }[]
  pattern?: Node
  update?: Node
  delete?: Node
  keepSingletonArray?: boolean
  consarray?: boolean
  keepArray?: boolean
  tuple?: unknown
  focus?: unknown
  index?: unknown
  ancestor?: unknown
  signature?: unknown
  thunk?: boolean
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'

/** The nodes directly below a node. */
export function childrenOf(node: Node): Node[] {
  const found: Node[] = []
  for (const [key, value] of Object.entries(node)) {
    if (key !== 'ancestor' && key !== 'slot' && key !== 'seekingParent' && key !== 'signature')
      collect(value, found)
  }
  return found
}

function collect(value: unknown, found: Node[]): void {
  if (Array.isArray(value)) for (const item of value) collect(item, found)
  else if (isNode(value)) found.push(value)
  else if (typeof value === 'object' && value !== null && !(value instanceof RegExp)) {
    for (const part of Object.values(value)) if (Array.isArray(part) || isNode(part)) collect(part, found)
  }
}

/** Visits a tree from its root down; false when it is deeper than `maxDepth`. */
export function visit(root: Node, maxDepth: number, see: (node: Node) => void): boolean {
  const seen = new Set<Node>()
  let level: Node[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return false
    const next: Node[] = []
    for (const node of level) {
      if (seen.has(node)) continue
      seen.add(node)
      see(node)
      next.push(...childrenOf(node))
    }
    level = next
  }
  return true
}
