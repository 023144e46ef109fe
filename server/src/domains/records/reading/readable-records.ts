import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { isFailure } from '../../../platform/errors.ts'
import { seen } from '../model/app-permissions.rules.ts'
import { visibleIds } from './visible-ids.read.ts'
import { withApp } from '../model/with-app.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import type { RecordPlace } from '../model/record-shape.ts'

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
      const ids = wanted.map((place) => place.recordId)
      for (const id of await visibleOf(deps, tx, actor, { appId, ids })) visible.add(id)
    }
    return visible
  })
}

/** An app that is missing or not shared with the actor has no records for them. */
async function visibleOf(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  { appId, ids }: { appId: string; ids: readonly string[] },
): Promise<readonly string[]> {
  try {
    const found = await withApp(deps, tx, appId, (app) =>
      visibleIds(tx, seen(app, actor), ids, actor.principals),
    )
    return found.ids
  } catch (error) {
    if (isFailure(error, 'resource.not_found')) return []
    throw error
  }
}
