import { edgesInto, type Playbook, type Step } from '@caseloom/playbook/document'
import type { RunEntry } from '../run-model/run-entry.ts'

/**
 * The step of the outermost list that a path lies in, and all that follow it: what runs anew. Null when the document
 * has no such step.
 */
export function stepsFrom(playbook: Pick<Playbook, 'steps'>, path: string): ReadonlySet<string> | null {
  const first = outermost(path)
  if (!playbook.steps.some(({ key }) => key === first)) return null
  const anew = new Set([first])
  for (let before = 0; before < anew.size; ) {
    before = anew.size
    for (const step of playbook.steps)
      if (edgesInto(step).some((edge) => anew.has(edge.step))) anew.add(step.key)
  }
  return anew
}

/**
 * A step that asks for approval, by itself or by the components that it calls (`asking`), and would keep its old answer
 * though what it guards runs anew: an answer counts for the run that it was given to, and for no other. Null when there
 * is none before these steps.
 */
export function approvalBefore(
  playbook: Pick<Playbook, 'steps'>,
  anew: ReadonlySet<string>,
  asking: ReadonlySet<string>,
): string | null {
  const behind = new Set(anew)
  for (let before = 0; before < behind.size; ) {
    before = behind.size
    for (const step of playbook.steps)
      if (behind.has(step.key)) for (const edge of edgesInto(step)) behind.add(edge.step)
  }
  const gate = playbook.steps.find(
    (step) => behind.has(step.key) && !anew.has(step.key) && (asksApproval(step) || asking.has(step.key)),
  )
  return gate === undefined ? null : (gate.title ?? gate.key)
}

export function asksApproval(step: Step): boolean {
  return step.action === 'human.approve' || insideOf(step).some(asksApproval)
}

/** Keys of the components that a step calls, inside it too. */
export function callsOf(step: Step): string[] {
  const key = step.action === 'flow.call' ? step.with['component'] : undefined
  return [...(typeof key === 'string' ? [key] : []), ...insideOf(step).flatMap(callsOf)]
}

function insideOf({ steps = [], branches = [], ...step }: Step): readonly Step[] {
  return [...steps, ...(step.catch ?? []), ...(step.finally ?? []), ...branches.flatMap((one) => one.steps)]
}

/** What a run had lived through but for the steps that run anew; what came after its failure is not repeated either. */
export function keptEntry(entries: readonly RunEntry[], anew: ReadonlySet<string>): RunEntry {
  const isKept = (path: string) => !anew.has(outermost(path)) && !/^onError\/|!undo/.test(path)
  return {
    events: entries
      .flatMap((entry) => entry.events)
      .filter((event) => event.kind !== 'cancel' && isKept(event.id)),
    steps: entries.flatMap((entry) => entry.steps).filter((note) => isKept(note.path)),
  }
}

/** `loop#3/lookup~1` lies in `loop`. */
export function outermost(path: string): string {
  return path.replace(/[/#~.].*$/, '')
}
