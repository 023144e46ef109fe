import type { AppletView } from '@caseloom/contract/apps/applets'
import type { AppView } from '@caseloom/contract/apps/apps'
import type { TableView } from '@caseloom/contract/automation/tables'
import type { KeyedDashboard } from '@caseloom/contract/workspaces/dashboard-file'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { ContentDeps } from '../ports/content-deps.ts'
import { nameOf } from '../format/package-file.ts'
import type { LocalItem, Portable, Source } from './local-item.ts'
import { portableDashboard } from './portable-dashboard.rules.ts'
import { type KeysById, portableApp } from './portable-app.rules.ts'
import { portableApplet } from './portable-applet.rules.ts'
import { portablePlaybook } from './portable-playbook.rules.ts'
import { portableTable } from './portable-table.rules.ts'

type Deps = Pick<ContentDeps, 'apps' | 'playbooks' | 'tables' | 'dashboards'>

/** Everything of the tenant that packages can hold and that the actor sees, by `kind/key`. */
export async function readLocal(
  { apps, playbooks, tables, dashboards }: Deps,
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
  const boards = may(actor, 'dashboard:read') ? await dashboards.list(scope, actor) : []
  for (const view of boards)
    items.push(localItem({ kind: 'dashboard', view }, headOf(view), () => portableDashboard(view, views)))
  return new Map(items.map((item) => [nameOf(item), item]))
}

type Head = Pick<LocalItem, 'id' | 'key' | 'title' | 'revision'>

/** An item whose portable form is made when someone asks for it: most of them are only counted. */
function localItem(
  source: Source,
  { id, key, title, revision }: Head,
  make: (() => Portable) | null,
): LocalItem {
  let made: Portable | null = null
  return {
    kind: source.kind,
    id,
    key,
    title,
    revision,
    source,
    get portable() {
      made ??= make?.() ?? null
      return made
    },
  }
}

function headOf({ id, key, name, revision }: AppView | AppletView | TableView | KeyedDashboard) {
  return { id, key, title: name, revision }
}

function keysById(apps: readonly AppView[], applets: readonly AppletView[]): KeysById {
  const appKeys = new Map<string, string>(apps.map(({ id, key }) => [id, key]))
  const appletKeys = new Map<string, { key: string; revision: number }>(
    applets.map(({ id, key, revision }) => [id, { key, revision }]),
  )
  return { app: (id) => appKeys.get(id), applet: (id) => appletKeys.get(id) }
}
