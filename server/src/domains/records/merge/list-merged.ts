import { type Actor, mayPass } from '@caseloom/contract/kernel/permissions'
import type { LinkedRecord } from '@caseloom/contract/records/record-links'
import type { ActorRef } from '@caseloom/contract/records/records'
import type { TenantScope } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import { visibleRecord } from '../reading/get-record.ts'
import { linkedRecord } from '../reference-fields/link-changes.rules.ts'
import { findOthers } from '../reference-fields/links.store.ts'
import { mergedInto } from './merge.store.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import type { RecordPlace } from '../model/record-shape.ts'

/** Records that were merged into one, newest first; those that the actor may not see are left out. */
export async function listMerged(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  place: RecordPlace,
): Promise<{ items: (LinkedRecord & { at: string; by: ActorRef })[] }> {
  allow(actor, 'record:read')
  return scope.read(async (tx) => {
    const { app, record } = await visibleRecord(deps, tx, actor, place)
    const merges = await mergedInto(tx, record.id)
    const rows = await findOthers(tx, app, { ids: merges.map((merge) => merge.record_id), seqs: [] })
    const byId = new Map(rows.map((row) => [row.id, row]))
    const items = merges.flatMap(({ record_id, at, by }) => {
      const row = byId.get(record_id)
      if (row === undefined || !mayPass(actor, row.acl)) return []
      return [{ ...linkedRecord(app, actor, row), at: at.toISOString(), by }]
    })
    return { items }
  })
}
