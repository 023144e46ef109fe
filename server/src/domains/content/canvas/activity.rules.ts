import type { CanvasActivity, CanvasEdge } from '@caseloom/contract/content/canvas'
import type { DayActivity, DayRuns } from '../ports/canvas-deps.ts'

type EdgeActivity = CanvasEdge['activity']

/** What ran in the last day, by playbook. */
export class Activity {
  readonly #byPlaybook: ReadonlyMap<string, readonly DayRuns[]> | null

  constructor(day: DayActivity | null) {
    this.#byPlaybook = day === null ? null : Map.groupBy(day.rows, ({ playbookId }) => playbookId)
  }

  ofPlaybook(playbookId: string): CanvasActivity | null {
    return this.#sum(playbookId, () => true)
  }

  ofTrigger(playbookId: string, trigger: string): CanvasActivity | null {
    return this.#sum(playbookId, (row) => row.trigger === trigger && row.caller === null)
  }

  ofCalls(playbookId: string, caller: string): CanvasActivity | null {
    return this.#sum(playbookId, (row) => row.caller === caller)
  }

  /** How many runs these steps ended; which of the other runs reached them isn't counted. */
  ofSteps(playbookId: string, steps: readonly string[]): EdgeActivity {
    const sum = this.#sum(playbookId, ({ step }) => step !== null && steps.includes(keyOf(step)))
    return sum === null ? null : { runs: null, failed: sum.failed }
  }

  #sum(playbookId: string, counts: (row: DayRuns) => boolean): CanvasActivity | null {
    if (this.#byPlaybook === null) return null
    const rows = (this.#byPlaybook.get(playbookId) ?? []).filter(counts)
    return {
      runs: rows.reduce((all, { runs }) => all + runs, 0),
      failed: rows.reduce((all, { failed }) => all + failed, 0),
    }
  }
}

/** The step at the end of a path through blocks: `each/send` is `send`. */
function keyOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
