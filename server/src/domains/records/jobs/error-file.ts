import type { JsonValue } from '@caseloom/contract/kernel/json'
import { BOM, csvRows } from '../tables/csv-writer.ts'
import { ERROR_COLUMN } from '../job-state/import-plan.rules.ts'
import { errorsFrom } from '../job-state/job-part.store.ts'
import type { JobContext } from '../job-state/job-context.ts'
import type { Fault, JobFile } from '../job-state/job-shape.ts'
import type { Table } from '../tables/table-shape.ts'
import { undefused } from '../tables/formula-guard.rules.ts'

const TOGETHER = 500

/** The rejected rows unchanged, with their errors in a last column, ready to correct and import again. */
export async function errorFile(context: JobContext, table: Table): Promise<JobFile> {
  const { deps, job } = context
  const name = `${job.spec.kind === 'import' ? job.spec.upload.name.replace(/\.[^.]*$/, '') : job.appName} errors.csv`
  const size = await deps.files.write(job.tenantId, job.id, lines(context, table))
  return { name, size, mediaType: 'text/csv; charset=utf-8' }
}

async function* lines(context: JobContext, table: Table): AsyncGenerator<string> {
  const columns = table.columns.filter((column) => column !== ERROR_COLUMN)
  yield BOM + csvRows([[...columns, ERROR_COLUMN]])
  const faults = allErrors(context)
  let fault = await faults.next()
  let ready: string[][] = []
  for await (const { row, cells } of table.rows(columns)) {
    if (fault.done === true) break
    if (row !== fault.value.row) continue
    ready.push([
      ...cells.map((cell) => textOf(cell, table.texts)),
      fault.value.issues.map(sentenceOf).join('; '),
    ])
    fault = await faults.next()
    if (ready.length < TOGETHER) continue
    yield csvRows(ready)
    ready = []
    context.check()
  }
  if (ready.length > 0) yield csvRows(ready)
}

async function* allErrors({ scope, job }: JobContext): AsyncGenerator<Fault> {
  let n = 0
  for (;;) {
    const from = n
    const part = await scope.read((tx) => errorsFrom(tx, job.id, from))
    if (part === null) return
    yield* part.errors
    n = part.n + 1
  }
}

/** The cell before it was defused, for it is defused again. */
function textOf(cell: JsonValue, texts: boolean): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return texts ? undefused(cell) : cell
  return JSON.stringify(cell)
}

function sentenceOf({ path, message }: Fault['issues'][number]): string {
  const field = path.filter((part) => !['body', 'fields', 'set', 'match'].includes(String(part))).join('.')
  return field === '' ? message : `${field}: ${message}`
}
