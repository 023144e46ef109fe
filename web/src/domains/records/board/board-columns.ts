import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { RecordGroup } from '@caseloom/contract/records/search'
import type { ReactNode } from 'react'
import type { GridGroup } from '../../../ui/grid/grid-lines.ts'
import type { ChoiceField } from '../editors/ChoiceEditor.tsx'
import type { ListRow } from '../list/list-columns.tsx'
import { chosenOf } from '../quick/quick-fields.ts'

export interface BoardColumn {
  key: string
  /** Null is empty. */
  value: string | null
  heading: ReactNode
  label: string
  count: number
  /** There are more than `count`. */
  capped: boolean
  rows: readonly ListRow[]
  isLoading: boolean
  /** It is in view, so that its cards are about to come. */
  isDue: boolean
  hasMore: boolean
  loadingMore: boolean
  hasFailed: boolean
}

/** A card in a column: a record of several values is in several. */
export interface Spot {
  column: string
  id: string
}

/** A card that is shown in another column than the lists say. */
export interface Moved {
  row: ListRow
  from: string
  to: string
}

/** The columns with the cards that are loaded. */
export function boardColumns(
  counted: readonly RecordGroup[],
  items: readonly GridGroup<ListRow>[],
  needed: ReadonlySet<string>,
): BoardColumn[] {
  return items.flatMap((item, at) => {
    const group = counted[at]
    if (group === undefined) return []
    const { key, heading, label, hasMore, loadingMore, hasFailed } = item
    const { value, count, capped } = group
    const isLoading = item.rows === null && count > 0 && !hasFailed
    const rows = item.rows ?? []
    const states = { isLoading, isDue: isLoading && needed.has(key), hasMore, loadingMore, hasFailed }
    return [{ key, value, heading, label, count, capped, rows, ...states }]
  })
}

/** The columns as they are once the moves are saved. */
export function withMoved(columns: readonly BoardColumn[], moved: readonly Moved[]): BoardColumn[] {
  return columns.map((column) => moved.reduce(afterMove, column))
}

function afterMove(column: BoardColumn, { row, from, to }: Moved): BoardColumn {
  const { rows, count } = column
  const isHere = rows.some(({ id }) => id === row.id)
  if (column.key === from && isHere)
    return { ...column, rows: rows.filter(({ id }) => id !== row.id), count: count - 1 }
  if (column.key === to && !isHere) return { ...column, rows: [row, ...rows], count: count + 1 }
  return column
}

/** Where a card is now: in its column, or in another one that it went to; null when it isn't loaded. */
export function placeOf(
  columns: readonly BoardColumn[],
  spot: Spot | null,
): { column: BoardColumn; at: number } | null {
  if (spot === null) return null
  const own = columns.filter(({ key }) => key === spot.column)
  for (const column of [...own, ...columns]) {
    const at = column.rows.findIndex(({ id }) => id === spot.id)
    if (at !== -1) return { column, at }
  }
  return null
}

export function spotAt({ key, rows }: BoardColumn, at: number): Spot | null {
  const row = rows[Math.min(at, rows.length - 1)]
  return row === undefined ? null : { column: key, id: row.id }
}

/** Indexes of cards that are drawn: those in view and, wherever they are, those that are held; -1 is none. */
export function withHeld(inView: readonly number[], held: readonly number[]): number[] {
  const missing = held.filter((at) => at >= 0 && !inView.includes(at))
  return missing.length === 0
    ? [...inView]
    : [...new Set([...inView, ...missing])].toSorted((one, other) => one - other)
}

/** The columns on one side of a column, the nearest first. */
export function columnsBeside(columns: readonly BoardColumn[], key: string, step: 1 | -1): BoardColumn[] {
  const at = columns.findIndex((column) => column.key === key)
  if (at === -1) return []
  return step === 1 ? columns.slice(at + 1) : columns.slice(0, at).toReversed()
}

/** The card at the same height in the next column that has cards. */
export function spotBeside(columns: readonly BoardColumn[], spot: Spot | null, step: 1 | -1): Spot | null {
  const place = placeOf(columns, spot)
  if (place === null) return null
  const next = columnsBeside(columns, place.column.key, step).find(({ rows }) => rows.length > 0)
  return next === undefined ? null : spotAt(next, place.at)
}

/** The column that a record is in by its value now, which a move before may have changed since its card was asked to move. */
export function columnNow(
  columns: readonly BoardColumn[],
  from: string,
  value: JsonValue | undefined,
): BoardColumn | undefined {
  const chosen = chosenOf(value)
  const isThere = (column: BoardColumn) =>
    column.value === null ? chosen.length === 0 : chosen.includes(column.value)
  const asked = columns.find(({ key }) => key === from)
  if (asked === undefined || isThere(asked)) return asked
  // A move adds its value at the end.
  const last = chosen.at(-1) ?? null
  return columns.find((column) => column.value === last) ?? asked
}

/** The value after a move: of several values, one is replaced by the other. */
export function movedValue(
  field: Pick<ChoiceField, 'multiple'>,
  value: JsonValue | undefined,
  { from, to }: { from: string | null; to: string | null },
): JsonValue {
  if (!field.multiple) return to
  if (to === null) return []
  return [...new Set([...chosenOf(value).filter((one) => one !== from), to])]
}
