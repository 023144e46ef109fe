import type { AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { DashboardCreate } from '@caseloom/contract/workspaces/workspaces'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { TenantScope } from '../../platform/database/types.ts'
import { allow } from '../../platform/rights.ts'
import type { InstallerDeps } from './installer-deps.ts'

const WORKSPACE = 'Security operations'
/** The starter names apps by their keys. */
const Starter = z.looseObject({ name: z.string(), widgets: z.array(z.looseObject({})) })

/** Adds the workspace of the security team with its overview; a repetition adds what is missing. */
export async function addStarterWorkspace(
  { workspaces }: Pick<InstallerDeps, 'workspaces'>,
  scope: TenantScope,
  actor: Actor,
  apps: readonly AppView[],
): Promise<string> {
  allow(actor, 'workspace:manage')
  const asker = { actor, ip: null }
  const starter = await readDashboard(apps)
  const known = (await workspaces.listDashboards(scope, actor)).find((each) => each.name === starter.name)
  const dashboard = known ?? (await workspaces.createDashboard(scope, asker, starter))
  const all = await workspaces.listWorkspaces(scope, actor)
  if (!all.some((each) => each.name === WORKSPACE))
    await workspaces.createWorkspace(scope, asker, {
      name: WORKSPACE,
      description: 'Alerts and cases from detection to a decision.',
      icon: 'shield',
      apps: [...apps].reverse().map(({ id }) => id),
      dashboards: [dashboard.id],
      sharing: null,
    })
  return WORKSPACE
}

async function readDashboard(apps: readonly AppView[]) {
  const file = new URL('starter/alert-overview.dashboard.json', import.meta.url)
  const starter = Starter.parse(JSON.parse(await readFile(file, 'utf8')))
  const widgets = starter.widgets.map((widget) =>
    'app' in widget ? { ...widget, app: apps.find(({ key }) => key === widget['app'])?.id } : widget,
  )
  return DashboardCreate.parse({ ...starter, widgets })
}
