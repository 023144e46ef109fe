import type { JsonValue } from '@caseloom/contract/kernel/json'
import { audit } from '../../platform/audit/audit.ts'
import type { TenantTx } from '../../platform/database/types.ts'
import { homePageReaders, isShared } from './home-pages.rules.ts'
import type { StoredHomePage } from './home-pages.store.ts'
import type { Asker } from './workspaces-deps.ts'

/**
 * What happened to a home page: announced to everyone who may see it. The audit log has shared pages only: a personal one
 * is its owner's matter, like favorites.
 */
export async function publishHomePage(
  tx: TenantTx,
  { actor, ip }: Asker,
  { before, after }: { before: StoredHomePage | null; after: StoredHomePage | null },
): Promise<void> {
  const present = after ?? before
  if (present === null) return
  const verb = before === null ? 'created' : after === null ? 'destroyed' : 'updated'
  announceHomePage(tx, { before, present, verb })
  const stages = [before, after].filter((page) => page !== null)
  if (!stages.some(isShared)) return
  await audit(tx, {
    accountId: tx.accountId,
    tenantId: tx.tenantId,
    actor,
    action: `homePage.${verb === 'destroyed' ? 'deleted' : verb}`,
    object: { kind: 'homePage', id: present.id, name: present.name },
    ...(before !== null && isShared(before) ? { before: plain(before) } : {}),
    ...(after !== null && isShared(after) ? { after: plain(after) } : {}),
    ip,
  })
}

interface Change {
  before: StoredHomePage | null
  present: StoredHomePage
  verb: 'created' | 'updated' | 'destroyed'
}

function announceHomePage(tx: TenantTx, { before, present, verb }: Change): void {
  const fact = { topic: 'model', kind: 'settings', id: present.id, rev: present.revision, verb } as const
  const wasShared = before !== null && isShared(before)
  // Those who manage by right lose a page that becomes personal; its owner, who may be one of them, hears of it last.
  if (wasShared && !isShared(present)) tx.announce({ ...fact, verb: 'destroyed', need: 'workspace:manage' })
  tx.announce({
    ...fact,
    need: 'tenant',
    acl: homePageReaders(present),
    ...(before === null ? {} : { aclBefore: homePageReaders(before) }),
  })
  if (isShared(present)) tx.announce({ ...fact, need: 'workspace:manage' })
}

function plain(page: StoredHomePage): JsonValue {
  return JSON.parse(JSON.stringify(page)) as JsonValue // what JSON.parse answers
}
