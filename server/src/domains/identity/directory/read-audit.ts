import { AuditEntry } from '@caseloom/contract/identity/directory'
import { audit } from '../../../platform/audit/audit.ts'
import { checkAuditOf } from '../../../platform/audit/check-audit.ts'
import { exportAuditOf } from '../../../platform/audit/export-audit.ts'
import { type AuditQuery, pageOfEntries } from '../../../platform/audit/audit.read.ts'
import type { EntryRow } from '../../../platform/audit/audit.store.ts'
import { CURSOR_PARTS, cursorOf, readCursor } from '../../../platform/cursor.ts'
import { allowInAccount } from '../../../platform/rights.ts'
import type { Acting, DirectoryDeps } from './directory-deps.ts'

/** A page of an account's audit log, latest first. */
export async function listEntries(
  { system }: Pick<DirectoryDeps, 'system'>,
  { actor, accountId }: Acting,
  query: AuditQuery & { limit: number; cursor?: string | undefined },
): Promise<{ items: AuditEntry[]; next: string | null }> {
  allowInAccount(actor, accountId)
  const place = readCursor(query.cursor, [CURSOR_PARTS.instant, CURSOR_PARTS.id])
  const after = place === null ? null : { instant: place[0] ?? '', id: place[1] ?? '' }
  const rows = await system.read((tx) =>
    pageOfEntries(tx, accountId, query, { after, limit: query.limit + 1 }),
  )
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  const hasMore = rows.length > query.limit && last !== undefined
  return { items: page.map(entryOf), next: hasMore ? cursorOf([last.instant, last.id]) : null }
}

/** The audit log of an account as CSV, read while it is sent; that it was exported is audited. */
export async function exportEntries(
  deps: Pick<DirectoryDeps, 'system'>,
  acting: Acting,
  query: AuditQuery,
): Promise<ReturnType<typeof exportAuditOf>> {
  allowInAccount(acting.actor, acting.accountId)
  await record(deps, acting, 'audit.exported')
  return exportAuditOf(deps.system, acting.accountId, query)
}

/** Recomputes the seals of an account's audit log; that it was checked is audited. */
export async function checkSeals(
  deps: Pick<DirectoryDeps, 'system'>,
  acting: Acting,
): ReturnType<typeof checkAuditOf> {
  allowInAccount(acting.actor, acting.accountId)
  const found = await checkAuditOf(deps.system, acting.accountId)
  await record(deps, acting, 'audit.checked')
  return found
}

async function record(
  { system }: Pick<DirectoryDeps, 'system'>,
  { actor, accountId, ip }: Acting,
  action: string,
): Promise<void> {
  await system.tx((tx) => audit(tx, { accountId, actor, action, ip }))
}

function entryOf(row: EntryRow): AuditEntry {
  const { object_kind: kind, object_id: id } = row
  // Parsing brands the ids.
  return AuditEntry.parse({
    id: row.id,
    at: row.instant,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    object: kind === null || id === null ? null : { kind, id, name: row.object_name },
    tenantId: row.tenant_id,
    ip: row.ip,
    digests: { before: row.before_digest, after: row.after_digest },
  })
}
