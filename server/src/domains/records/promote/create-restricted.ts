import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import type { TenantScope } from '../../../platform/database/types.ts'
import { AppError } from '../../../platform/errors.ts'
import { joinedTo } from '../merge/mark-merged.ts'
import type { Values } from '../model/record-shape.ts'
import { accessTo } from '../model/app-permissions.rules.ts'
import { recordView } from '../model/record-view.ts'
import { markRecord } from '../permissions/mark-record.ts'
import { writeRecords } from '../writing/write-records.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

interface Restricted {
  appId: string
  fields: Values
  acl: readonly string[]
  operationKey?: string | undefined
}

/** Creates and restricts a record in one transaction, so that only principals on its list ever see it. */
export async function createRestricted(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, fields, acl, operationKey }: Restricted,
): Promise<RecordView> {
  return scope.tx(async (tx) => {
    const joined = joinedTo(tx, scope)
    const command = { kind: 'create', values: fields } as const
    const { answers } = await writeRecords(deps, joined, {
      appIdOrKey: appId,
      requests: [{ actor, command, operationKey }],
    })
    const [answer] = answers
    if (answer === undefined) throw new Error('The request wasn’t answered')
    if (answer instanceof AppError) throw answer
    const { app, record } = await markRecord(deps, joined, actor, {
      appId,
      recordId: answer.record.id,
      ip: null,
      // Under the same key again it has its list already.
      decide: (_app, { acl: has, lock }) => (has === null ? { action: 'restricted', acl, lock } : null),
    })
    return recordView(accessTo(app, actor), record)
  })
}
