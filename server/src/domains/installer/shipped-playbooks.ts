import { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { parseText } from '@caseloom/playbook/yaml'
import { readFile } from 'node:fs/promises'
import type { TenantScope } from '../../platform/database/types.ts'
import { allow } from '../../platform/rights.ts'
import type { InstallerDeps } from './installer-deps.ts'

/** Creates and publishes a playbook; one that is published already stays as it is. */
export async function ensurePublished(
  automation: InstallerDeps['automation'],
  scope: TenantScope,
  actor: Actor,
  document: JsonObject,
): Promise<void> {
  allow(actor, 'playbook:build')
  const known = (await automation.listPlaybooks(scope)).find((each) => each.key === document['playbook'])
  const playbook =
    known === undefined
      ? await automation.createPlaybook(scope, actor, document)
      : await automation.getPlaybook(scope, actor, known.id)
  if (playbook.publishedVersion !== null) return
  await automation.publishPlaybook(scope, actor, { playbookId: playbook.id, revision: playbook.revision })
}

/** A playbook that comes with the product, as JSON; `path` is below this folder. */
export async function readPlaybook(path: string): Promise<JsonObject> {
  const parsed = parseText(await readFile(new URL(path, import.meta.url), 'utf8'))
  if (!parsed.ok) throw new Error(`${path} line ${parsed.issues[0]?.line}: ${parsed.issues[0]?.message}`)
  return JsonObject.parse(parsed.value)
}
