import { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { parseText } from '@caseloom/playbook/yaml'
import { readFile } from 'node:fs/promises'
import type { TenantScope } from '../../platform/database/types.ts'
import { allow } from '../../platform/rights.ts'
import { addStarterApps } from './add-starter-apps.ts'
import { addStarterWorkspace } from './add-starter-workspace.ts'
import type { InstallerDeps } from './installer-deps.ts'

type Deps = Pick<InstallerDeps, 'apps' | 'reporting' | 'automation' | 'workspaces'>

/** Adds the apps Alert, Case, Asset and Observable intel with their views, the intake of GitHub's security alerts, published, and a workspace; what is there already stays as it is. */
export async function addStarterContent(deps: Deps, scope: TenantScope, actor: Actor): Promise<string> {
  allow(actor, 'playbook:build')
  const apps = await addStarterApps(deps, scope, actor)
  const document = await readPlaybook('github-security-alert.yaml')
  await ensurePublished(deps.automation, scope, actor, document)
  const workspace = await addStarterWorkspace(deps, scope, actor, apps)
  return `${apps.map(({ name }) => name).join(', ')}, ${String(document['title'])}, ${workspace}`
}

async function ensurePublished(
  automation: Deps['automation'],
  scope: TenantScope,
  actor: Actor,
  document: JsonObject,
): Promise<void> {
  const known = (await automation.listPlaybooks(scope)).find((each) => each.key === document['playbook'])
  const playbook =
    known === undefined
      ? await automation.createPlaybook(scope, actor, document)
      : await automation.getPlaybook(scope, actor, known.id)
  if (playbook.publishedVersion !== null) return
  await automation.publishPlaybook(scope, actor, { playbookId: playbook.id, revision: playbook.revision })
}

/** A playbook that comes with the product, as JSON. */
async function readPlaybook(name: string): Promise<JsonObject> {
  const parsed = parseText(await readStarter(name))
  if (!parsed.ok) throw new Error(`${name} line ${parsed.issues[0]?.line}: ${parsed.issues[0]?.message}`)
  return JsonObject.parse(parsed.value)
}

function readStarter(name: string): Promise<string> {
  return readFile(new URL(`starter/${name}`, import.meta.url), 'utf8')
}
