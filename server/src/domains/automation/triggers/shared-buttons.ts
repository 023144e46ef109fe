import type { Actor } from '@caseloom/contract/kernel/permissions'
import { may } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { triggersByIds } from '../intake/trigger.store.ts'
import { sharedTriggers } from '../sharing/sharing.store.ts'

/** Those of the buttons whose playbook is shared with the actor, paused ones among them. */
export async function sharedButtons(
  scope: TenantScope,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!may(actor, 'playbook:run')) return new Set()
  const rows = await scope.read(async (tx) => sharedTriggers(tx, actor, await triggersByIds(tx, ids)))
  return new Set(rows.map(({ id }) => id))
}
