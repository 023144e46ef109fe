import { z } from 'zod'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { isFailure } from '../../../platform/errors.ts'
import { mayInApp, seen } from '../model/app-permissions.rules.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { withApp } from '../model/with-app.ts'
import { visibleIds } from '../reading/visible-ids.read.ts'
import { threadField } from './comment-place.ts'
import { excerptOf } from './comment-text.rules.ts'

const QuotedRow = z.object({
  id: z.string(),
  app_id: z.string(),
  record_id: z.string(),
  field_id: z.string().nullable(),
  body: z.string(),
  is_deleted: z.boolean(),
})
type QuotedRow = z.infer<typeof QuotedRow>

/** The beginning of these comments as they are now, null for a deleted one; without those that the actor can't read. */
export async function quoteComments(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  return scope.read(async (tx) => {
    const rows = await tx.rows(
      QuotedRow,
      `select id, app_id, record_id, field_id, body, deleted_at is not null as is_deleted from caseloom.comment
        where tenant_id = $1 and id = any($2::uuid[])`,
      [tx.tenantId, ids],
    )
    const quotes = new Map<string, string | null>()
    for (const [appId, ofApp] of Map.groupBy(rows, (row) => row.app_id))
      for (const { id, body, is_deleted: isDeleted } of await readable(deps, tx, actor, {
        appId,
        rows: ofApp,
      }))
        quotes.set(id, isDeleted ? null : excerptOf(body))
    return quotes
  })
}

async function readable(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  { appId, rows }: { appId: string; rows: readonly QuotedRow[] },
): Promise<QuotedRow[]> {
  const records = rows.map((row) => row.record_id)
  try {
    const { app, ids } = await withApp(deps, tx, appId, (candidate) =>
      visibleIds(tx, seen(candidate, actor), records, actor.principals),
    )
    if (!mayInApp(actor, 'record:read', app)) return []
    return rows.filter(
      ({ record_id: recordId, field_id: fieldId }) =>
        ids.includes(recordId) && (fieldId === null || threadField(app, actor, fieldId) !== null),
    )
  } catch (error) {
    if (isFailure(error, 'resource.not_found') || isFailure(error, 'right.missing')) return []
    throw error
  }
}
