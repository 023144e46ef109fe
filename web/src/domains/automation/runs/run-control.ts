import type { Run } from '../shared/run-summary.ts'
import { hasEnded } from '../shared/run-summary.ts'

/** Why an action isn't available; a key below `control` in the texts. */
export type Hindrance = 'over' | 'asked' | 'notEnded' | 'noRun' | 'noRerun' | 'noData'
type Controlled = Pick<Run, 'state' | 'cancel' | 'can'>

/** What prevents each action; null if nothing does. */
export function hindrances(run: Controlled): {
  cancel: Hindrance | null
  rerun: Hindrance | null
  evidence: Hindrance | null
} {
  return {
    cancel: cancelHindrance(run),
    rerun: run.can.rerun ? (hasEnded(run.state) ? null : 'notEnded') : 'noRerun',
    evidence: run.can.data ? null : 'noData',
  }
}

function cancelHindrance({ state, cancel, can }: Controlled): Hindrance | null {
  if (hasEnded(state)) return 'over'
  if (cancel !== null) return 'asked'
  return can.cancel ? null : 'noRun'
}
