import { spool } from './spool.ts'
import { columnNames, type OpenUpload, type Table, type TableRow, unreadable } from './table-shape.ts'
import { undefused } from './formula-guard.rules.ts'
import { openArchive } from './xlsx-archive.ts'
import { readBook, type Workbook } from './xlsx-book.ts'
import { sheetRows } from './xlsx-sheet.ts'

/** The first sheet of a workbook, and following sheets that continue under the same header. */
export async function xlsxTable(upload: OpenUpload): Promise<Table> {
  const { path, remove: close } = await spool(upload)
  try {
    const book = await readBook(() => openArchive(path))
    const header = await headerOf(path, book)
    if (header === null) unreadable('The first sheet is empty')
    const names = columnNames(header.map((cell) => undefused(cell ?? '')))
    return {
      format: 'xlsx',
      texts: true,
      columns: names,
      rows: (columns) =>
        allRows(path, book, { header, places: columns.map((column) => names.indexOf(column)) }),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function headerOf(path: string, book: Workbook): Promise<string[] | null> {
  const [sheet] = book.sheets
  if (sheet === undefined) unreadable('The workbook has no sheet')
  for await (const cells of textRows(path, sheet, book)) if (!isEmpty(cells)) return cells
  return null
}

/** An import reads what a cell says by the type of its field. */
async function* textRows(path: string, sheet: string, book: Workbook): AsyncGenerator<string[]> {
  for await (const cells of sheetRows(path, sheet, book)) yield cells.map(String)
}

const isEmpty = (cells: readonly string[]) => cells.every((cell) => (cell ?? '').trim() === '')

async function* allRows(
  path: string,
  book: Workbook,
  { header, places }: { header: readonly string[]; places: readonly number[] },
): AsyncGenerator<TableRow> {
  const mark = JSON.stringify(header)
  let row = 0
  for (const sheet of book.sheets) {
    let isOurs = false
    for await (const cells of textRows(path, sheet, book)) {
      if (isEmpty(cells)) {
        row += 1
        continue
      }
      if (!isOurs) {
        if (JSON.stringify(cells) !== mark) break
        isOurs = true
        if (sheet === book.sheets[0]) row += 1
        continue
      }
      row += 1
      yield { row, cells: places.map((at) => cells[at] ?? '') }
    }
  }
}
