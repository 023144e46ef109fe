import { LOOKUP_TYPES } from '@caseloom/contract/automation/table-columns'
import type { RowValues } from '@caseloom/contract/automation/tables'
import { createHash } from 'node:crypto'
import { comparedCell, keyColumn, type Shape } from './cells.rules.ts'

/** What the index of lookups holds for a text in a column; the statement `cellsFound` makes the same. */
export function markOf(tableId: string, column: string, compared: string): string {
  const hash = createHash('sha256').update(`${tableId}/${column}/${compared}`).digest('hex')
  return `${column}:${hash.slice(0, 24)}`
}

/** The marks of a row; its key has an index of its own. */
export function marksOf(table: Shape & { id: string }, cells: RowValues): string[] {
  const key = keyColumn(table)
  return table.columns.flatMap((column) => {
    if (column.key === key || !LOOKUP_TYPES.has(column.type)) return []
    const compared = comparedCell(table, column, cells[column.key] ?? null)
    return compared === null ? [] : [markOf(table.id, column.key, compared)]
  })
}
