import type { TenantTx } from '../../../platform/database/types.ts'
import { lockedRecords, writePendingIndex } from '../indexing/pending-index.store.ts'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'
import { requestReindex } from '../indexing/reindex.store.ts'
import { BatchLine, type PlaceInLine } from './batch-line.ts'
import { type Part, partFrom } from '../job-state/job-part.store.ts'
import type { JobContext, JobsDeps } from '../job-state/job-context.ts'
import type { Job } from '../job-state/job-shape.ts'
import { searchRow, type SearchRow } from '../indexing/search-row.ts'

/**
 * Writes the words of the records that an import made, a part at a time with the job's place in the same transaction.
 * The words of one part are read while those of the one before are written.
 */
export async function indexImportedText(context: JobContext): Promise<void> {
  const { job, scope } = context
  const line = new BatchLine()
  let n = job.place.words
  try {
    for (;;) {
      context.checkWorker()
      const part = await scope.read((tx) => partFrom(tx, job.id, n))
      if (part === null) break
      n = part.n + 1
      await line.add((place) => wordsOfPart(context, part, place), false)
    }
    await line.done()
  } finally {
    await line.over()
  }
  const { phase } = job.place
  job.place = { ...job.place, phase: phase === 'words' ? 'finish' : phase, wordless: 0 }
  await scope.tx((tx) => context.save(tx))
}

async function wordsOfPart(context: JobContext, part: Part, { before, turn }: PlaceInLine): Promise<void> {
  const { deps, job, scope } = context
  const made = part.done.flatMap(([id, , what]) => (what === 'c' ? [id] : []))
  await scope.tx(async (tx) => {
    const app = made.length === 0 ? null : await deps.apps.compiled(tx, job.appId, true)
    // Who waits here for locks must not hold some: a change of many records could wait for both parts.
    await turn?.mine
    const records = app === null ? [] : await lockedRecords(tx, app, made)
    turn?.over()
    if (app !== null) await writePendingIndex(tx, app, wordsOf(app, records))
    await before
    const wordless = Math.max(0, job.place.wordless - made.length)
    job.place = { ...job.place, words: part.n + 1, wordless }
    await context.save(tx)
  })
}

function wordsOf(app: AppTable, records: readonly StoredRecord[]): SearchRow[] {
  const classes = [...app.readClasses.keys()]
  return records.flatMap((record) =>
    classes
      .map((name) => searchRow(app, record, name, true))
      .filter(({ readClass, words }) => words.length > 0 || readClass === app.openClass),
  )
}

/** A job that failed for good leaves the words to the refill, which the next search by text begins. */
export async function wordsByOthers(deps: JobsDeps, tx: TenantTx, job: Job): Promise<void> {
  const app = await deps.apps.compiled(tx, job.appId, true)
  if (app !== null) await requestReindex(tx, app)
}
