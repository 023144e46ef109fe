import type { Actor } from '@caseloom/contract/permissions'
import type { HistoryEntry } from '@caseloom/contract/records'
import type { TenantScope } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import { type RecordPlace, visibleRecord } from './get-record.ts'
import { mayReadField } from './record-change.rules.ts'
import { type HistoryRecord, historyBefore } from './record-history.read.ts'
import type { AppTable } from './record-shape.ts'
import type { RecordsDeps } from './write-records.ts'

/** Stands in the place of a field for what restricting and locking have to say; no field can be called so. */
export const DETAIL = '$detail'

export interface HistoryCommand extends RecordPlace {
  limit: number
  cursor?: string | undefined
}

/** Changes of a record, newest first; changes of fields that the actor may not read are left out. */
export async function recordHistory(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  command: HistoryCommand,
): Promise<{ items: HistoryEntry[]; next: string | null }> {
  allow(actor, 'record:read')
  const before = command.cursor === undefined ? null : readVersion(command.cursor)
  return scope.read(async (tx) => {
    const { app, record } = await visibleRecord(deps, tx, actor, command)
    const entries = await historyBefore(tx, record.id, before, command.limit + 1)
    const page = entries.slice(0, command.limit)
    const last = page.at(-1)
    return {
      items: page.map((entry) => entryView(app, actor, entry)),
      next: entries.length > command.limit && last !== undefined ? String(last.version) : null,
    }
  })
}

function readVersion(cursor: string): number {
  if (/^[1-9]\d{0,8}$/.test(cursor)) return Number(cursor)
  const issue = { path: ['query', 'cursor'], code: 'invalid_cursor', message: 'Not a cursor of this list' }
  throw fail('request.invalid', { issues: [issue] })
}

function entryView(app: AppTable, actor: Actor, entry: HistoryRecord): HistoryEntry {
  const { version, actor: by, action } = entry
  const changes = entry.changes.filter(({ field }) => {
    const shown = app.byKey.get(field)
    return shown !== undefined && mayReadField(actor, shown)
  })
  const detail = entry.changes.find(({ field }) => field === DETAIL)?.to
  return {
    version,
    at: entry.at.toISOString(),
    actor: by,
    action,
    changes,
    ...(typeof detail === 'string' ? { detail } : {}),
  }
}
