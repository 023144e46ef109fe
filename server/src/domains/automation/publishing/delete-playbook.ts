import type { Actor } from '@caseloom/contract/kernel/permissions'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import { playbookChanged } from '../playbooks/playbook.events.ts'
import { getPlaybookRow, hidePlaybook } from '../playbooks/playbook.store.ts'
import { disableTriggersBut } from '../intake/trigger.store.ts'

/**
 * Deletes a playbook: its triggers stop accepting deliveries and its key becomes free. Runs that have begun continue,
 * and all runs stay readable for their retention. Throws resource.not_found.
 */
export async function deletePlaybook(
  scope: TenantScope,
  actor: Actor,
  command: { playbookId: string; ip?: string },
): Promise<void> {
  allow(actor, 'playbook:build')
  const { playbookId: id, ip } = command
  await scope.tx(async (tx) => {
    const row = await getPlaybookRow(tx, id, true)
    await disableTriggersBut(tx, id, [])
    await hidePlaybook(tx, id)
    tx.announce(playbookChanged(tx, id))
    await audit(tx, {
      accountId: tx.accountId,
      tenantId: tx.tenantId,
      actor,
      action: 'playbook.deleted',
      object: { kind: 'playbook', id, name: row.title },
      before: { key: row.key, version: row.published_version },
      ip: ip ?? null,
    })
  })
}
