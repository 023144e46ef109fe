import type { Selection } from '@caseloom/contract/records/jobs'
import { insertPart } from '../job-state/job-part.store.ts'
import { JOB_BATCH, type JobContext } from '../job-state/job-context.ts'

/** Freezes which records a job is about: their ids, in parts. New records are not among them. */
export async function snapshotSelection(
  context: JobContext,
  selection: Selection,
  zone: string,
): Promise<void> {
  const { job, scope } = context
  while (job.place.phase === 'collect') {
    context.check()
    const { ids, next } = await nextIds(context, selection, zone)
    await scope.tx(async (tx) => {
      const { n } = job.place
      if (ids.length > 0) await insertPart(tx, job.id, n, ids)
      job.total = (job.total ?? 0) + ids.length
      const parts = n + (ids.length > 0 ? 1 : 0)
      job.place =
        next === null
          ? { ...job.place, phase: 'work', n: 0, parts, search: null }
          : { ...job.place, n: parts, search: next }
      await context.save(tx)
    })
  }
}

async function nextIds(
  context: JobContext,
  selection: Selection,
  zone: string,
): Promise<{ ids: string[]; next: string | null }> {
  const { deps, job, scope } = context
  if ('ids' in selection) {
    const from = job.place.n * JOB_BATCH
    const all = [...new Set<string>(selection.ids)]
    const more = from + JOB_BATCH < all.length
    return { ids: all.slice(from, from + JOB_BATCH), next: more ? String(from + JOB_BATCH) : null }
  }
  const page = await deps.records.searchRecords(scope, await context.actor(), {
    appId: job.appId,
    ...selection,
    zone,
    // A page that is asked for later means the same days.
    at: job.createdAt,
    columns: [],
    limit: JOB_BATCH,
    ...(job.place.search === null ? {} : { cursor: job.place.search }),
  })
  return { ids: page.items.map((item) => item.id), next: page.next }
}
