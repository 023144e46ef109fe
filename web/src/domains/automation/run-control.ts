import type { Run } from './run-summary.ts'
import { isOver } from './run-summary.ts'

/** Why something cannot be done to a run; the key of its text below `control`. */
export type Hindrance = 'over' | 'asked' | 'goesOn' | 'noRun' | 'noRerun' | 'noData'
type Controlled = Pick<Run, 'state' | 'cancel' | 'can'>

/** What hinders each act on a run; null where nothing does. */
export function hindrances(run: Controlled): {
  cancel: Hindrance | null
  rerun: Hindrance | null
  evidence: Hindrance | null
} {
  return {
    cancel: cancelHindrance(run),
    rerun: run.can.rerun ? (isOver(run.state) ? null : 'goesOn') : 'noRerun',
    evidence: run.can.data ? null : 'noData',
  }
}

function cancelHindrance({ state, cancel, can }: Controlled): Hindrance | null {
  if (isOver(state)) return 'over'
  if (cancel !== null) return 'asked'
  return can.cancel ? null : 'noRun'
}
