import type { AppView } from '@caseloom/contract/apps'
import { normaliseGuid } from '@caseloom/contract/ids'
import type { Actor } from '@caseloom/contract/permissions'
import type { TenantScope } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import { mayReadApp } from './app-sharing.rules.ts'
import { appView } from './app-view.ts'
import { allApps, findApp, findAppByKey } from './apps.store.ts'

/** Apps of the tenant that are shared with the actor, by name. */
export async function listApps(scope: TenantScope, actor: Actor): Promise<AppView[]> {
  allow(actor, 'app:read')
  const apps = await scope.read(allApps)
  return apps.filter((app) => mayReadApp(actor, app)).map((app) => appView(app, actor))
}

/** One app by id or key. */
export async function getApp(scope: TenantScope, actor: Actor, idOrKey: string): Promise<AppView> {
  allow(actor, 'app:read')
  const id = normaliseGuid(idOrKey)
  const app = await scope.read((tx) => (id === null ? findAppByKey(tx, idOrKey) : findApp(tx, id)))
  if (app === null || !mayReadApp(actor, app)) throw fail('resource.not_found')
  return appView(app, actor)
}
