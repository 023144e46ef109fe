import type { JsonObject } from '@caseloom/contract/kernel/json'
import { deedsOf } from '../triggers/deeds.rules.ts'

/** On-call schedules that a document names by their keys; those that expressions name are known when they run. */
export function schedulesIn(document: JsonObject): { schedule: string; path: (string | number)[] }[] {
  return deedsOf(document).flatMap(({ action, input, path }) => {
    const schedule = action === 'people.find' ? input['onCall'] : undefined
    return typeof schedule === 'string' && schedule !== '' && !schedule.includes('{%')
      ? [{ schedule, path: [...path, 'onCall'] }]
      : []
  })
}
