import type { JsonValue } from '@caseloom/contract/kernel/json'
import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/types.ts'
import type { Hand } from './tenancy-admin-deps.ts'

interface AccountFact {
  action: string
  before?: JsonValue
  after?: JsonValue
}

/** Writes what happened to an account into its own log, and into the installation's: that one outlives it. */
export async function auditAccount(
  tx: Tx,
  hand: Hand | null,
  { id, name }: { id: string; name: string },
  fact: AccountFact,
): Promise<void> {
  const object = { kind: 'account', id, name }
  for (const accountId of [id, null])
    await audit(tx, { ...fact, accountId, actor: hand?.actor ?? null, object, ip: hand?.ip ?? null })
}
