import type { StoredOutcome } from '../workflow/run-code.rules.ts'

/** A run as far as it says whether it changed something. */
export interface RunMark {
  /** Rules of its revision in the order of the outcomes. */
  order: readonly string[]
  outcomes: readonly StoredOutcome[]
  /** Fields that its workflow set. */
  set: readonly string[]
}

interface MarkReader {
  hidden: ReadonlySet<string>
  readable: (field: string) => boolean
}

/** Whether a run set a field or applied other rules than the run before it, as far as the reader may see either. */
export function changedSomething(run: RunMark, before: RunMark | null, reader: MarkReader): boolean {
  if (run.set.some(reader.readable)) return true
  const now = firedOf(run, reader)
  const then = before === null ? new Set<string>() : firedOf(before, reader)
  return now.symmetricDifference(then).size > 0
}

function firedOf({ order, outcomes }: RunMark, { hidden }: MarkReader): Set<string> {
  return new Set(order.filter((rule, at) => outcomes[at] === 'true' && !hidden.has(rule)))
}
