import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { HistoryEntry } from '@caseloom/contract/records/records'
import type { FieldChange } from '../model/record-shape.ts'

/**
 * Changes as the history keeps them. Those of a new record come from nothing, and stand as name, value, name, value:
 * half as long, so that the database need not compress them. caseloom.history_changes reads the same in SQL.
 */
export function storedChanges({
  action,
  changes,
}: {
  action: HistoryEntry['action']
  changes: readonly FieldChange[]
}): JsonValue[] {
  const isShort = action === 'created' && changes.every(({ from }) => from === null)
  if (isShort) return changes.flatMap(({ field, to }) => [field, to])
  return changes.map(({ field, from, to }) => ({ field, from, to }))
}

/** The changes of a row of the history. */
export function readChanges(stored: JsonValue): FieldChange[] {
  // Both forms are written by storedChanges alone.
  const list = stored as JsonValue[]
  if (typeof list[0] !== 'string') return list as unknown as FieldChange[]
  const changes: FieldChange[] = []
  for (let at = 0; at < list.length; at += 2)
    changes.push({ field: String(list[at]), from: null, to: list[at + 1] ?? null })
  return changes
}

/** Replaces a field key in history entries about restricting and locking; no field can have this key. */
export const DETAIL = '$detail'

/** The same for the fields that the workflow wrote in a change, beside the fields themselves. */
export const SET_BY_WORKFLOW = '$workflow'

/** The same for how many were folded into the record by then. */
export const FOLDED = '$folded'

/** Keys of the fields that the workflow wrote in a change. */
export function setByWorkflow(changes: readonly FieldChange[]): ReadonlySet<string> {
  const mark = changes.find(({ field }) => field === SET_BY_WORKFLOW)?.to
  return new Set(Array.isArray(mark) ? mark.map(String) : [])
}
