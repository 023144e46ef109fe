import type { AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { actorRef } from '@caseloom/contract/records/records'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import type { AppCatalog } from '../catalog/app-catalog.ts'
import { findApp } from '../catalog/apps.store.ts'
import type { AppDefinition } from '../definition/app-definition.ts'
import { allowBuild } from '../definition/app-sharing.rules.ts'
import { appView } from '../reading/app-view.ts'
import { defineApps } from '../tables/define-apps.ts'
import { publishRevision } from './publish-revision.ts'
import { refuseWhileChanging } from './start-change.ts'

/**
 * Archives an app or restores it, as a revision of its own; an app that is already in that state stays as it is. The
 * records of an archived app can be read and exported, but neither people nor playbooks change them; clocks keep running.
 * @throws resource.not_found, right.missing, app.change_refused while values change their type
 */
export async function archiveApp(
  { catalog }: { catalog: AppCatalog },
  scope: TenantScope,
  actor: Actor,
  { appId, archived }: { appId: string; archived: boolean },
): Promise<AppView> {
  allow(actor, 'app:build')
  const app = await defineApps(scope, async (tx) => {
    const before = await findApp(tx, appId, true)
    if (before === null) throw fail('resource.not_found')
    allowBuild(actor, before)
    if ((before.definition.archived === true) === archived) return before
    await refuseWhileChanging(tx, before.id)
    const { archived: _before, ...rest } = before.definition
    const definition: AppDefinition = archived ? { ...rest, archived: true } : rest
    return (await publishRevision(tx, { before, definition, actor, by: actorRef(actor) })).app
  })
  catalog.forget(scope.tenantId, app.id)
  return appView(app, actor)
}
