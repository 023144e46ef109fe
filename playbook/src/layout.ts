import type { Playbook } from './document.ts'
import { type Picture, place, type Routed, SIZES } from './layout-place.ts'
import { nodesOf, type ShownNode, shownEdges } from './layout-shown.ts'

export type LayoutEdge = Routed
export type Layout = Picture<ShownNode & { width: number; height: number }>

export type LayoutOptions = {
  /** `build`: nodes of 220×44; `run`: the smaller nodes of the run page, 178×34. */
  size?: 'build' | 'run'
}

/** Places the triggers and steps of a playbook from top to bottom; edges to missing steps are left out. */
export function layoutPlaybook(
  { steps, triggers }: Pick<Playbook, 'steps' | 'triggers'>,
  options: LayoutOptions = {},
): Layout {
  const size = SIZES[options.size ?? 'build']
  const { width, height } = size
  const nodes = nodesOf(steps, triggers).map((node) => ({ ...node, width, height }))
  return place(nodes, shownEdges(steps, triggers), size)
}
