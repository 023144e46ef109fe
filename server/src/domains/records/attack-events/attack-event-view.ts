import { AttackEventView } from '@caseloom/contract/records/attack-events'
import type { NamedRecord } from '@caseloom/contract/records/observables'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantTx } from '../../../platform/database/types.ts'
import { namedRecord } from '../case/named-record.ts'
import { mayInApp } from '../model/app-permissions.rules.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { visibleRecordsByIds } from '../reading/records-by-ids.read.ts'
import { tacticsOfEvent } from './attack-event.rules.ts'
import type { AttackEventRow } from './attack-event.store.ts'

/** Names the records behind assets that the actor may see, by ID; the others are left out. */
export async function visibleAssets(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  places: readonly { appId: string; recordId: string }[],
): Promise<Map<string, NamedRecord>> {
  const found = new Map<string, NamedRecord>()
  for (const [appId, wanted] of Map.groupBy(places, (place) => place.appId)) {
    // The newest revision says who may see the app.
    const app = await deps.apps.compiled(tx, appId, true)
    if (app === null || !mayInApp(actor, 'record:read', app)) continue
    const ids = wanted.map(({ recordId }) => recordId)
    for (const record of await visibleRecordsByIds(tx, app, actor.principals, ids))
      found.set(record.id, namedRecord(actor, app, record))
  }
  return found
}

/** Attack events as their reader sees them. */
export async function eventViews(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  rows: readonly AttackEventRow[],
): Promise<AttackEventView[]> {
  const places = rows.flatMap(({ asset_app: appId, asset_record: recordId }) =>
    appId === null || recordId === null ? [] : [{ appId, recordId }],
  )
  const assets = await visibleAssets(deps, tx, actor, places)
  return rows.map((row) =>
    // Parsing brands the ids.
    AttackEventView.parse({
      id: row.id,
      happenedAt: row.happened_at.toISOString(),
      recordedAt: row.recorded_at.toISOString(),
      by: row.by,
      editedAt: row.edited_at?.toISOString() ?? null,
      type: row.type,
      text: row.text,
      technique: row.technique,
      tactic: row.tactic,
      tactics: tacticsOfEvent(row),
      asset: assetOf(row, assets),
      source: row.source,
    }),
  )
}

function assetOf(
  { asset_name, asset_record }: AttackEventRow,
  assets: ReadonlyMap<string, NamedRecord>,
): AttackEventView['asset'] {
  if (asset_name !== null) return { name: asset_name, record: null }
  const record = asset_record === null ? undefined : assets.get(asset_record)
  return record === undefined ? null : { name: record.title, record }
}
