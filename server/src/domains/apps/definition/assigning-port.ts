import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantRef, TenantTx } from '../../../platform/database/types.ts'

/** Who new records can be assigned to. */
export interface AssigningPort {
  /** Keys of the tenant's on-call schedules; null where they aren't known. */
  schedules(tx: TenantTx): Promise<readonly string[] | null>
  /** The user who is on call now by each of these schedules, among those who can be; null when no one is. */
  onCall(
    tx: TenantTx,
    keys: readonly string[],
    isActive: (userId: string) => boolean,
  ): Promise<ReadonlyMap<string, string | null>>
  /** Everyone who can act in the tenant, by name; never called within a transaction. */
  actors(place: TenantRef): Promise<readonly Actor[]>
}

export const NO_ASSIGNING: AssigningPort = {
  schedules: async () => null,
  onCall: async () => new Map(),
  actors: async () => [],
}
