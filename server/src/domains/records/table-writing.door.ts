import type { JsonValue } from '@caseloom/contract/kernel/json'
import { BOM, csvRows } from './tables/csv-writer.ts'
import { xlsxChunks } from './tables/xlsx-writer.ts'

/** Rows as CSV for spreadsheets: with a byte order mark, and nothing in it is a formula. */
export function csvText(rows: readonly (readonly string[])[], delimiter: string, isFirst: boolean): string {
  return (isFirst ? BOM : '') + csvRows(rows, delimiter)
}

/** A row of a new workbook, with its place from zero. */
export interface PlacedRow {
  at: number
  cells: readonly JsonValue[]
}

/**
 * A workbook of one sheet in which nothing is a formula. Numbers and truth values stay what they are; `textOf` gives the
 * text of everything else, and `onLong` throws for a text that no cell can hold.
 */
export async function workbookBytes(
  rows: readonly PlacedRow[],
  {
    header,
    width,
    ...more
  }: {
    /** Empty for none. */
    header: readonly string[]
    width: number
    textOf(value: JsonValue): string
    onLong(row: PlacedRow, column: number): never
  },
): Promise<Buffer> {
  const columns = Array.from({ length: width }, (_, at) => ({
    key: String(at),
    label: '',
    field: null,
    valueOf: ({ cells }: PlacedRow) => cells[at] ?? null,
    textOf: ({ cells }: PlacedRow) => more.textOf(cells[at] ?? null),
  }))
  async function* pages() {
    for (let from = 0; from < rows.length; from += 500) yield rows.slice(from, from + 500)
  }
  const chunks = xlsxChunks({
    columns,
    header,
    pages: pages(),
    cut: (row, { key }) => more.onLong(row, Number(key)),
  })
  return Buffer.concat(await Array.fromAsync(chunks))
}
