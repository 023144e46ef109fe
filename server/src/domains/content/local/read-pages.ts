import type { AppView } from '@caseloom/contract/apps/apps'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { ContentDeps } from '../ports/content-deps.ts'
import { headOf, type LocalItem, localItem } from './local-item.ts'
import { portableDashboard } from './portable-dashboard.rules.ts'
import { portableHomePage } from './portable-home-page.rules.ts'
import { portableReport, reportTitle } from './portable-report.rules.ts'
import { portableWorkspace } from './portable-workspace.rules.ts'

type Deps = Pick<ContentDeps, 'dashboards' | 'workspaces' | 'reports' | 'homePages'>

/** Saved views, dashboards, workspaces, and home pages that the actor sees. */
export async function readPages(
  { dashboards, workspaces, reports, homePages }: Deps,
  scope: TenantScope,
  { actor, apps }: { actor: Actor; apps: readonly AppView[] },
): Promise<LocalItem[]> {
  const items: LocalItem[] = []
  for (const view of may(actor, 'report:read') ? await reports.list(scope, actor) : []) {
    const app = apps.find(({ id }) => id === view.appId)
    if (app === undefined) continue
    const head = { ...headOf(view), title: reportTitle(view, app) }
    // Someone who doesn't see all of a view can't take it along.
    const make = view.narrowed ? null : () => portableReport(view, app, apps)
    items.push(localItem({ kind: 'report', view }, head, make))
  }
  const boards = may(actor, 'dashboard:read') ? await dashboards.list(scope, actor) : []
  for (const view of boards)
    items.push(localItem({ kind: 'dashboard', view }, headOf(view), () => portableDashboard(view, apps)))
  for (const view of may(actor, 'workspace:read') ? await workspaces.list(scope, actor) : [])
    items.push(
      localItem({ kind: 'workspace', view }, headOf(view), () => portableWorkspace(view, apps, boards)),
    )
  for (const view of await homePages.list(scope, actor))
    items.push(localItem({ kind: 'homepage', view }, headOf(view), () => portableHomePage(view, boards)))
  return items
}
