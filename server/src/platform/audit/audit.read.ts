import type { Tx } from '../database/types.ts'
import { ENTRY_COLUMNS, EntryRow } from './audit.store.ts'

export interface AuditQuery {
  from?: string | undefined
  to?: string | undefined
  actorId?: string | undefined
  /** A whole action, or what is before its dot. */
  action?: string | undefined
  /** Part of a name, an action or an address. */
  text?: string | undefined
}

/** Where a page continues: after the entry with this time and id. */
export interface AuditPlace {
  instant: string
  id: string
}

/** Entries of an account, latest first. */
export async function pageOfEntries(
  tx: Tx,
  accountId: string,
  query: AuditQuery,
  page: { after: AuditPlace | null; limit: number },
): Promise<EntryRow[]> {
  const pattern = query.text === undefined ? null : `%${escaped(query.text)}%`
  return tx.rows(
    EntryRow,
    `select ${ENTRY_COLUMNS} from caseloom.audit_entry
      where account_id = $1
        and ($2::timestamptz is null or at >= $2::timestamptz)
        and ($3::timestamptz is null or at < $3::timestamptz)
        and ($4::text is null or actor_id = $4)
        and ($5::text is null or action = $5 or starts_with(action, $5 || '.'))
        and ($6::text is null or actor_name ilike $6 or object_name ilike $6 or action ilike $6 or ip ilike $6)
        and ($7::timestamptz is null or (at, id) < ($7::timestamptz, $8::uuid))
      order by at desc, id desc limit $9`,
    [
      accountId,
      instant(query.from),
      instant(query.to),
      query.actorId ?? null,
      query.action ?? null,
      pattern,
      page.after?.instant ?? null,
      page.after?.id ?? null,
      page.limit,
    ],
  )
}

/** As a date: ISO 8601 knows a year 0000, PostgreSQL does not. */
function instant(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text)
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
