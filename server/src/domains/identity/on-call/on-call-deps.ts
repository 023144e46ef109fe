import type { OnCallUse } from '@caseloom/contract/identity/on-call'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { SystemScope, TenantScope } from '../../../platform/database/types.ts'

/** What uses a schedule: apps and playbooks lie above and answer for themselves. */
export type OnCallUses = (
  scope: TenantScope,
  actor: Actor,
  key: string,
) => Promise<{ items: OnCallUse[]; others: number; blocking: boolean }>

export interface OnCallDeps {
  system: SystemScope
  uses: OnCallUses
}

/** Where a change came from, for the audit log. */
export interface By {
  actor: Actor
  ip: string | null
}
