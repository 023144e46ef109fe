import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { suggestion } from '@caseloom/playbook/issues'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { OnCallSchedules } from '../directory/on-call-port.ts'
import { schedulesIn } from './schedules-in.rules.ts'

/** On-call schedules that steps name and that don't exist. */
export async function onCallProblems(
  { schedules }: { schedules?: OnCallSchedules['keys'] | undefined },
  tx: TenantTx,
  document: JsonObject,
): Promise<Issue[]> {
  const named = schedulesIn(document)
  if (named.length === 0 || schedules === undefined) return []
  const known = await schedules(tx)
  return named.flatMap(({ schedule, path }): Issue[] => {
    if (known.includes(schedule)) return []
    const message = `There is no on-call schedule "${schedule}"${suggestion(schedule, known)}`
    return [{ path, code: 'unknown_schedule', message }]
  })
}
