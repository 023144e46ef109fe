// Apps as people see them.
import type { AppView } from '@caseloom/contract/apps'
import { normalizeGuid } from '@caseloom/contract/ids'
import type { Actor } from '@caseloom/contract/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { mayReadApp } from '../definition/app-sharing.rules.ts'
import { appView } from './app-view.ts'
import { allApps, findApp, findAppByKey } from '../catalog/apps.store.ts'
import { allBackfills, findBackfill } from '../tables/backfill.store.ts'

/** Apps of the tenant that are shared with the actor, by name. */
export async function listApps(scope: TenantScope, actor: Actor): Promise<AppView[]> {
  allow(actor, 'app:read')
  const { apps, reworks } = await scope.read(async (tx) => ({
    apps: await allApps(tx),
    reworks: await allBackfills(tx),
  }))
  return apps
    .filter((app) => mayReadApp(actor, app))
    .map((app) => appView(app, actor, reworks.get(app.id) ?? null))
}

/** One app by id or key. */
export async function getApp(scope: TenantScope, actor: Actor, idOrKey: string): Promise<AppView> {
  allow(actor, 'app:read')
  const id = normalizeGuid(idOrKey)
  const { app, rework } = await scope.read(async (tx) => {
    const found = await (id === null ? findAppByKey(tx, idOrKey) : findApp(tx, id))
    return { app: found, rework: found === null ? null : await findBackfill(tx, found.id) }
  })
  if (app === null || !mayReadApp(actor, app)) throw fail('resource.not_found')
  return appView(app, actor, rework)
}
