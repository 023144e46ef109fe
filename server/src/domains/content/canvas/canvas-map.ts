import type { CanvasEdge, CanvasKind, CanvasLink, CanvasNode } from '@caseloom/contract/content/canvas'

export type Node = CanvasNode
type NewNode = Pick<Node, 'id' | 'kind' | 'name'> & Partial<Node>
type NewEdge = Pick<CanvasEdge, 'from' | 'to' | 'link'> & Partial<Omit<CanvasEdge, 'id'>>

/** Collects the pieces of a canvas: what is added twice is one, with the places of both. */
export class CanvasMap {
  readonly #nodes = new Map<string, Node>()
  readonly #edges = new Map<string, CanvasEdge>()

  add(node: NewNode): string {
    const before = this.#nodes.get(node.id)
    if (before === undefined)
      this.#nodes.set(node.id, {
        ref: null,
        detail: null,
        icon: null,
        state: 'ready',
        activity: null,
        ...node,
      })
    return node.id
  }

  /** What something names, and what isn't there for the person who looks. */
  addMissing(kind: CanvasKind, key: string, over: Partial<Node> = {}): string {
    return this.add({ id: `missing:${kind}:${key}`, kind, name: key, state: 'missing', ...over })
  }

  connect({ from, to, link, places = [], fields = [], activity = null }: NewEdge): CanvasEdge {
    const id = edgeId(from, link, to)
    const before = this.#edges.get(id)
    if (before === undefined) {
      const edge = { id, from, to, link, places, fields, activity }
      this.#edges.set(id, edge)
      return edge
    }
    before.places = [...new Set([...before.places, ...places])]
    before.fields = [...new Set([...before.fields, ...fields])]
    before.activity ??= activity
    return before
  }

  get nodes(): Node[] {
    return [...this.#nodes.values()]
  }

  /** What is written is read as well: one line says enough. */
  get edges(): CanvasEdge[] {
    return [...this.#edges.values()].filter(
      ({ from, to, link }) => link !== 'reads' || !this.#edges.has(edgeId(from, 'writes', to)),
    )
  }
}

function edgeId(from: string, link: CanvasLink, to: string): string {
  return `${from} ${link} ${to}`
}
