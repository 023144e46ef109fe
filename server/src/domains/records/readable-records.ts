import { type Actor, may } from '@caseloom/contract/permissions'
import type { TenantScope } from '../../platform/database/types.ts'
import type { RecordPlace } from './get-record.ts'
import { visibleIds } from './visible-ids.read.ts'
import type { RecordsDeps } from './write-records.ts'

/** Ids of those records that the actor may see; missing apps and records are simply not among them. */
export async function readableRecords(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  places: readonly RecordPlace[],
): Promise<Set<string>> {
  if (!may(actor, 'record:read') || places.length === 0) return new Set()
  const byApp = Map.groupBy(places, (place) => place.appId)
  return scope.read(async (tx) => {
    const visible = new Set<string>()
    for (const [appId, wanted] of byApp) {
      const app = await deps.apps.compiled(tx, appId)
      if (app === null) continue
      const ids = wanted.map((place) => place.recordId)
      for (const id of await visibleIds(tx, app, ids, actor.principals)) visible.add(id)
    }
    return visible
  })
}
