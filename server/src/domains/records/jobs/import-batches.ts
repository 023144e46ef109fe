import { JOB_BATCH, type JobContext } from '../job-state/job-context.ts'
import type { Table, TableRow } from '../tables/table-shape.ts'

/** Characters of one batch: records with long texts make shorter batches. */
const MAX_CHARACTERS = 8_000_000

/** Rows after the given one in batches; the next is read while the one before is written. */
export async function* batchesOf(rows: AsyncIterable<TableRow>, after: number): AsyncGenerator<TableRow[]> {
  const source = readBatches(rows, after)
  let next = source.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done === true) return
      next = source.next()
      // A consumer that stops early never reads the prefetched batch, so its error must not be unhandled.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    // The error that ended the loop is the one that is reported.
    await next.catch(() => undefined)
    await source.return(undefined)
  }
}

async function* readBatches(rows: AsyncIterable<TableRow>, after: number): AsyncGenerator<TableRow[]> {
  let batch: TableRow[] = []
  let size = 0
  for await (const row of rows) {
    if (row.row <= after) continue
    batch.push(row)
    for (const cell of row.cells) size += typeof cell === 'string' ? cell.length : 16
    if (batch.length < JOB_BATCH && size < MAX_CHARACTERS) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}

/** How many rows the file has; reading them also proves that it can be read to its end. */
export async function countRows(context: JobContext, table: Table): Promise<number> {
  let count = 0
  for await (const _row of table.rows([])) {
    count += 1
    if (count % 5000 === 0) context.check()
  }
  return count
}
