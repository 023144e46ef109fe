import type { RunView } from '@caseloom/contract/automation/automation'
import type { z } from 'zod'

type Step = z.infer<typeof RunView>['steps'][number]

/** A step that did more than compute, and how often it did. */
export interface RepeatedEffect extends Pick<Step, 'path' | 'title' | 'action' | 'state'> {
  times: number
}

/** They only look something up, or make files that are the run's own. */
const READS = /^(?:record\.(?:get|search)|state\.get|table\.lookup|observable\.(?:enrich|check)|file\.\w+)$/
/** Blocks and waits do nothing outside; a component does what its own run shows. */
const CALLS = 'flow.call'

/** What a rerun of the whole run does again: steps that began and changed records, asked people, or called systems. */
export function repeatedEffects(steps: readonly Step[]): RepeatedEffect[] {
  return steps.flatMap((step) => {
    const { path, title, action, state } = step
    const isFlow = action.startsWith('flow.') && action !== CALLS
    if (step.pure || isFlow || READS.test(action)) return []
    const times = timesOf(step)
    return times === 0 ? [] : [{ path, title, action, state, times }]
  })
}

function timesOf({ instances, startedAt }: Step): number {
  if (instances !== null) return instances.total
  return startedAt === null ? 0 : 1
}
