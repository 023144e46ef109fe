import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { accessTo, allowInApp } from '../model/app-permissions.rules.ts'
import { withLinksAndColumns } from '../reference-fields/linked-views.ts'
import { withFaults } from '../computed/compute-formulas.ts'
import type { AppTable, RecordPlace, StoredRecord } from '../model/record-shape.ts'
import { recordView } from '../model/record-view.ts'
import { similarOf } from './similar.read.ts'
import { findRecord } from './search.read.ts'
import { withApp } from '../model/with-app.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { survivorOf } from './survivor.read.ts'

/** One record, or the one into which it was merged; throws resource.not_found for a missing, deleted or restricted one alike. */
export async function getRecord(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  place: RecordPlace,
): Promise<RecordView> {
  allow(actor, 'record:read')
  const { app, record, view } = await scope.read(async (tx) => {
    const found = await visibleRecord(deps, tx, actor, place)
    const access = accessTo(found.app, actor)
    const view = await withLinksAndColumns(deps, tx, access, recordView(access, found.record))
    const known = await similarOf(tx, found.app, { ids: [found.record.id], search: null })
    const similar = known.get(found.record.id)
    return { ...found, view: similar === undefined ? view : { ...view, similar } }
  })
  return withFaults(app, record, view)
}

/** The record when the actor may see it; a merged one leads to that into which it went. */
export async function visibleRecord(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  { appId, recordId }: RecordPlace,
): Promise<{ app: AppTable; record: StoredRecord }> {
  const id = normalizeGuid(recordId)
  if (id === null) throw fail('resource.not_found')
  const { app, record } = await withApp(deps, tx, appId, (candidate) => findStanding(tx, candidate, id))
  allowInApp(actor, 'record:read', app)
  if (record === null) throw fail('resource.not_found')
  allowInApp(actor, 'record:read', app, record)
  return { app, record }
}

/** The record, or the one into which it was merged. */
async function findStanding(tx: TenantTx, app: AppTable, id: string): ReturnType<typeof findRecord> {
  const found = await findRecord(tx, app, id)
  if (found.record !== null || found.revision !== app.revision) return found
  const survivor = await survivorOf(tx, app.id, id)
  return survivor === null ? found : findRecord(tx, app, survivor)
}
