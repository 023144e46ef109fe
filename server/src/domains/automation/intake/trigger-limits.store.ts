import type { Trigger } from '@caseloom/playbook/document'
import type { TenantTx } from '../../../platform/database/types.ts'

/** Saves how many runs of each trigger may work at the same time and how many may wait; unlimited ones are absent. */
export async function limitTriggers(
  tx: TenantTx,
  playbookId: string,
  triggers: readonly Pick<Trigger, 'key' | 'limit'>[],
): Promise<void> {
  await tx.query(
    `update caseloom.trigger t set running_limit = l.running, queue_limit = l.queue
       from unnest($3::text[], $4::int[], $5::int[]) as l(key, running, queue)
      where t.tenant_id = $1 and t.playbook_id = $2 and t.key = l.key`,
    [
      tx.tenantId,
      playbookId,
      triggers.map(({ key }) => key),
      triggers.map(({ limit }) => limit?.running ?? null),
      triggers.map(({ limit }) => limit?.queue ?? null),
    ],
  )
}
