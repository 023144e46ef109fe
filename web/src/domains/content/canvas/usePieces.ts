import type { CanvasEdge, CanvasKind, CanvasNode, CanvasView } from '@caseloom/contract/content/canvas'
import { foldText } from '@caseloom/contract/values/normalize-text'
import { useMemo } from 'react'
import type { CanvasSearch } from './canvas-search.ts'
import { dependentsOf, type Reached, tracedFrom } from './lines.ts'

/** What of the canvas is shown, and what of it is highlighted. */
export interface Pieces {
  nodes: readonly CanvasNode[]
  edges: readonly CanvasEdge[]
  byId: ReadonlyMap<string, CanvasNode>
  chosen: CanvasNode | undefined
  /** The trace or impact of the chosen piece; null when neither is shown. */
  reached: Reached | null
  /** What the search finds; null while nothing is searched. */
  found: ReadonlySet<string> | null
  left: ReadonlySet<string>
}

const NONE: CanvasView = { nodes: [], edges: [], problems: [], since: null, partial: false }

/** Kinds that the address leaves out. */
function kindsWithout({ without }: Pick<CanvasSearch, 'without'>): ReadonlySet<string> {
  return new Set(without === undefined ? [] : without.split(','))
}

/** Without these kinds; in the order of the address, so that the same choice has one address. */
export function withoutKinds(search: CanvasSearch, kinds: Iterable<string>): CanvasSearch {
  const { without: _without, ...rest } = search
  const list = [...kinds].toSorted()
  return list.length === 0 ? rest : { ...rest, without: list.join(',') }
}

export function usePieces(given: CanvasView | undefined, search: CanvasSearch): Pieces {
  const view = given ?? NONE
  const { without, piece, mode, q } = search
  const shown = useMemo(() => {
    const left = kindsWithout(without === undefined ? {} : { without })
    const nodes = view.nodes.filter(({ kind }) => !left.has(kind))
    const byId = new Map(nodes.map((node) => [node.id, node]))
    return { left, nodes, byId, edges: view.edges.filter(({ from, to }) => byId.has(from) && byId.has(to)) }
  }, [view, without])
  const reached = useMemo(() => {
    if (piece === undefined || mode === undefined || !shown.byId.has(piece)) return null
    return mode === 'trace' ? tracedFrom(shown.edges, piece) : dependentsOf(shown.edges, piece)
  }, [shown, piece, mode])
  const found = useMemo(() => foundIn(shown.nodes, q), [shown, q])
  return { ...shown, reached, found, chosen: piece === undefined ? undefined : shown.byId.get(piece) }
}

function foundIn(nodes: readonly CanvasNode[], q: string | undefined): ReadonlySet<string> | null {
  const wanted = foldText((q ?? '').trim())
  if (wanted === '') return null
  return new Set(
    nodes.flatMap(({ id, name, detail }) =>
      foldText(`${name} ${detail ?? ''}`).includes(wanted) ? [id] : [],
    ),
  )
}

export function countKind(nodes: readonly CanvasNode[], kind: CanvasKind): number {
  return nodes.filter((node) => node.kind === kind && node.state !== 'missing').length
}
