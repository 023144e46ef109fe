import type { JsonValue } from '@caseloom/contract/kernel/json'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { By } from './on-call-deps.ts'

interface OnCallChange {
  verb: 'created' | 'updated' | 'destroyed'
  /** In the audit log. */
  action: `onCall.${string}`
  id: string
  name: string
  before?: object
  after?: object
}

/** Announces a change of who is on call to everyone who reads records, and writes it to the audit log. */
export async function publishOnCall(tx: TenantTx, { actor, ip }: By, change: OnCallChange): Promise<void> {
  const { verb, action, id, name, before, after } = change
  tx.announce({ topic: 'model', kind: 'onCall', verb, id, rev: tx.now.getTime(), need: 'record:read' })
  await audit(tx, {
    accountId: tx.accountId,
    tenantId: tx.tenantId,
    actor,
    action,
    object: { kind: 'onCall', id, name },
    ...(before === undefined ? {} : { before: plain(before) }),
    ...(after === undefined ? {} : { after: plain(after) }),
    ip,
  })
}

function plain(stored: object): JsonValue {
  return JSON.parse(JSON.stringify(stored)) as JsonValue // what JSON.parse answers
}
