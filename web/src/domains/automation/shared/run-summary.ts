import type { RunState, RunView, StepState } from '@caseloom/contract/automation/automation'
import type { Step } from '@caseloom/playbook/document'
import type { z } from 'zod'

export type Run = z.infer<typeof RunView>

export function hasEnded(state: RunState): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled'
}

export interface StepCounts {
  done: number
  failed: number
  skipped: number
  open: number
  cancelled: number
}

export function countSteps(steps: readonly { state: StepState }[]): StepCounts {
  const counts: StepCounts = { done: 0, failed: 0, skipped: 0, open: 0, cancelled: 0 }
  for (const { state } of steps) {
    if (state === 'succeeded') counts.done += 1
    else if (state === 'failed' || state === 'skipped' || state === 'cancelled') counts[state] += 1
    else counts.open += 1
  }
  return counts
}

/** Initial selection: the failed step, then the running one, then the trigger. */
export function firstShown(steps: readonly { key: string; state: StepState }[], triggerKey: string): string {
  const failed = steps.find(({ state }) => state === 'failed')
  const active = steps.find(({ state }) => state === 'running' || state === 'waiting' || state === 'retrying')
  return (failed ?? active)?.key ?? triggerNode(triggerKey)
}

export function triggerNode(key: string): string {
  return `trigger/${key}`
}

export function triggerOf(node: string): string | null {
  return node.startsWith('trigger/') ? node.slice('trigger/'.length) : null
}

/** `9c41…e07b`: enough to distinguish IDs. */
export function shortId(id: string): string {
  return id.length <= 12 ? id : `${id.slice(0, 4)}…${id.slice(-4)}`
}

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
