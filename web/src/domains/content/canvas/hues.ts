import type { CanvasNode } from '@caseloom/contract/content/canvas'

export type Hue = 'accent' | 'gray' | 'blue' | 'plum' | 'green' | 'amber' | 'red'

const HUES: Record<CanvasNode['kind'], Hue> = {
  trigger: 'accent',
  playbook: 'gray',
  app: 'blue',
  applet: 'blue',
  table: 'amber',
  asset: 'plum',
  connector: 'plum',
  people: 'amber',
  dashboard: 'green',
  workspace: 'green',
}

/** The color of a piece's tile, which always comes with its icon and kind. */
export function hueOf({ kind, state }: Pick<CanvasNode, 'kind' | 'state'>): Hue {
  return state === 'missing' ? 'red' : HUES[kind]
}
