import type { ReactNode } from 'react'

/** Order of columns: ID, title, severity, status, then facts, age at the right. */
export interface GridColumn<Row> {
  key: string
  label: string
  /** Pixels. The title column has none: it takes the free width. */
  width?: number
  /** The column that represents the row: free width, can't be hidden, contains the "3 new" pill. Exactly one. */
  title?: boolean
  align?: 'start' | 'end'
  quiet?: boolean
  sortable?: boolean
  /** Natural-width figures, for tracking IDs; columns of numbers use tabular ones. */
  proportional?: boolean
  /**
   * Higher numbers fold first in a narrow window, then columns further right. The first, the last, and the title
   * column never fold. 0 by default.
   */
  fold?: number
  render: (row: Row) => ReactNode
  /** Full text for the title attribute where the cell may be cut. */
  text?: (row: Row) => string | undefined
}

interface TextColumn<Row> extends Omit<GridColumn<Row>, 'render' | 'text'> {
  text: (row: Row) => string | undefined
}

/** A column of plain text, with the full text in the title attribute. */
export function textColumn<Row>(column: TextColumn<Row>): GridColumn<Row> {
  return { ...column, render: column.text }
}

export interface GridSort {
  key: string
  direction: 'asc' | 'desc'
}

/** The user's layout: order, hidden columns, widths. Keys that no longer exist are ignored. */
export interface ColumnLayout {
  order: readonly string[]
  hidden: readonly string[]
  widths: Readonly<Record<string, number>>
  /** Columns that stay at the left while the others scroll; they come first. */
  pinned?: readonly string[]
  /** The user chose the columns: none folds in a narrow window, the list scrolls sideways instead. */
  chosen?: boolean
}

export const NO_LAYOUT: ColumnLayout = { order: [], hidden: [], widths: {} }

export const MIN_WIDTH = 48
export const MAX_WIDTH = 800
export const TITLE_MIN_WIDTH = 200
const TICK_WIDTH = 40
const DEFAULT_WIDTH = 120
/** A pinned title has a width of its own, because the columns after it need its offset. */
const PINNED_TITLE = 320
const ROW_PADDING = 16

/** Columns missing from the layout stay after their known predecessor. */
export function orderedColumns<C extends { key: string }>(columns: readonly C[], layout: ColumnLayout): C[] {
  const known = layout.order
    .map((key) => columns.find((column) => column.key === key))
    .filter((column) => column !== undefined)
  const result: C[] = [...known]
  columns.forEach((column, index) => {
    if (result.includes(column)) return
    const before = columns.slice(0, index).findLast((other) => result.includes(other))
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, column)
  })
  return result
}

export function visibleColumns<C extends { key: string; title?: boolean }>(
  columns: readonly C[],
  layout: ColumnLayout,
): C[] {
  const shown = orderedColumns(columns, layout).filter(
    (column) => column.title === true || !layout.hidden.includes(column.key),
  )
  const isPinned = ({ key }: C) => layout.pinned?.includes(key) === true
  return [...shown.filter(isPinned), ...shown.filter((column) => !isPinned(column))]
}

export function moveColumn<C extends { key: string }>(
  columns: readonly C[],
  layout: ColumnLayout,
  key: string,
  by: 1 | -1,
): ColumnLayout {
  const order = orderedColumns(columns, layout).map((column) => column.key)
  const from = order.indexOf(key)
  const to = from + by
  if (from === -1 || to < 0 || to >= order.length) return layout
  order.splice(from, 1)
  order.splice(to, 0, key)
  return { ...layout, order, chosen: true }
}

/** Requests a column before or after another one. */
export type PlaceColumn = (move: { key: string; target: string; after: boolean }) => void

/** The moved column is pinned exactly when its new neighbor is. */
export function placeColumn<C extends { key: string; title?: boolean }>(
  columns: readonly C[],
  layout: ColumnLayout,
  { key, target, after }: { key: string; target: string; after: boolean },
): ColumnLayout {
  if (key === target) return layout
  const shown = visibleColumns(columns, layout).map((column) => column.key)
  const hidden = orderedColumns(columns, layout).flatMap((one) => (shown.includes(one.key) ? [] : [one.key]))
  const order = shown.filter((one) => one !== key)
  order.splice(order.indexOf(target) + (after ? 1 : 0), 0, key)
  const pinned = layout.pinned ?? []
  const others = pinned.filter((one) => one !== key)
  return {
    ...layout,
    order: [...order, ...hidden],
    pinned: pinned.includes(target) ? [...others, key] : others,
    chosen: true,
  }
}

/** Pins or unpins a column. */
export function pinColumn(layout: ColumnLayout, key: string): ColumnLayout {
  const pinned = layout.pinned ?? []
  const next = pinned.includes(key) ? pinned.filter((one) => one !== key) : [...pinned, key]
  return { ...layout, pinned: next, chosen: true }
}

/** Offsets of pinned columns: pixels from the left by key; the last one is marked. */
export function pinnedPlaces<C extends { key: string; width?: number; title?: boolean }>(
  columns: readonly C[],
  layout: ColumnLayout,
  selectable: boolean,
): ReadonlyMap<string, { left: number; last: boolean }> {
  const places = new Map<string, { left: number; last: boolean }>()
  let left = ROW_PADDING + (selectable ? TICK_WIDTH : 0)
  const pinned = columns.filter(({ key }) => layout.pinned?.includes(key) === true)
  for (const [at, column] of pinned.entries()) {
    places.set(column.key, { left, last: at === pinned.length - 1 })
    left +=
      layout.widths[column.key] ?? (column.title === true ? PINNED_TITLE : (column.width ?? DEFAULT_WIDTH))
  }
  return places
}

export function toggleColumn(layout: ColumnLayout, key: string): ColumnLayout {
  const hidden = layout.hidden.includes(key)
    ? layout.hidden.filter((other) => other !== key)
    : [...layout.hidden, key]
  return { ...layout, hidden, chosen: true }
}

/** Within bounds; null restores the defined width. */
export function resizeColumn(layout: ColumnLayout, key: string, width: number | null): ColumnLayout {
  const { [key]: _old, ...others } = layout.widths
  if (width === null) return { ...layout, widths: others }
  return {
    ...layout,
    widths: { ...others, [key]: Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width))) },
  }
}

/** Also returns the minimum width before the grid scrolls sideways. */
export function gridTemplate(
  columns: readonly { key: string; width?: number; title?: boolean }[],
  layout: ColumnLayout,
  selectable: boolean,
): { template: string; minWidth: number } {
  const parts: string[] = selectable ? [`${TICK_WIDTH}px`] : ['0px']
  let minWidth = selectable ? TICK_WIDTH : 0
  for (const column of columns) {
    const chosen = layout.widths[column.key]
    const width = chosen ?? column.width
    if (column.title === true && chosen === undefined && layout.pinned?.includes(column.key) === true) {
      parts.push(`${PINNED_TITLE}px`)
      minWidth += PINNED_TITLE
    } else if (column.title === true && chosen === undefined) {
      parts.push(`minmax(${TITLE_MIN_WIDTH}px, 1fr)`)
      minWidth += TITLE_MIN_WIDTH
    } else {
      parts.push(`${width ?? DEFAULT_WIDTH}px`)
      minWidth += width ?? DEFAULT_WIDTH
    }
  }
  const titleIsFree = columns.some(
    ({ key, title }) =>
      title === true && layout.widths[key] === undefined && layout.pinned?.includes(key) !== true,
  )
  // Without a flexible column the rest of the row must still be part of it, or its lines end early.
  if (!titleIsFree) parts.push('1fr')
  return { template: parts.join(' '), minWidth }
}

/** Columns that fit into `room` pixels; the others fold. */
export function fittingColumns<C extends { key: string; width?: number; title?: boolean; fold?: number }>(
  columns: readonly C[],
  layout: ColumnLayout,
  room: number,
  selectable: boolean,
): readonly C[] {
  let fitting = columns
  if (layout.chosen === true) return fitting
  while (gridTemplate(fitting, layout, selectable).minWidth > room) {
    const next = firstToFold(fitting)
    if (next === undefined) break
    fitting = fitting.filter((column) => column !== next)
  }
  return fitting
}

function firstToFold<C extends { title?: boolean; fold?: number }>(columns: readonly C[]): C | undefined {
  let next: C | undefined
  for (const column of columns.slice(1, -1)) {
    if (column.title !== true && (column.fold ?? 0) >= (next?.fold ?? 0)) next = column
  }
  return next
}

/** The first sort decides, the others break ties. */
export const MAX_SORTS = 3

/** `add` keeps the others: ascending, descending, not at all. */
export function nextSorts(sorts: readonly GridSort[], key: string, add: boolean): GridSort[] {
  const at = sorts.findIndex((sort) => sort.key === key)
  const present = sorts[at]
  if (!add) return [{ key, direction: present?.direction === 'asc' ? 'desc' : 'asc' }]
  if (present === undefined) return [...sorts.slice(0, MAX_SORTS - 1), { key, direction: 'asc' }]
  if (present.direction === 'asc') return sorts.with(at, { key, direction: 'desc' })
  return sorts.length === 1 ? [{ key, direction: 'asc' }] : sorts.toSpliced(at, 1)
}
