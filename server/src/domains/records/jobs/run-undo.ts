import type { TenantTx } from '../../../platform/database/types.ts'
import { AppError, fail } from '../../../platform/errors.ts'
import { deleteMany, type Removal } from '../writing/delete-records.ts'
import type { AppTable } from '../model/record-shape.ts'
import { type Restoring, restoreMany } from '../writing/restore-many.ts'
import { undoArchiveImport } from '../archive/undo-archive-import.ts'
import { type Answer, writeRecords } from '../writing/write-records.ts'
import { findJob } from '../job-state/job.store.ts'
import { type Part, partFrom } from '../job-state/job-part.store.ts'
import type { JobContext } from '../job-state/job-context.ts'
import type { DoneEntry, Job, SpecOf } from '../job-state/job-shape.ts'
import { countRows } from './job-counters.ts'
import { changedByOthers, type Former, formerValues, type Own } from './former-values.read.ts'

/** Beyond the number of any part. */
const LAST = 2_000_000_000
/** What a part did is taken back kind by kind, each in a transaction of its own. */
const STEPS = ['u', 'c', 'd'] as const

/** Undoes a job, last part first; values changed since then stay as they are. */
export async function runUndo(context: JobContext, spec: SpecOf<'undo'>): Promise<void> {
  const { job, scope } = context
  const of = await scope.read((tx) => findJob(tx, spec.of))
  if (of === null) throw fail('job.not_undoable', { detail: 'The changes of this job are no longer stored' })
  if (job.place.phase === 'collect') {
    job.total = of.counts.created + of.counts.updated + of.counts.deleted
    job.place = { ...job.place, phase: 'work', n: LAST }
  }
  for (;;) {
    context.check()
    const part = await scope.read((tx) => partFrom(tx, spec.of, job.place.n, 'down'))
    if (part === null || job.place.n < 0) return undoArchiveImport(context, spec.of)
    await undoPart(context, { of, spec, part })
  }
}

interface Undo {
  of: Job
  spec: SpecOf<'undo'>
  part: Part
}

async function undoPart(context: JobContext, undo: Undo): Promise<void> {
  const { job, scope } = context
  const { part } = undo
  // A part that was interrupted by a crash resumes with its next kind.
  const first = job.place.n === part.n ? job.place.rows : 0
  for (const [step, mark] of STEPS.entries()) {
    const entries = part.done.filter((entry) => entry[2] === mark)
    if (step < first || entries.length === 0) continue
    const saved = structuredClone({ counts: job.counts, faults: job.faults, done: job.done })
    const place = { ...job.place, n: part.n, rows: step + 1 }
    const within = async (
      tx: TenantTx,
      app: AppTable,
      answers: readonly (Answer | Removal | Restoring)[],
      ids: readonly string[],
    ) => {
      Object.assign(job, structuredClone(saved), { place })
      await countRows({ context, tx, app, ids }, answers)
      await context.save(tx)
    }
    if (mark === 'u') await putBack(context, undo, { entries, within })
    else if (mark === 'c') await removeCreated(context, undo.of, { entries, within })
    else await restoreDeleted(context, entries, within)
  }
  await scope.tx(async (tx) => {
    job.place = { ...job.place, n: part.n - 1, rows: 0 }
    await context.save(tx)
  })
}

type Within = (
  tx: TenantTx,
  app: AppTable,
  answers: readonly (Answer | Removal | Restoring)[],
  ids: readonly string[],
) => Promise<void>

function ownOf(of: Job, undoing: Job): Own {
  const { starter, kind, createdAt, endedAt } = of
  return { starter, via: kind, from: createdAt, to: endedAt, undoFrom: undoing.createdAt }
}

const CHANGED_SINCE = 'Changed by someone else since then'

async function putBack(
  context: JobContext,
  { of, spec }: Undo,
  { entries, within }: { entries: readonly DoneEntry[]; within: Within },
): Promise<void> {
  const { job, scope, deps } = context
  const actor = await context.actor()
  const own = {
    starter: of.starter,
    via: of.kind,
    from: of.createdAt,
    to: of.endedAt,
    undoFrom: job.createdAt,
  }
  const former = await scope.read((tx) => formerValues(tx, entries, { own, fields: spec.fields }))
  const ids = former.map((one) => one.id)
  const requests = former.map((one) => ({
    actor,
    command: { kind: 'update', id: one.id, values: one.values } as const,
  }))
  await writeRecords(deps, scope, {
    appIdOrKey: job.appId,
    requests,
    within: async (tx, app, answers) => {
      // The job may have changed a record several times: each is reported once.
      job.total = (job.total ?? 0) - (entries.length - former.length)
      const reported = answers.map((answer, at) => skippedIfChanged(answer, former[at]))
      await within(tx, app, reported, ids)
    },
  })
}

function skippedIfChanged(answer: Answer, former: Former | undefined): Answer {
  if (former === undefined || former.changedSince.length === 0) return answer
  const nothingLeft = Object.keys(former.values).length === 0
  if (!nothingLeft || answer instanceof AppError) return answer
  return skipped(former.changedSince)
}

function skipped(fields: readonly string[]): AppError {
  const issues = fields.map((field) => ({
    path: ['fields', field],
    code: 'changed_since',
    message: CHANGED_SINCE,
  }))
  return fail('resource.version_conflict', { issues })
}

async function removeCreated(
  context: JobContext,
  of: Job,
  { entries, within }: { entries: readonly DoneEntry[]; within: Within },
): Promise<void> {
  const { job, scope, deps } = context
  const changed = await scope.read((tx) => changedByOthers(tx, entries, ownOf(of, job)))
  const ids = entries.map(([id]) => id)
  await deleteMany(deps, scope, {
    appId: job.appId,
    actor: await context.actor(),
    ids,
    // Anyone who may import may undo their own import.
    action: 'record:bulk',
    // Don't delete records that someone has worked on since.
    unless: (record) => (changed.has(record.id) ? skipped(['record']) : null),
    within: (tx, app, answers) => within(tx, app, answers, ids),
  })
}

async function restoreDeleted(
  context: JobContext,
  entries: readonly DoneEntry[],
  within: Within,
): Promise<void> {
  const { job, scope, deps } = context
  const deleted = entries.map(([id, version]) => ({ id, version }))
  await restoreMany(deps, scope, {
    appId: job.appId,
    actor: await context.actor(),
    deleted,
    within: (tx, app, answers) =>
      within(
        tx,
        app,
        answers,
        deleted.map(({ id }) => id),
      ),
  })
}
