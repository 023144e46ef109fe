import { AuditEntry } from '@caseloom/contract/directory'
import { type AuditQuery, pageOfEntries } from '../../../platform/audit/audit.read.ts'
import type { EntryRow } from '../../../platform/audit/audit.store.ts'
import { CURSOR_PARTS, cursorOf, readCursor } from '../../../platform/cursor.ts'
import type { DirectoryDeps } from './directory-deps.ts'

/** A page of an account's audit log, latest first. */
export async function listEntries(
  { system }: Pick<DirectoryDeps, 'system'>,
  accountId: string,
  query: AuditQuery & { limit: number; cursor?: string | undefined },
): Promise<{ items: AuditEntry[]; next: string | null }> {
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
