import { stringify } from 'csv-stringify/sync'
import type { Sheet } from './export-columns.rules.ts'
import { defused } from './formula-guard.rules.ts'

/** Rows as RFC 4180 has them; what would be a formula in a spreadsheet is defused. */
export function csvRows(rows: readonly (readonly string[])[], delimiter = ','): string {
  return stringify(
    rows.map((row) => row.map(defused)),
    // On its own, the library quotes only the line break that ends a row, not a lone one.
    { delimiter, record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  )
}

/** The mark by which spreadsheets know UTF-8. */
export const BOM = '\uFEFF'

export async function* csvChunks({ columns, header, pages }: Sheet): AsyncGenerator<string> {
  yield BOM + csvRows([header])
  for await (const page of pages)
    if (page.length > 0) yield csvRows(page.map((record) => columns.map((column) => column.textOf(record))))
}
