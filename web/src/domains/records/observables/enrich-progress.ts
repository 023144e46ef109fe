import type { ComponentView } from '@caseloom/contract/automation/builder'
import type { ObservableName } from '@caseloom/contract/records/observable-lookups'

/** How many of the playbooks that were started for a value have ended. */
export interface Progress {
  done: number
  all: number
}

/** By kind and value. */
export type ProgressMap = ReadonlyMap<string, Progress>

export const progressKey = ({ kind, value }: ObservableName) => `${kind} ${value}`

/** Those of the observables that an enricher looks up. */
export function lookedUpBy<Named extends ObservableName>(
  { looksUp }: Pick<ComponentView, 'looksUp'>,
  observables: readonly Named[],
): Named[] {
  return observables.filter(({ kind }) => looksUp.includes(kind))
}

/** One more playbook was started for each. */
export function started(now: ProgressMap, observables: readonly ObservableName[]): ProgressMap {
  const next = new Map(now)
  for (const key of observables.map(progressKey)) {
    const { done, all } = next.get(key) ?? { done: 0, all: 0 }
    next.set(key, { done, all: all + 1 })
  }
  return next
}

/** One has ended for each; a value without any left shows its age again. */
export function ended(now: ProgressMap, observables: readonly ObservableName[]): ProgressMap {
  const next = new Map(now)
  for (const key of observables.map(progressKey)) {
    const { done, all } = next.get(key) ?? { done: 0, all: 0 }
    if (done + 1 >= all) next.delete(key)
    else next.set(key, { done: done + 1, all })
  }
  return next
}
