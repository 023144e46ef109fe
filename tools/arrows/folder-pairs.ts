import { posix } from 'node:path'
import type { Edge } from './graph.ts'

/** Folders that import each other today, with the reason. The list only shrinks. */
export const FOLDER_PAIRS: Readonly<Record<string, string>> = {}

export interface PairFault {
  at: string
  rule: 'pair'
  text: string
}

const PRODUCT = /^(?:contract|playbook|workflow|connectors|server|web|cli)\/src\//
const TEST = /\.(?:test|deep|fixture)\.tsx?$/

/** Pairs of folders of the product whose files import each other, and listed pairs that no longer do. */
export function pairFaults(
  edges: readonly Edge[],
  allowed: Readonly<Record<string, string>> = FOLDER_PAIRS,
): PairFault[] {
  const arrows = new Map<string, Edge>()
  for (const edge of edges) {
    if (edge.file === undefined || edge.via.kind === 'url' || TEST.test(edge.from)) continue
    if (!PRODUCT.test(edge.from) || !PRODUCT.test(edge.file)) continue
    const [from, to] = [posix.dirname(edge.from), posix.dirname(edge.file)]
    if (from !== to) arrows.set(`${from} > ${to}`, edge)
  }
  const found = new Set<string>()
  const faults: PairFault[] = []
  for (const [arrow, edge] of arrows) {
    const [from = '', to = ''] = arrow.split(' > ')
    const back = arrows.get(`${to} > ${from}`)
    if (from > to || back === undefined) continue
    found.add(arrow)
    if (allowed[arrow] !== undefined) continue
    const text = `${from} and ${to} import each other: ${edge.file} and, in ${back.from}, ${back.file}`
    faults.push({ at: `${edge.from}:${edge.via.line}`, rule: 'pair', text })
  }
  const stale = Object.keys(allowed).filter((pair) => !found.has(pair))
  const at = 'tools/arrows/folder-pairs.ts'
  return [
    ...faults,
    ...stale.map((pair) => ({ at, rule: 'pair' as const, text: `no longer a pair, remove it: ${pair}` })),
  ]
}
