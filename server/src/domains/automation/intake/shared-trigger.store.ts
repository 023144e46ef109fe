import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantTx } from '../../../platform/database/types.ts'
import { sharedTriggers } from '../sharing/sharing.store.ts'
import { triggerById, type TriggerRow } from './trigger.store.ts'

/** A trigger whose playbook is shared with the actor; null for any other, as for one that doesn't exist. */
export async function sharedTrigger(tx: TenantTx, actor: Actor, id: string): Promise<TriggerRow | null> {
  const row = await triggerById(tx, id)
  return row === null ? null : ((await sharedTriggers(tx, actor, [row]))[0] ?? null)
}
