import type { PlaybookUse } from '@caseloom/contract/automation/playbook-use'
import type { TenantScope } from '../../../platform/database/types.ts'
import { playbookUsesOf } from '../assets/asset-uses.read.ts'
import { getPlaybookRow } from '../playbooks/playbook.store.ts'

/** Playbooks whose published version or draft calls this one or waits for its failure; throws resource.not_found. */
export function usesOfPlaybook(scope: TenantScope, playbookId: string): Promise<PlaybookUse[]> {
  return scope.read(async (tx) => playbookUsesOf(tx, (await getPlaybookRow(tx, playbookId)).key))
}
