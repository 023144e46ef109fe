import type { ReactNode } from 'react'

/** Rows under a heading. */
export interface GridGroup<Row> {
  key: string
  heading: ReactNode
  /** The heading in words, for screen readers. */
  label: string
  /** The number of rows in words. */
  count: string
  isOpen: boolean
  /** Null until they are loaded. */
  rows: readonly Row[] | null
  /** How many rows to leave room for until then. */
  expected: number
  /** More rows than these can be loaded. */
  hasMore: boolean
  loadingMore: boolean
  /** Rows couldn't be loaded; asking for more tries again. */
  hasFailed: boolean
}

/** One line of a grid: a row, or what belongs to a group. `key` is unique in the grid. */
export type GridLine<Row> =
  | { kind: 'row'; key: string; row: Row; rowKey: string; group?: string }
  | { kind: 'heading'; key: string; group: GridGroup<Row> }
  /** Room for a row that isn't loaded yet. */
  | { kind: 'pending'; key: string; group: GridGroup<Row> }
  /** Loads more rows of the group. */
  | { kind: 'more'; key: string; group: GridGroup<Row> }

export function linesOfRows<Row>(rows: readonly Row[], rowKey: (row: Row) => string): GridLine<Row>[] {
  return rows.map((row) => ({ kind: 'row', key: rowKey(row), row, rowKey: rowKey(row) }))
}

/** A row in several groups has a line in each. */
export function linesOfGroups<Row>(
  groups: readonly GridGroup<Row>[],
  rowKey: (row: Row) => string,
): GridLine<Row>[] {
  return groups.flatMap((group): GridLine<Row>[] => {
    const heading: GridLine<Row> = { kind: 'heading', key: `heading ${group.key}`, group }
    if (!group.isOpen) return [heading]
    const rows = (group.rows ?? []).map((row): GridLine<Row> => {
      const key = rowKey(row)
      return { kind: 'row', key: `${group.key} ${key}`, row, rowKey: key, group: group.key }
    })
    const waiting = group.rows === null && !group.hasFailed ? group.expected : 0
    const pending = Array.from({ length: waiting }, (_, at): GridLine<Row> => {
      return { kind: 'pending', key: `pending ${group.key} ${at}`, group }
    })
    const more: GridLine<Row>[] =
      group.hasMore || group.hasFailed ? [{ kind: 'more', key: `more ${group.key}`, group }] : []
    return [heading, ...rows, ...pending, ...more]
  })
}

/** The rows of the lines, each once. */
export function rowKeysOf<Row>(lines: readonly GridLine<Row>[]): string[] {
  return [...new Set(lines.flatMap((line) => (line.kind === 'row' ? [line.rowKey] : [])))]
}

/** The line of a cursor: of its key, or the first of that row. */
export function lineAt<Row>(lines: readonly GridLine<Row>[], cursor: string | undefined): number {
  if (cursor === undefined) return -1
  const at = lines.findIndex(({ key }) => key === cursor)
  return at === -1 ? lines.findIndex((line) => line.kind === 'row' && line.rowKey === cursor) : at
}

/** The group that a line belongs to. */
export function groupOfLine<Row>(line: GridLine<Row> | undefined): string | undefined {
  if (line === undefined) return undefined
  return line.kind === 'row' ? line.group : line.group.key
}

/** The heading above a line; -1 where there is none. */
export function headingAt<Row>(lines: readonly GridLine<Row>[], at: number): number {
  const group = groupOfLine(lines[at])
  return group === undefined
    ? -1
    : lines.findIndex((line) => line.kind === 'heading' && line.group.key === group)
}

/** Loaded rows of a group selected, or no longer if all of them were. */
export function withGroup<Row>(
  selected: ReadonlySet<string>,
  lines: readonly GridLine<Row>[],
  group: string,
): Set<string> {
  const keys = lines.flatMap((line) => (line.kind === 'row' && line.group === group ? [line.rowKey] : []))
  const hasAll = keys.length > 0 && keys.every((key) => selected.has(key))
  const next = new Set(selected)
  for (const key of keys) {
    if (hasAll) next.delete(key)
    else next.add(key)
  }
  return next
}
