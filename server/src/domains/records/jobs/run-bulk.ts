import type { TenantTx } from '../../../platform/database/types.ts'
import { AppError } from '../../../platform/errors.ts'
import { commentOnAll } from '../comments/comment-on-all.ts'
import { deleteMany, type Removal } from '../writing/delete-records.ts'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'
import { type Answer, writeRecords } from '../writing/write-records.ts'
import { snapshotSelection } from './snapshot-selection.ts'
import { partFrom, savePart } from '../job-state/job-part.store.ts'
import type { JobContext } from '../job-state/job-context.ts'
import type { SpecOf } from '../job-state/job-shape.ts'
import { countRows } from './job-counters.ts'

/** Changes, closes, or deletes many records: first which, then a batch at a time with what was done in the same transaction. */
export async function runBulk(
  context: JobContext,
  spec: SpecOf<'bulkEdit'> | SpecOf<'bulkClose'> | SpecOf<'bulkDelete'>,
): Promise<void> {
  const { job, scope, deps } = context
  await snapshotSelection(context, spec.records, spec.zone)
  while (job.place.n < job.place.parts) {
    context.check()
    const part = await scope.read((tx) => partFrom(tx, job.id, job.place.n))
    if (part === null) return
    const actor = await context.actor()
    const before = structuredClone({
      counts: job.counts,
      faults: job.faults,
      place: job.place,
      done: job.done,
    })
    const within = async (tx: TenantTx, app: AppTable, answers: readonly (Answer | Removal)[]) => {
      // The transaction may be tried again: every attempt starts from what was committed.
      Object.assign(job, structuredClone(before))
      const done = await countRows({ context, tx, app, ids: part.ids }, answers)
      if (spec.kind === 'bulkClose' && spec.summary !== null)
        await commentOnAll(tx, app, { actor, records: closedBy(answers), text: spec.summary })
      await savePart(tx, job.id, { n: part.n, done })
      job.place = { ...job.place, n: part.n + 1 }
      await context.save(tx)
    }
    if (spec.kind === 'bulkDelete') {
      await deleteMany(deps, scope, { appId: job.appId, actor, ids: part.ids, within })
    } else {
      const unless = spec.kind === 'bulkClose' ? { unlessClosedIn: spec.state } : {}
      const requests = part.ids.map((id) => ({
        actor,
        command: { kind: 'update', id, values: spec.set, ...unless } as const,
      }))
      await writeRecords(deps, scope, { appIdOrKey: job.appId, requests, within })
    }
  }
}

function closedBy(answers: readonly (Answer | Removal)[]): StoredRecord[] {
  return answers.flatMap((answer) =>
    answer instanceof AppError || answer.outcome !== 'updated' ? [] : [answer.record],
  )
}
