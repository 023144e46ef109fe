import { edgesInto, type Playbook, type Step } from '@caseloom/playbook/document'
import type { RunEntry } from '../run-model/run-entry.ts'

/**
 * The steps to rerun: the top-level step that contains the path, and all that follow it. Null when the document has
 * no such step.
 */
export function stepsFrom(playbook: Pick<Playbook, 'steps'>, path: string): ReadonlySet<string> | null {
  const first = outermost(path)
  if (!playbook.steps.some(({ key }) => key === first)) return null
  const repeated = new Set([first])
  for (let before = 0; before < repeated.size; ) {
    before = repeated.size
    for (const step of playbook.steps)
      if (edgesInto(step).some((edge) => repeated.has(edge.step))) repeated.add(step.key)
  }
  return repeated
}

/**
 * An approval before these steps, in a step or in the components that it calls (`asking`), whose old answer would be
 * reused although the steps it guards are rerun. An answer counts only for the run that it was given to. Null when
 * there is none.
 */
export function approvalBefore(
  playbook: Pick<Playbook, 'steps'>,
  repeated: ReadonlySet<string>,
  asking: ReadonlySet<string>,
): string | null {
  const behind = new Set(repeated)
  for (let before = 0; before < behind.size; ) {
    before = behind.size
    for (const step of playbook.steps)
      if (behind.has(step.key)) for (const edge of edgesInto(step)) behind.add(edge.step)
  }
  const gate = playbook.steps.find(
    (step) => behind.has(step.key) && !repeated.has(step.key) && (asksApproval(step) || asking.has(step.key)),
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

/** The history of a run without the steps that are rerun and without what followed its failure. */
export function retainedEntry(entries: readonly RunEntry[], repeated: ReadonlySet<string>): RunEntry {
  const isRetained = (path: string) => !repeated.has(outermost(path)) && !/^onError\/|!undo/.test(path)
  return {
    events: entries
      .flatMap((entry) => entry.events)
      .filter((event) => event.kind !== 'cancel' && isRetained(event.id)),
    steps: entries.flatMap((entry) => entry.steps).filter((note) => isRetained(note.path)),
  }
}

/** `loop#3/lookup~1` lies in `loop`. */
export function outermost(path: string): string {
  return path.replace(/[/#~.].*$/, '')
}
