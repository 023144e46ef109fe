import type { Started } from '@caseloom/contract/automation/triggers'
import { AppError, isFailure } from '../../../platform/errors.ts'
import { partFrom } from '../job-state/job-part.store.ts'
import { issuesOf, type JobContext } from '../job-state/job-context.ts'
import type { Fault, SpecOf } from '../job-state/job-shape.ts'
import { snapshotSelection } from './snapshot-selection.ts'
import { trackingIds } from './tracking-ids.read.ts'

/** Presses between two marks of progress: another worker that resumes the job presses at most so many again. */
const PRESSES = 25

/** The tenant's queue of runs is full: the job continues later. */
class Crowded extends Error {}

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
      const answers: Pressed[] = []
      for (const id of ids) answers.push(await pressOne(context, spec, id))
      await saveAnswers(context, ids, answers)
    }
    job.place = { ...job.place, n: part.n + 1, rows: 0 }
    await scope.tx((tx) => context.save(tx))
  }
}

async function pressOne(context: JobContext, spec: SpecOf<'action'>, recordId: string): Promise<Pressed> {
  const { deps, scope, job } = context
  const { button, inputs, statement } = spec
  try {
    const once = `${job.id}:${recordId}`
    const press = { buttonId: button.id, recordId, inputs, statement, once }
    return await deps.press(scope, await context.actor(), press)
  } catch (error) {
    if (isFailure(error, 'request.too_many')) throw new Crowded(error.message, { cause: error })
    if (error instanceof AppError) return error
    throw error
  }
}

async function saveAnswers(
  context: JobContext,
  ids: readonly string[],
  answers: readonly Pressed[],
): Promise<void> {
  const { deps, job, scope } = context
  const before = structuredClone({ counts: job.counts, faults: job.faults, place: job.place, done: job.done })
  const { principals } = await context.actor()
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
