import type { AppView } from '@caseloom/contract/apps/apps'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { detachLink } from '@caseloom/workflow/applets/link'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { editedApp } from '../changes/edited-app.ts'
import { updateApp, type UpdateAppDeps } from '../changes/update-app.ts'
import { editOf } from './edited-links.ts'

/** Makes what a link brought the app’s own, with its data; throws resource.not_found when there is no such link. */
export async function detachApplet(
  deps: UpdateAppDeps,
  scope: TenantScope,
  actor: Actor,
  wish: { appId: string; prefix: string; revision: number },
): Promise<AppView> {
  allow(actor, 'app:build')
  const appId = normalizeGuid(wish.appId)
  if (appId === null) throw fail('resource.not_found')
  const command = await scope.read(async (tx) => {
    const app = await editedApp(tx, actor, { appId, revision: wish.revision })
    const { applets = [] } = app.definition
    if (applets.every(({ prefix }) => prefix !== wish.prefix)) throw fail('resource.not_found')
    return detachLink({ ...editOf(app), applets }, wish.prefix)
  })
  // The rules stay as they are: nothing breaks that didn’t before.
  return updateApp(deps, scope, actor, { ...command, confirmed: true })
}
