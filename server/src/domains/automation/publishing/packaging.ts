import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { deletePlaybook } from './delete-playbook.ts'
import { createPlaybook, type SaveDraft, saveDraft } from './edit-playbook.ts'
import { needsOfPlaybook, packagedPlaybooks, usableAssets } from './packaged-playbooks.read.ts'
import { type PublishDeps, type PublishPlaybook, publishPlaybook } from './publish-playbook.ts'

type Parts = PublishDeps

/** What content packages ask, always as the person who exports or imports. */
export function packagingOf(parts: Parts) {
  return {
    playbooks: packagedPlaybooks,
    needsOf: needsOfPlaybook,
    assets: usableAssets,
    async connectors(scope: TenantScope): Promise<string[]> {
      const actions = (await parts.connectors?.catalog.list(scope, () => true)) ?? []
      return [...new Set(actions.map(({ name }) => name.split('.', 1)[0] ?? name))]
    },
    create: (scope: TenantScope, actor: Actor, document: JsonObject) =>
      createPlaybook(parts, scope, actor, document),
    save: (scope: TenantScope, actor: Actor, command: SaveDraft) => saveDraft(parts, scope, actor, command),
    publish: (scope: TenantScope, actor: Actor, command: PublishPlaybook) =>
      publishPlaybook(parts, scope, actor, command),
    remove: deletePlaybook,
  }
}
