import { RecordId } from '@caseloom/contract/kernel/ids'
import type { TenantTx } from '../../../platform/database/types.ts'
import { AppError, isFailure } from '../../../platform/errors.ts'
import type { Removal } from '../writing/delete-records.ts'
import type { AppTable } from '../model/record-shape.ts'
import type { Restoring } from '../writing/restore-many.ts'
import type { Answer } from '../writing/write-records.ts'
import { issuesOf, type JobContext } from '../job-state/job-context.ts'
import type { DoneEntry } from '../job-state/job-shape.ts'
import { trackingIds } from './tracking-ids.read.ts'

interface Place {
  context: JobContext
  tx: TenantTx
  app: AppTable
  ids: readonly string[]
}

// Jobs ask for no folding.
const MARKS = { created: 'c', updated: 'u', folded: 'u', deleted: 'd' } as const
const MAX_NAMED = 50

/** Counts what each record became, and answers what there is to undo. */
export async function countRows(
  { context, tx, app, ids }: Place,
  answers: readonly (Answer | Removal | Restoring)[],
): Promise<DoneEntry[]> {
  const { job } = context
  const done: DoneEntry[] = []
  const failed = ids.filter((_id, at) => answers[at] instanceof AppError).slice(0, MAX_NAMED)
  const names = failed.length === 0 ? null : await trackingIds(tx, app, await principalsOf(context), failed)
  for (const [at, answer] of answers.entries()) {
    job.done += 1
    const id = ids[at] ?? ''
    if (answer instanceof AppError) {
      job.counts[isFailure(answer, 'resource.version_conflict') ? 'skipped' : 'failed'] += 1
      const name = names?.get(id)
      // Only a name that was found belongs to a record that they can see.
      const link = name === undefined ? {} : { recordId: RecordId.parse(id) }
      context.fault({ row: null, record: name ?? id, ...link, issues: issuesOf(answer) })
      continue
    }
    const { record, outcome } = answer
    job.counts[outcome === 'folded' ? 'updated' : outcome] += 1
    if (outcome !== 'unchanged') done.push([record.id, record.version, MARKS[outcome]])
  }
  return done
}

async function principalsOf(context: JobContext): Promise<readonly string[]> {
  return (await context.actor()).principals
}
