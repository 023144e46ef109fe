import type { Occurrence } from '@caseloom/contract/records/occurrences'
import { RecordId } from '@caseloom/contract/kernel/ids'
import type { ListRow } from '../list/list-columns.tsx'
import type { Below } from './similar.queries.ts'

/** A line below the row that represents it. */
export type LineBelow =
  | { kind: 'record' | 'occurrence'; parent: ListRow }
  /** The first ones are shown, or none yet. */
  | { kind: 'more' | 'loading' | 'failed'; parent: ListRow }

interface Opened {
  below: Below | undefined
  hasFailed: boolean
}

/** The rows of a list with what is open below them, and which of them are such lines, by ID. */
export function rowsWithBelow(
  rows: readonly ListRow[],
  opened: ReadonlyMap<string, Opened>,
): { rows: readonly ListRow[]; below: ReadonlyMap<string, LineBelow> } {
  const below = new Map<string, LineBelow>()
  if (opened.size === 0) return { rows, below }
  const line = (row: ListRow, about: LineBelow) => {
    below.set(row.id, about)
    return row
  }
  const all = rows.flatMap((parent) => {
    const open = opened.get(parent.id)
    if (open === undefined) return [parent]
    if (open.below === undefined) {
      const kind = open.hasFailed ? ('failed' as const) : ('loading' as const)
      return [parent, line(standIn(parent, kind), { kind, parent })]
    }
    const { records, occurrences, hasMore } = open.below
    return [
      parent,
      ...records.map((row) => line(row, { kind: 'record', parent })),
      ...occurrences.map((one) => line(occurrenceRow(parent, one), { kind: 'occurrence', parent })),
      ...(hasMore ? [line(standIn(parent, 'more'), { kind: 'more', parent })] : []),
    ]
  })
  return { rows: all, below }
}

/** Lines that are no records can’t be selected or changed. */
export function isRecordLine(below: ReadonlyMap<string, LineBelow>, id: string): boolean {
  const kind = below.get(id)?.kind ?? 'record'
  return kind === 'record'
}

const NOTHING = { update: false, delete: false, restrict: false, lock: false, unlock: false }

function occurrenceRow({ appId, restricted }: ListRow, { id, at, by, fields }: Occurrence): ListRow {
  return {
    // Its ID names no record; the line leads to the one that it was folded into.
    id: RecordId.parse(id),
    appId,
    trackingId: '',
    version: 1,
    createdAt: at,
    createdBy: by,
    updatedAt: at,
    updatedBy: by,
    fields,
    restricted,
    lock: null,
    can: NOTHING,
  }
}

/** A line without values; its ID is that of no record. */
function standIn(parent: ListRow, kind: 'more' | 'loading' | 'failed'): ListRow {
  const { similar: _similar, hits: _hits, ...row } = parent
  const ends = { more: '001', loading: '002', failed: '003' }
  const id = RecordId.parse(`00000000-0000-0000-0${ends[kind]}-${parent.id.slice(-12)}`)
  return { ...row, id, trackingId: '', fields: {}, can: NOTHING }
}
