import { AuditEntry, checkAudit, exportAudit, listAudit } from '@caseloom/contract/directory'
import { type AuditQuery, pageOfEntries } from '../../../platform/audit/audit.read.ts'
import type { EntryRow } from '../../../platform/audit/audit.store.ts'
import { audit } from '../../../platform/audit/audit.ts'
import { checkAuditOf } from '../../../platform/audit/check-audit.ts'
import { exportAuditOf } from '../../../platform/audit/export-audit.ts'
import { CURSOR_PARTS, cursorOf, readCursor } from '../../../platform/cursor.ts'
import type { Http } from '../../../platform/http/types.ts'
import type { Acting, DirectoryDeps } from './directory-deps.ts'
import { actingIn } from './directory.routes.ts'

type Deps = Pick<DirectoryDeps, 'system'>

/** Serves the audit log of an account. */
export function bindAuditRoutes(http: Http, deps: Deps): void {
  http.bind(listAudit, async ({ params, query }) => listEntries(deps, params.accountId, query))
  http.bind(exportAudit, async (context) => {
    const acting = actingIn(context)
    await record(deps, acting, 'audit.exported')
    return {
      mediaType: 'text/csv; charset=utf-8',
      content: exportAuditOf(deps.system, acting.accountId, context.query),
      fileName: `audit-${new Date().toISOString().slice(0, 10)}.csv`,
    }
  })
  http.bind(checkAudit, async (context) => {
    const acting = actingIn(context)
    const found = await checkAuditOf(deps.system, acting.accountId)
    await record(deps, acting, 'audit.checked')
    return found
  })
}

async function listEntries(
  { system }: Deps,
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

async function record({ system }: Deps, { actor, accountId, ip }: Acting, action: string): Promise<void> {
  await system.tx((tx) => audit(tx, { accountId, actor, action, ip }))
}
