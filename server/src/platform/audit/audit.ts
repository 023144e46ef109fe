import { createHash } from 'node:crypto'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Tx } from '../database/types.ts'
import { newId } from '../uuid.ts'

/** One fact for the audit log; it holds ids, names and digests, never the values themselves. */
export interface Audited {
  /** Null: it concerns the installation as a whole. */
  accountId: string | null
  tenantId?: string | null
  /** Who did it; null for what the product does on its own. */
  actor: Pick<Actor, 'kind' | 'id' | 'personId' | 'name' | 'token'> | null
  /** `domain.fact` in the past tense, for example user.disabled. */
  action: string
  object?: { kind: string; id: string; name?: string | null }
  before?: JsonValue
  after?: JsonValue
  ip?: string | null
}

/** Writes an audit entry in the transaction that made it true. Entries are sealed by the day, see seal-audit.ts. */
export async function audit(tx: Tx, fact: Audited): Promise<void> {
  await tx.query(
    `insert into caseloom.audit_entry
       (id, account_id, tenant_id, at, actor_kind, actor_id, actor_name, action, object_kind, object_id, object_name,
        ip, before_digest, after_digest)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      newId(),
      fact.accountId,
      fact.tenantId ?? null,
      tx.now,
      fact.actor?.token === undefined ? (fact.actor?.kind ?? 'system') : 'token',
      fact.actor?.id ?? fact.actor?.personId ?? null,
      nameOf(fact.actor),
      fact.action,
      fact.object?.kind ?? null,
      fact.object?.id ?? null,
      fact.object?.name ?? null,
      fact.ip ?? null,
      digest(fact.before),
      digest(fact.after),
    ],
  )
}

function nameOf(actor: Audited['actor']): string {
  if (actor === null) return 'Caseloom'
  return actor.token === undefined ? actor.name : `${actor.name} (${actor.token.name})`
}

function digest(value: JsonValue | undefined): string | null {
  return value === undefined ? null : createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
