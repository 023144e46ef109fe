import type { ClockValue } from '@caseloom/contract/values/case-fields'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import type { TenantScope } from '../../../platform/database/types.ts'
import { AppError } from '../../../platform/errors.ts'
import { accessTo } from '../model/app-permissions.rules.ts'
import { recordView } from '../model/record-view.ts'
import { writeRecords } from '../writing/write-records.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import type { RecordPlace } from '../model/record-shape.ts'

export interface ClockCommand extends RecordPlace {
  /** Key of a clock field. */
  field: string
  /** What becomes of the clock. */
  manual: NonNullable<ClockValue['manual']>
  operationKey: string
}

/**
 * Takes a clock of a record in hand. Paused and stopped it stays until it is started again; nothing runs on while the
 * clock's own condition for stopping holds.
 * @throws request.invalid for a field that is no clock, or a clock that has not started
 */
export async function controlClock(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, recordId, field, manual, operationKey }: ClockCommand,
): Promise<RecordView> {
  const inside = { of: 'clock', field, manual } as const
  const request = {
    actor,
    command: { kind: 'update', id: recordId, values: {}, inside } as const,
    operationKey,
  }
  const { app, answers } = await writeRecords(deps, scope, { appIdOrKey: appId, requests: [request] })
  const [answer] = answers
  if (answer === undefined) throw new Error('The request wasn’t answered')
  if (answer instanceof AppError) throw answer
  return recordView(accessTo(app, actor), answer.record)
}
