import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../platform/database/types.ts'
import { allow } from '../../platform/rights.ts'
import { addStarterApps } from './add-starter-apps.ts'
import { addStarterWorkspace } from './add-starter-workspace.ts'
import type { InstallerDeps } from './installer-deps.ts'
import { ensurePublished } from './shipped-playbooks.ts'
import { readStarterPlaybook } from './starter-files.ts'

type Deps = Pick<InstallerDeps, 'apps' | 'reporting' | 'automation' | 'workspaces'>

/** Adds the apps Alert, Case, Asset and Observable intel with their views, the intake of GitHub's security alerts, published, and a workspace; what is there already stays as it is. */
export async function addStarterContent(deps: Deps, scope: TenantScope, actor: Actor): Promise<string> {
  allow(actor, 'playbook:build')
  const apps = await addStarterApps(deps, scope, actor)
  const document = await readStarterPlaybook()
  await ensurePublished(deps.automation, scope, actor, document)
  const workspace = await addStarterWorkspace(deps, scope, actor, apps)
  return `${apps.map(({ name }) => name).join(', ')}, ${String(document['title'])}, ${workspace}`
}
