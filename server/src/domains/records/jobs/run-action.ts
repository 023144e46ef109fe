import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Started } from '@caseloom/contract/automation/triggers'
import { isPassingFault } from '../../../platform/database/patience.ts'
import { AppError, isFailure } from '../../../platform/errors.ts'
import { partFrom } from '../job-state/job-part.store.ts'
import { issuesOf, type JobContext, JobWaits } from '../job-state/job-context.ts'
import type { Fault, SpecOf } from '../job-state/job-shape.ts'
import { snapshotSelection } from './snapshot-selection.ts'
import { trackingIds } from './tracking-ids.read.ts'

/** Presses between two marks of progress: another worker that resumes the job asks for at most so many again. */
const PRESSES = 25

type Pressed = Started | AppError

/** Presses a button for many records, one after the other, each as the person could on the record's page. */
export async function runAction(context: JobContext, spec: SpecOf<'action'>): Promise<void> {
  const { job, scope } = context
  await snapshotSelection(context, spec.records, spec.zone)
  while (job.place.n < job.place.parts) {
    const part = await scope.read((tx) => partFrom(tx, job.id, job.place.n))
    if (part === null) return
    while (job.place.rows < part.ids.length) {
      context.check()
      const ids = part.ids.slice(job.place.rows, job.place.rows + PRESSES)
      const actor = await context.actor()
      const { answers, stop } = await pressEach(context, spec, ids)
      if (answers.length > 0)
        await saveAnswers(context, actor, { ids: ids.slice(0, answers.length), answers })
      if (stop !== null) throw stop.error
    }
    job.place = { ...job.place, n: part.n + 1, rows: 0 }
    await scope.tx((tx) => context.save(tx))
  }
}

/** Presses in turn until something ends or interrupts the job: what was pressed by then counts. */
async function pressEach(
  context: JobContext,
  spec: SpecOf<'action'>,
  ids: readonly string[],
): Promise<{ answers: Pressed[]; stop: { error: unknown } | null }> {
  const answers: Pressed[] = []
  for (const id of ids) {
    try {
      answers.push(await pressOne(context, spec, id))
    } catch (error) {
      return { answers, stop: { error } }
    }
  }
  return { answers, stop: null }
}

async function pressOne(context: JobContext, spec: SpecOf<'action'>, recordId: string): Promise<Pressed> {
  const { deps, scope, job } = context
  const { button, inputs, statement } = spec
  // For each record again: who loses access while the job runs presses nothing more.
  const actor = await context.actor()
  try {
    const once = `${job.id}:${recordId}`
    return await deps.press(scope, actor, { buttonId: button.id, recordId, inputs, statement, once })
  } catch (error) {
    if (isFailure(error, 'request.too_many')) throw new JobWaits(error.message, { cause: error })
    if (error instanceof AppError && !isPassingFault(error)) return error
    throw error
  }
}

async function saveAnswers(
  context: JobContext,
  { principals }: Actor,
  { ids, answers }: { ids: readonly string[]; answers: readonly Pressed[] },
): Promise<void> {
  const { deps, job, scope } = context
  const before = structuredClone({ counts: job.counts, faults: job.faults, place: job.place, done: job.done })
  await scope.tx(async (tx) => {
    // The transaction may be tried again: every attempt starts from what was committed.
    Object.assign(job, structuredClone(before))
    const app = await deps.apps.compiled(tx, job.appId, true)
    const failed = ids.filter((_id, at) => faultOf(answers[at]) !== null)
    const names = app === null ? null : await trackingIds(tx, app, principals, failed)
    for (const [at, answer] of answers.entries()) {
      const id = ids[at] ?? ''
      job.done += 1
      job.counts[outcomeOf(answer)] += 1
      const issues = faultOf(answer)
      if (issues !== null) context.fault({ row: null, record: names?.get(id) ?? id, issues })
    }
    job.place = { ...job.place, rows: job.place.rows + ids.length }
    await context.save(tx)
  })
}

function outcomeOf(answer: Pressed): 'started' | 'skipped' | 'failed' {
  if (answer instanceof AppError) return answer.code === 'button.not_offered' ? 'skipped' : 'failed'
  if (answer.outcome === 'accepted') return 'started'
  return answer.outcome === 'duplicate' || answer.outcome === 'filtered' ? 'skipped' : 'failed'
}

function faultOf(answer: Pressed | undefined): Fault['issues'] | null {
  if (answer === undefined) return null
  if (answer instanceof AppError) return issuesOf(answer)
  return answer.outcome === 'accepted'
    ? null
    : [{ path: [], code: answer.outcome, message: answer.reason.slice(0, 500) }]
}
