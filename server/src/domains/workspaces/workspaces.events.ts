import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Permission } from '@caseloom/contract/kernel/permissions'
import type { Sharing } from '@caseloom/contract/kernel/sharing'
import { audit } from '../../platform/audit/audit.ts'
import type { TenantTx } from '../../platform/database/types.ts'
import { readersOf } from './sharing.rules.ts'
import type { Asker } from './workspaces-deps.ts'

interface SavedObject {
  id: string
  name: string
  sharing: Sharing
  revision: number
}

/** What happened to a workspace or dashboard: announced to everyone who may see it, and written to the audit log. */
export async function publishChange(
  tx: TenantTx,
  { actor, ip }: Asker,
  kind: 'workspace' | 'dashboard',
  { before, after }: { before: SavedObject | null; after: SavedObject | null },
): Promise<void> {
  const present = after ?? before
  if (present === null) return
  const verb = before === null ? 'created' : after === null ? 'destroyed' : 'updated'
  const need: Permission = kind === 'workspace' ? 'workspace:read' : 'dashboard:read'
  const acl = readersOf(present.sharing)
  const fact = { topic: 'model', kind: 'settings', id: present.id, rev: present.revision, verb } as const
  tx.announce({
    ...fact,
    need,
    acl,
    ...(before === null ? {} : { aclBefore: readersOf(before.sharing) }),
  })
  // Who manages by right sees what is not shared with them, and must not be left with "destroyed".
  if (acl !== null) tx.announce({ ...fact, need: 'workspace:manage' })
  await audit(tx, {
    accountId: tx.accountId,
    tenantId: tx.tenantId,
    actor,
    action: `${kind}.${verb === 'destroyed' ? 'deleted' : verb}`,
    object: { kind, id: present.id, name: present.name },
    ...(before === null ? {} : { before: plain(before) }),
    ...(after === null ? {} : { after: plain(after) }),
    ip,
  })
}

function plain(saved: SavedObject): JsonValue {
  return JSON.parse(JSON.stringify(saved)) as JsonValue // what JSON.parse answers
}
