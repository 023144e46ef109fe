import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import { fail } from '../../../platform/errors.ts'
import { accessTo, allowInApp } from '../model/app-permissions.rules.ts'
import { withLinks } from '../reference-fields/linked-views.ts'
import { recordViewer } from '../model/record-view.ts'
import type { ExportColumn } from '../tables/export-columns.rules.ts'
import type { JobContext } from '../job-state/job-context.ts'
import type { SpecOf } from '../job-state/job-shape.ts'
import { visibleRecordsByIds } from '../reading/records-by-ids.read.ts'

/** Records read by one statement. */
const PAGE = 500
/** Links of a reference field that one cell holds. */
const EXPORTED_LINKS = 1_000
const SAVE_MS = 300

interface Page {
  items: RecordView[]
  next: string | null
  total?: { value: number } | undefined
}

/** The records of an export a page at a time, each read with the permissions at that moment. */
export async function* pagesOf(
  context: JobContext,
  spec: SpecOf<'export'>,
  columns: readonly ExportColumn[],
): AsyncGenerator<readonly RecordView[]> {
  const { job, scope } = context
  let cursor: string | null = null
  let savedAt = 0
  do {
    context.check()
    const page: Page = await readPage(context, { spec, columns, cursor, actor: await context.actor() })
    if (page.total !== undefined) job.total = page.total.value
    yield page.items
    job.done += page.items.length
    cursor = page.next
    if (Date.now() - savedAt > SAVE_MS) {
      await scope.tx((tx) => context.save(tx))
      savedAt = Date.now()
    }
  } while (cursor !== null)
}

interface Reading {
  spec: SpecOf<'export'>
  columns: readonly ExportColumn[]
  cursor: string | null
  actor: Actor
}

async function readPage(context: JobContext, { spec, columns, cursor, actor }: Reading): Promise<Page> {
  const { deps, scope, job } = context
  if ('ids' in spec.records)
    return readChosen(context, actor, { ids: spec.records.ids, from: Number(cursor ?? 0) })
  const app = deps.apps.known(job.tenantId, job.appId)
  if (app !== null) allowInApp(actor, 'record:export', app)
  return deps.records.searchRecords(scope, actor, {
    ...spec.records,
    zone: spec.zone,
    // A page that is read later means the same days.
    at: job.createdAt,
    appId: job.appId,
    columns: columns.flatMap(({ field }) => field?.key ?? []),
    limit: PAGE,
    links: EXPORTED_LINKS,
    ...(spec.sort === undefined ? {} : { sort: spec.sort }),
    ...(cursor === null ? { count: 'exact' } : { cursor }),
  })
}

async function readChosen(
  { deps, scope, job }: JobContext,
  actor: Actor,
  { ids, from }: { ids: readonly string[]; from: number },
): Promise<Page> {
  return scope.read(async (tx) => {
    const app = await deps.apps.compiled(tx, job.appId, true)
    if (app === null) throw fail('resource.not_found', { detail: 'The app no longer exists' })
    allowInApp(actor, 'record:export', app)
    const records = await visibleRecordsByIds(tx, app, actor.principals, ids.slice(from, from + PAGE))
    const next = from + PAGE < ids.length ? String(from + PAGE) : null
    const access = accessTo(app, actor)
    const views = records.map(recordViewer(access))
    return {
      items: await withLinks(deps, tx, { access, first: EXPORTED_LINKS }, views),
      next,
      total: { value: ids.length },
    }
  })
}
