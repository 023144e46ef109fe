import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { findApplet, removeApplet } from '../catalog/applets.store.ts'
import { allowBuildApplet, mayReadApp } from '../definition/app-sharing.rules.ts'
import { auditApplet } from './audit-applet.ts'
import { linkingApps } from './linking-apps.read.ts'

/**
 * Deletes an applet that no app links.
 * @throws applet.linked with the apps that the actor may see, and how many others there are
 */
export async function deleteApplet(scope: TenantScope, actor: Actor, appletId: string): Promise<void> {
  allow(actor, 'app:build')
  const id = normalizeGuid(appletId)
  if (id === null) throw fail('resource.not_found')
  await scope.tx(async (tx) => {
    // An app that links it waits for this lock, and finds it gone.
    const applet = await findApplet(tx, id, true)
    if (applet === null) throw fail('resource.not_found')
    allowBuildApplet(actor, applet)
    const linking = await linkingApps(tx, id)
    const seen = linking.filter((app) => mayReadApp(actor, app))
    if (linking.length > 0)
      throw linked(
        seen.map((app) => ({ id: app.id, name: app.definition.name })),
        linking.length,
      )
    await removeApplet(tx, id)
    await auditApplet(tx, actor, { applet, action: 'applet.deleted' })
  })
}

function linked(apps: { id: string; name: string }[], count: number) {
  const others = count - apps.length
  const names = apps.map(({ name }) => name)
  const rest = others === 0 ? [] : [others === 1 ? '1 other app' : `${others} other apps`]
  const detail = `It is linked in ${[...names, ...rest].join(', ')}`
  return fail('applet.linked', { detail, extra: { apps, others } })
}
