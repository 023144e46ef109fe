import type { Hue } from './hue.ts'

export type StateShape =
  | 'dashed'
  | 'half'
  | 'pause'
  | 'check'
  | 'cross'
  | 'slash'
  | 'up'
  | 'merge'
  | 'clock'
  | 'arc'
  | 'ring'
  | 'dot'
  | 'retry'

/** Shape first, hue second: states are distinguishable in grayscale. */
export const STATES = {
  new: { shape: 'dashed', hue: 'gray' },
  open: { shape: 'dashed', hue: 'gray' },
  todo: { shape: 'ring', hue: 'gray' },
  triage: { shape: 'half', hue: 'blue' },
  inProgress: { shape: 'half', hue: 'blue' },
  waiting: { shape: 'pause', hue: 'amber' },
  promoted: { shape: 'up', hue: 'green' },
  merged: { shape: 'merge', hue: 'gray' },
  closed: { shape: 'check', hue: 'gray' },
  resolved: { shape: 'check', hue: 'green' },
  fixed: { shape: 'check', hue: 'green' },
  dismissed: { shape: 'slash', hue: 'gray' },
  queued: { shape: 'dashed', hue: 'gray' },
  pending: { shape: 'dashed', hue: 'gray' },
  running: { shape: 'arc', hue: 'blue' },
  retrying: { shape: 'retry', hue: 'amber' },
  succeeded: { shape: 'check', hue: 'green' },
  done: { shape: 'check', hue: 'green' },
  failed: { shape: 'cross', hue: 'red' },
  refused: { shape: 'cross', hue: 'red' },
  cancelled: { shape: 'slash', hue: 'gray' },
  skipped: { shape: 'slash', hue: 'gray' },
  filtered: { shape: 'slash', hue: 'gray' },
  duplicate: { shape: 'merge', hue: 'gray' },
  accepted: { shape: 'check', hue: 'green' },
  draft: { shape: 'dashed', hue: 'amber' },
  published: { shape: 'dot', hue: 'green' },
  active: { shape: 'dot', hue: 'green' },
  invited: { shape: 'clock', hue: 'amber' },
  disabled: { shape: 'slash', hue: 'gray' },
} as const satisfies Record<string, { shape: StateShape; hue: Hue }>

export type StateName = keyof typeof STATES
export const STATE_NAMES = Object.keys(STATES) as StateName[] // Object.keys loses the literal keys

/** `in_progress`, `In progress`, and `inProgress` are the same state; null for others. */
export function stateOf(text: string | null | undefined): StateName | null {
  const wanted = text?.toLowerCase().replace(/[^a-z]/g, '')
  return STATE_NAMES.find((name) => name.toLowerCase() === wanted) ?? null
}
