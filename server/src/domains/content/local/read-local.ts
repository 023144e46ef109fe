import type { AppletView } from '@caseloom/contract/apps/applets'
import type { AppView } from '@caseloom/contract/apps/apps'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { ContentDeps } from '../ports/content-deps.ts'
import { nameOf } from '../format/package-file.ts'
import { headOf, type LocalItem, localItem } from './local-item.ts'
import { type KeysById, portableApp } from './portable-app.rules.ts'
import { portableApplet } from './portable-applet.rules.ts'
import { portablePlaybook } from './portable-playbook.rules.ts'
import { portableTable } from './portable-table.rules.ts'
import { readPages } from './read-pages.ts'

type Deps = Pick<ContentDeps, 'apps' | 'playbooks' | 'tables'> & Parameters<typeof readPages>[0]

/** Everything of the tenant that packages can hold and that the actor sees, by `kind/key`. */
export async function readLocal(
  { apps, playbooks, tables, ...pages }: Deps,
  scope: TenantScope,
  actor: Actor,
): Promise<ReadonlyMap<string, LocalItem>> {
  const mayReadApps = may(actor, 'app:read')
  const views = mayReadApps ? await apps.listApps(scope, actor) : []
  const applets = mayReadApps ? await apps.applets.list(scope, actor) : []
  const keys = keysById(views, applets)
  const items: LocalItem[] = []
  for (const view of views) {
    const images = view.can.build ? await apps.lifecycle.images(scope, actor, view) : []
    const data = images.map((one) => one.data).toSorted()
    const portable = view.can.build ? () => portableApp(view, keys, data) : null
    items.push(localItem({ kind: 'app', view }, headOf(view), portable))
  }
  for (const view of applets) {
    const portable = view.can.build ? () => portableApplet(view, keys) : null
    items.push(localItem({ kind: 'applet', view }, headOf(view), portable))
  }
  const known = may(actor, 'playbook:read') ? await tables.list(scope, actor) : []
  for (const view of known)
    items.push(localItem({ kind: 'table', view }, headOf(view), () => portableTable(view)))
  const appKeys = new Set<string>(views.map(({ key }) => key))
  const names = { keyOf: keys.app, isKey: (key: string) => appKeys.has(key) }
  for (const view of await playbooks.playbooks(scope, actor))
    items.push(
      localItem({ kind: 'playbook', view }, view, () => portablePlaybook(view, names, playbooks.needsOf)),
    )
  items.push(...(await readPages(pages, scope, { actor, apps: views })))
  return new Map(items.map((item) => [nameOf(item), item]))
}

function keysById(apps: readonly AppView[], applets: readonly AppletView[]): KeysById {
  const appKeys = new Map<string, string>(apps.map(({ id, key }) => [id, key]))
  const appletKeys = new Map<string, { key: string; revision: number }>(
    applets.map(({ id, key, revision }) => [id, { key, revision }]),
  )
  return { app: (id) => appKeys.get(id), applet: (id) => appletKeys.get(id) }
}
