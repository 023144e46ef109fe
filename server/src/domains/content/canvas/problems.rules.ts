import type { CanvasEdge, CanvasNode, CanvasProblem } from '@caseloom/contract/content/canvas'
import type { Seen } from './seen.ts'

type Found = Pick<CanvasProblem, 'code' | 'severity'>
interface Sides {
  into: readonly CanvasEdge[]
  outOf: readonly CanvasEdge[]
}

const RANK = { error: 0, warning: 1, hint: 2 } as const

/** What is missing, doesn't start, fails, or is connected with nothing: the gravest first. */
export function problemsOf(
  nodes: readonly CanvasNode[],
  edges: readonly CanvasEdge[],
  seen: Seen,
): CanvasProblem[] {
  const into = Map.groupBy(edges, ({ to }) => to)
  const outOf = Map.groupBy(edges, ({ from }) => from)
  const components = new Set(
    seen.playbooks.flatMap(({ id, isComponent }) => (isComponent ? [`playbook:${id}`] : [])),
  )
  return nodes
    .flatMap((node) => {
      const sides = { into: into.get(node.id) ?? [], outOf: outOf.get(node.id) ?? [] }
      const found = problemOf(node, sides, components.has(node.id))
      return found === null ? [] : [{ ...found, node: node.id }]
    })
    .toSorted((a, b) => RANK[a.severity] - RANK[b.severity])
}

function problemOf(node: CanvasNode, sides: Sides, isComponent: boolean): Found | null {
  if (node.state === 'missing') return { code: 'missing', severity: 'error' }
  switch (node.kind) {
    case 'playbook':
      return playbookProblem(node, sides, isComponent)
    case 'trigger':
      return node.state === 'off' ? { code: 'triggerOff', severity: 'warning' } : null
    case 'asset':
      if (node.state === 'failing') return { code: 'assetFailing', severity: 'error' }
      return sides.into.length === 0 ? { code: 'unused', severity: 'warning' } : null
    case 'app':
      return node.state === 'archived' ? null : appProblem(sides)
    case 'applet':
    case 'table':
      return sides.into.length + sides.outOf.length === 0 ? { code: 'unused', severity: 'warning' } : null
    case 'connector':
    case 'people':
    case 'dashboard':
    case 'workspace':
      return null
    default:
      return node.kind satisfies never
  }
}

function playbookProblem({ state }: CanvasNode, { into }: Sides, isComponent: boolean): Found | null {
  if (state === 'draft') return { code: 'unpublished', severity: 'warning' }
  if (state === 'off') return { code: 'off', severity: 'warning' }
  return into.length === 0 && !isComponent ? { code: 'unstarted', severity: 'warning' } : null
}

function appProblem({ into, outOf }: Sides): Found | null {
  if (into.length + outOf.length === 0) return { code: 'unused', severity: 'warning' }
  return into.some(({ link }) => link === 'writes') ? null : { code: 'unfilled', severity: 'hint' }
}
