import { AppError, fail } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import { allowInApp } from '../model/app-permissions.rules.ts'
import type { WriteRequest } from '../writing/commands.ts'
import type { AppTable, Values } from '../model/record-shape.ts'
import { type Answer, writeRecords } from '../writing/write-records.ts'
import { DryRunState, type RowAnswer } from '../job-state/dry-run-state.ts'
import { errorFile } from './error-file.ts'
import { type Batch, ArchiveRows, type ReadRow } from '../archive/archive-rows.ts'
import { BatchLine, type PlaceInLine } from './batch-line.ts'
import { batchesOf, countRows } from './import-batches.ts'
import { importPlan, type ImportPlan, namesPeople, rowValues } from '../job-state/import-plan.rules.ts'
import { peopleFinder } from '../tables/people-names.rules.ts'
import { savePart } from '../job-state/job-part.store.ts'
import { issuesOf, JobCancelled, type JobContext } from '../job-state/job-context.ts'
import type { DoneEntry, Fault, ImportSpec, JobFile } from '../job-state/job-shape.ts'
import { NO_COUNTS, START } from '../job-state/job-shape.ts'
import { existingValues } from './existing-values.read.ts'
import { openTable } from '../tables/open-table.ts'
import { indexImportedText } from './index-imported-text.ts'
import type { Table, TableRow } from '../tables/table-shape.ts'

/** Reads the rows of a file into records; answers the file of those that were refused. */
export async function runImport(context: JobContext, spec: ImportSpec): Promise<JobFile | null> {
  const { deps, scope, job } = context
  const upload = await deps.openUpload(scope, await context.actor(), spec.upload.fileId)
  if (upload === null)
    throw fail('import.unreadable', { detail: 'The uploaded file is no longer stored. Upload it again.' })
  const table = await openTable(upload, spec.format)
  try {
    // A dry run writes nothing and its state is lost in a crash, so it restarts from the beginning.
    if (spec.dryRun) Object.assign(job, { place: START, counts: { ...NO_COUNTS }, done: 0, faults: [] })
    if (job.place.phase === 'collect') await begin(context, table)
    if (job.place.phase === 'work') await importOrLeave(context, { spec, table })
    if (job.place.phase === 'words') await indexImportedText(context)
    return job.counts.failed === 0 ? null : await errorFile(context, table)
  } finally {
    await table.close()
  }
}

async function begin(context: JobContext, table: Table): Promise<void> {
  const { job, scope } = context
  job.total = await countRows(context, table)
  job.place = { ...job.place, phase: 'work' }
  await scope.tx((tx) => context.save(tx))
}

interface Import {
  spec: ImportSpec
  table: Table
}

/** Rows imported before a cancellation stay, and are indexed for search. */
async function importOrLeave(context: JobContext, work: Import): Promise<void> {
  try {
    await importRows(context, work)
  } catch (error) {
    if (error instanceof JobCancelled) await indexImportedText(context)
    throw error
  }
}

async function importRows(context: JobContext, { spec, table }: Import): Promise<void> {
  const { deps, job, scope } = context
  const app = await scope.read((tx) => deps.apps.compiled(tx, job.appId, true))
  if (app === null) throw fail('resource.not_found', { detail: 'The app no longer exists' })
  const actor = await context.actor()
  const bare = importPlan(app, actor, spec)
  const plan = namesPeople(bare) ? { ...bare, people: peopleFinder(await deps.people(scope, actor)) } : bare
  const memory = spec.dryRun ? new DryRunState(app, plan) : null
  const { contents } = table
  const carried = await ArchiveRows.of({ context, plan, app, contents, dry: spec.dryRun }, actor)
  const columns = columnsOf(plan)
  // What depends on the rows before must have seen them committed.
  const alone = spec.dryRun || carried !== null || looksFirst(plan, spec)
  const line = new BatchLine()
  try {
    for await (const batch of batchesOf(table.rows(columns), job.place.rows)) {
      context.check()
      const work = { spec, table, plan, app, memory, carried, batch }
      await line.add((place) => importBatch(context, work, place), alone)
    }
    await line.done()
  } finally {
    await line.over()
  }
  job.place = { ...job.place, phase: spec.dryRun ? 'finish' : 'words' }
  await scope.tx((tx) => context.save(tx))
}

interface BatchPlan extends Import {
  plan: ImportPlan
  app: AppTable
  memory: DryRunState | null
  carried: ArchiveRows | null
  batch: readonly TableRow[]
}

/** The columns of the file that are read: those of fields first, in their order. */
function columnsOf({ columns, carried }: ImportPlan): string[] {
  const beside = [carried.comments, carried.files].filter((column) => column !== null)
  return [...columns.map(({ column }) => column), ...beside]
}

type CarriedBatch = Batch<ReadRow>

/** What was decided about a row before it reached the writer. */
type Sorted =
  | { row: number; at: number }
  | { row: number; fault: Fault['issues'] }
  | { row: number; skip: true }

/** Rows are skipped by what is there already. */
function looksFirst({ match }: ImportPlan, { existing, missing }: ImportSpec): boolean {
  return match !== null && (existing === 'skip' || missing === 'skip')
}

async function importBatch(context: JobContext, work: BatchPlan, inLine: PlaceInLine): Promise<void> {
  const { deps, job, scope } = context
  const { spec, memory, carried } = work
  const actor = await context.actor()
  allowInApp(actor, 'record:create', work.app)
  const { sorted, requests, carrying } = await sortRows(context, work, actor)
  let saved: Pick<typeof job, 'counts' | 'faults' | 'done' | 'place'> | undefined
  const within = async (tx: TenantTx, _app: AppTable, answers: readonly Answer[]) => {
    // The batch before is committed by now; a transaction that is tried again starts from there as well.
    saved ??= structuredClone({ counts: job.counts, faults: job.faults, done: job.done, place: job.place })
    Object.assign(job, structuredClone(saved))
    const judged = memory === null ? answers : memory.judge(answers, requests)
    const reported =
      carrying === null || carried === null
        ? judged
        : await carried.write(tx, actor, { sorted, answers: judged, batch: carrying })
    const { done, errors } = tallyRows(context, sorted, reported)
    await savePart(tx, job.id, { n: job.place.n, done: spec.dryRun ? [] : done, errors })
    const made = spec.dryRun ? 0 : done.filter(([, , what]) => what === 'c').length
    const { n, rows, wordless } = job.place
    job.place = { ...job.place, n: n + 1, rows: work.batch.at(-1)?.row ?? rows, wordless: wordless + made }
    await context.save(tx)
  }
  await writeRecords(deps, scope, {
    appIdOrKey: job.appId,
    requests,
    within,
    dry: spec.dryRun,
    wordsLater: true,
    ...inLine,
  })
}

async function sortRows(
  { scope }: JobContext,
  { spec, plan, table, batch, app, memory, carried }: BatchPlan,
  actor: WriteRequest['actor'],
): Promise<{ sorted: Sorted[]; requests: WriteRequest[]; carrying: CarriedBatch | null }> {
  const plain = batch.map(({ row, cells }) => ({ row, ...rowValues(plan, cells, table.texts) }))
  const carrying = carried === null ? null : await carried.read(plain, batch, actor)
  const read = carrying?.rows ?? plain
  const { match } = plan
  const looks = looksFirst(plan, spec)
  const keyOf = (values: Record<string, unknown>) =>
    match === null ? null : memoryKey(match.read, values[match.key])
  const wanted = looks
    ? read.flatMap(({ values }) => (values === undefined ? [] : (keyOf(values) ?? [])))
    : []
  const known =
    looks && match !== null ? await scope.read((tx) => existingValues(tx, app, match.key, wanted)) : null
  const requests: WriteRequest[] = []
  const sorted = read.map(({ row, values, issues }): Sorted => {
    if (issues !== undefined) return { row, fault: issues }
    const key = keyOf(values)
    const isThere = key !== null && known !== null && (known.has(key) || memory?.has(key) === true)
    if (known !== null && key !== null) {
      if (isThere ? spec.existing === 'skip' : spec.missing === 'skip') return { row, skip: true }
      known.add(key)
    }
    requests.push({ actor, command: commandOf(plan, values) })
    return { row, at: requests.length - 1 }
  })
  return { sorted, requests, carrying }
}

/** The canonical text of a unique value; null when it is empty or invalid, which the writer reports. */
function memoryKey(read: ImportPlan['columns'][number]['field']['read'], raw: unknown): string | null {
  // Values of a row came from rowValues.
  const { value = null } = read((raw ?? null) as Parameters<typeof read>[0])
  return value === null ? null : String(value)
}

function commandOf({ match }: ImportPlan, values: Values): WriteRequest['command'] {
  if (match === null) return { kind: 'create', values }
  const { [match.key]: key = null, ...set } = values
  return { kind: 'upsert', match: { [match.key]: key }, set }
}

// Jobs ask for no folding.
const MARKS = { created: 'c', updated: 'u', folded: 'u' } as const

function tallyRows(
  context: JobContext,
  sorted: readonly Sorted[],
  answers: readonly RowAnswer[],
): { done: DoneEntry[]; errors: Fault[] } {
  const { job } = context
  const done: DoneEntry[] = []
  const errors: Fault[] = []
  const refuse = (row: number, issues: Fault['issues']) => {
    job.counts.failed += 1
    const fault = { row, record: null, issues }
    errors.push(fault)
    context.fault(fault)
  }
  for (const one of sorted) {
    job.done += 1
    const answer = 'at' in one ? answers[one.at] : undefined
    if ('skip' in one) job.counts.skipped += 1
    else if ('fault' in one) refuse(one.row, one.fault)
    else if (answer instanceof AppError) refuse(one.row, issuesOf(answer))
    else if (answer !== undefined) {
      job.counts[answer.outcome === 'folded' ? 'updated' : answer.outcome] += 1
      const { record, outcome } = answer
      if (record !== null && outcome !== 'unchanged') done.push([record.id, record.version, MARKS[outcome]])
    }
  }
  return { done, errors }
}
