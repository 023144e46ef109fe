// What correlation rules folded into records: looking at it, and taking it out again.
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { Occurrence } from '@caseloom/contract/records/occurrences'
import { CURSOR_PARTS, cursorOf, readCursor } from '../../../platform/cursor.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import { accessTo, type Access } from '../model/app-permissions.rules.ts'
import type { RecordPlace } from '../model/record-shape.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { visibleRecord } from '../reading/get-record.ts'
import { isReference } from '../reference-fields/reference-fields.rules.ts'
import { countOccurrences, type OccurrenceRow, occurrencesBefore } from './occurrences.store.ts'

/** What was folded into a record, newest first; values of fields that the actor may not read are left out. */
export async function listOccurrences(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { limit, cursor, ...place }: RecordPlace & { limit: number; cursor?: string | undefined },
): Promise<{ items: Occurrence[]; next: string | null; total: number }> {
  allow(actor, 'record:read')
  const [before = null] = readCursor(cursor, [CURSOR_PARTS.id]) ?? []
  return scope.read(async (tx) => {
    const { app, record } = await visibleRecord(deps, tx, actor, place)
    const rows = await occurrencesBefore(tx, record.id, { before, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const access = accessTo(app, actor)
    return {
      items: page.map((row) => occurrenceView(access, row)),
      next: rows.length > limit && last !== undefined ? cursorOf([last.id]) : null,
      total: await countOccurrences(tx, record.id),
    }
  })
}

/** Links are left out: their records need not be the reader’s to see. */
function occurrenceView({ app, readable }: Access, { id, at, by, given }: OccurrenceRow): Occurrence {
  const fields = Object.entries(given).filter(([key]) => {
    const field = app.byKey.get(key)
    return field !== undefined && readable.has(key) && !isReference(field)
  })
  const title = readable.has(app.titleField) ? given[app.titleField] : null
  return Occurrence.parse({
    id,
    at: at.toISOString(),
    by,
    title: typeof title === 'string' ? title : null,
    fields: Object.fromEntries(fields),
  })
}
