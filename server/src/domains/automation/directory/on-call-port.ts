import type { TenantTx } from '../../../platform/database/types.ts'

/** What playbooks ask of on-call schedules, which tenancy has. */
export interface OnCallSchedules {
  /** Keys of all schedules of the tenant. */
  keys(tx: TenantTx): Promise<readonly string[]>
  /** The user who is on call now by each of these schedules that exists, among those who can be; null when no one is. */
  now(
    tx: TenantTx,
    keys: readonly string[],
    isActive: (userId: string) => boolean,
  ): Promise<ReadonlyMap<string, string | null>>
}
