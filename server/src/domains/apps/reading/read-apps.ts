// Apps as people see them.
import type { AppView } from '@caseloom/contract/apps/apps'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { mayReadApp } from '../definition/app-sharing.rules.ts'
import type { StoredApp } from '../definition/app-definition.ts'
import { appView } from './app-view.ts'
import { targetsOf, withKnownTargets } from './known-targets.rules.ts'
import { allApps, findApp, findAppByKey } from '../catalog/apps.store.ts'
import { allBackfills, findBackfill } from '../tables/backfill.store.ts'

/** Apps of the tenant that are shared with the actor, by name. */
export async function listApps(scope: TenantScope, actor: Actor): Promise<AppView[]> {
  allow(actor, 'app:read')
  const { apps, reworks } = await scope.read(async (tx) => ({
    apps: await allApps(tx),
    reworks: await allBackfills(tx),
  }))
  const byId = new Map(apps.map((app) => [app.id, app]))
  return apps
    .filter((app) => mayReadApp(actor, app))
    .map((app) => withKnownTargets(appView(app, actor, reworks.get(app.id) ?? null), actor, byId))
}

/** One app by id or key. */
export async function getApp(scope: TenantScope, actor: Actor, idOrKey: string): Promise<AppView> {
  allow(actor, 'app:read')
  const id = normalizeGuid(idOrKey)
  return scope.read(async (tx) => {
    const app = await (id === null ? findAppByKey(tx, idOrKey) : findApp(tx, id))
    if (app === null || !mayReadApp(actor, app)) throw fail('resource.not_found')
    const view = appView(app, actor, await findBackfill(tx, app.id))
    if (view.can.build) return view
    const targets = new Map<string, StoredApp>()
    for (const target of targetsOf(view)) {
      const found = await findApp(tx, target)
      if (found !== null) targets.set(target, found)
    }
    return withKnownTargets(view, actor, targets)
  })
}
