import type { StoredOutcome } from '../workflow/run-code.rules.ts'

/** What of a run a reader may see says whether it changed something. */
export interface RunMark {
  /** IDs of the rules that applied. */
  fired: ReadonlySet<string>
  /** Whether its workflow set a field. */
  isSet: boolean
}

interface Marked {
  /** Rules of its revision in the order of the outcomes. */
  order: readonly string[]
  outcomes: readonly StoredOutcome[]
  /** Fields that its workflow set. */
  set: readonly string[]
}

interface MarkReader {
  isShown: (rule: string) => boolean
  isReadable: (field: string) => boolean
}

/** A run as far as a reader may see it. */
export function markOf({ order, outcomes, set }: Marked, { isShown, isReadable }: MarkReader): RunMark {
  return {
    fired: new Set(order.filter((rule, at) => outcomes[at] === 'true' && isShown(rule))),
    isSet: set.some(isReadable),
  }
}

/** Whether a run set a field or applied other rules than the run before it. */
export function changedSomething(run: RunMark, before: RunMark | null): boolean {
  return run.isSet || run.fired.symmetricDifference(before?.fired ?? new Set()).size > 0
}
