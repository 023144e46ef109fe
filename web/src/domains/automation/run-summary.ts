import type { RunState, RunView, StepState } from '@caseloom/contract/automation'
import type { Step } from '@caseloom/playbook/document'
import type { z } from 'zod'

/** A run with its steps. */
export type Run = z.infer<typeof RunView>

/** True when nothing more happens in a run of this state. */
export function isOver(state: RunState): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled'
}

export interface StepCounts {
  done: number
  failed: number
  skipped: number
  /** Under way or still to come. */
  open: number
  cancelled: number
}

/** How many steps ended how. */
export function countSteps(steps: readonly { state: StepState }[]): StepCounts {
  const counts: StepCounts = { done: 0, failed: 0, skipped: 0, open: 0, cancelled: 0 }
  for (const { state } of steps) {
    if (state === 'succeeded') counts.done += 1
    else if (state === 'failed' || state === 'skipped' || state === 'cancelled') counts[state] += 1
    else counts.open += 1
  }
  return counts
}

/** What a run page shows first: the failed step, else the one at work, else the trigger. */
export function firstShown(steps: readonly { key: string; state: StepState }[], triggerKey: string): string {
  const failed = steps.find(({ state }) => state === 'failed')
  const active = steps.find(({ state }) => state === 'running' || state === 'waiting' || state === 'retrying')
  return (failed ?? active)?.key ?? triggerNode(triggerKey)
}

/** The id of a trigger's node; steps are named by their key alone. */
export function triggerNode(key: string): string {
  return `trigger/${key}`
}

/** The key of the trigger that a node stands for, or null for a step. */
export function triggerOf(node: string): string | null {
  return node.startsWith('trigger/') ? node.slice('trigger/'.length) : null
}

/** `9c41…e07b`: the two ends of an id, enough to tell ids apart. */
export function shortId(id: string): string {
  return id.length <= 12 ? id : `${id.slice(0, 4)}…${id.slice(-4)}`
}

/** The step of that key, wherever in the blocks of the list it stands. */
export function findStep(steps: readonly Step[], key: string): Step | undefined {
  for (const step of steps) {
    if (step.key === key) return step
    const lists = [
      step.steps,
      step.catch,
      step.finally,
      ...(step.branches ?? []).map((branch) => branch.steps),
    ]
    for (const list of lists) {
      const found = findStep(list ?? [], key)
      if (found !== undefined) return found
    }
  }
  return undefined
}
