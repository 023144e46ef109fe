import { Readable } from 'node:stream'
import type { SystemScope } from '../database/types.ts'
import { csvHead, csvLine } from './audit-csv.rules.ts'
import { type AuditPlace, type AuditQuery, pageOfEntries } from './audit.read.ts'

const PAGE = 1000

/** The entries of an account as CSV, read page by page while the receiver takes them. */
export function exportAuditOf(system: SystemScope, accountId: string, query: AuditQuery): Readable {
  return Readable.from(pages(system, accountId, query), { objectMode: false })
}

async function* pages(system: SystemScope, accountId: string, query: AuditQuery): AsyncGenerator<Buffer> {
  yield Buffer.from(csvHead())
  for (let after: AuditPlace | null = null; ; ) {
    const rows = await system.read((tx) => pageOfEntries(tx, accountId, query, { after, limit: PAGE }))
    if (rows.length > 0) yield Buffer.from(rows.map(csvLine).join(''))
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last
  }
}
