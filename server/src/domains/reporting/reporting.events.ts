import type { JsonValue } from '@caseloom/contract/kernel/json'
import { sharedWith, type Sharing } from '@caseloom/contract/kernel/sharing'
import { audit } from '../../platform/audit/audit.ts'
import type { TenantTx } from '../../platform/database/types.ts'
import { isShared } from './report-rights.rules.ts'
import type { StoredReport } from './report.store.ts'
import type { Asker } from './reporting-deps.ts'

/** What happened to a saved view: announced to everyone who may see it; audited while it is or was shared. */
export async function publishReport(
  tx: TenantTx,
  { actor, ip }: Asker,
  { before, after }: { before: StoredReport | null; after: StoredReport | null },
): Promise<void> {
  const present = after ?? before
  if (present === null) return
  const verb = before === null ? 'created' : after === null ? 'destroyed' : 'updated'
  const fact = { topic: 'model', kind: 'settings', id: present.id, rev: present.revision, verb } as const
  const acl = seenBy(present.ownerId, present.sharing)
  tx.announce({
    ...fact,
    need: 'report:read',
    acl,
    ...(before === null ? {} : { aclBefore: seenBy(before.ownerId, before.sharing) }),
  })
  const shared = isShared(present.sharing) || (before !== null && isShared(before.sharing))
  if (!shared) return
  // Who manages by right sees what is not shared with them, and must not be left with "destroyed".
  if (acl !== null) tx.announce({ ...fact, need: 'workspace:manage' })
  await audit(tx, {
    accountId: tx.accountId,
    tenantId: tx.tenantId,
    actor,
    action: `report.${verb === 'destroyed' ? 'deleted' : verb}`,
    object: { kind: 'report', id: present.id, name: present.name },
    ...(before === null ? {} : { before: plain(before) }),
    ...(after === null ? {} : { after: plain(after) }),
    ip,
  })
}

function seenBy(ownerId: string | null, sharing: Sharing): string[] | null {
  const readers = sharedWith(sharing)
  if (readers === null) return null
  return ownerId === null ? readers : [ownerId, ...readers]
}

function plain(report: StoredReport): JsonValue {
  return JSON.parse(JSON.stringify(report)) as JsonValue // what JSON.parse answers
}
