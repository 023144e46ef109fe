import type { JobView, Selection } from '@caseloom/contract/records/jobs'
import type { bulkRecords, exportRecords, importRecords } from '@caseloom/contract/records/jobs'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { actorRef } from '@caseloom/contract/records/records'
import type { RouteBody } from '@caseloom/contract/kernel/route'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { audit } from '../../../platform/audit/audit.ts'
import { fail } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import type { CompiledApp } from '../../apps/apps.door.ts'
import { allowInApp, type RecordAction } from '../model/app-permissions.rules.ts'
import { readClosing, readValues } from './closing-change.rules.ts'
import { exportColumns } from '../tables/export-columns.rules.ts'
import { importPlan } from '../job-state/import-plan.rules.ts'
import { insertJob } from '../job-state/job.store.ts'
import { type JobsDeps, announceJob } from '../job-state/job-context.ts'
import { type Job, type JobSpec, NO_COUNTS, START } from '../job-state/job-shape.ts'
import { jobView } from './job-view.rules.ts'
import { openTable } from '../tables/open-table.ts'

type InApp<Body> = Body & { appId: string; ip?: string; zone?: string }

/** Begins to change, close, or delete many records. @throws field.unknown, request.invalid, right.missing */
export async function startBulk(
  deps: JobsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, ip, zone = 'UTC', records, change }: InApp<RouteBody<typeof bulkRecords>>,
): Promise<JobView> {
  const app = await appFor(deps, scope, actor, { appId, action: 'record:bulk' })
  if ('delete' in change) {
    allowInApp(actor, 'record:delete', app)
    await checkSelection(deps, scope, actor, { app, records })
    return begin(scope, actor, { app, ip, spec: { kind: 'bulkDelete', records, zone } })
  }
  allowInApp(actor, 'record:update', app)
  if ('close' in change) {
    const closing = readClosing(app, actor, change.close.set, ['body', 'change', 'close', 'set'])
    await checkSelection(deps, scope, actor, { app, records })
    const summary = change.close.summary?.trim() ?? ''
    const spec = { records, zone, ...closing, summary: summary === '' ? null : summary }
    return begin(scope, actor, { app, ip, spec: { kind: 'bulkClose', ...spec } })
  }
  const path = ['body', 'change', 'set']
  readValues(app, actor, change.set, path)
  if (Object.keys(change.set).length === 0)
    throw fail('request.invalid', {
      issues: [{ path, code: 'required', message: 'Specify at least one field' }],
    })
  await checkSelection(deps, scope, actor, { app, records })
  return begin(scope, actor, { app, ip, spec: { kind: 'bulkEdit', records, zone, set: change.set } })
}

interface Action {
  appId: string
  ip?: string | undefined
  zone?: string | undefined
  records: Selection
  button: { id: string; label: string }
  inputs: JsonObject
  statement: string | null
}
/** Begins to press a button for many records. @throws field.unknown, request.invalid, right.missing */
export async function startAction(
  deps: JobsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, ip, zone = 'UTC', ...action }: Action,
): Promise<JobView> {
  const app = await appFor(deps, scope, actor, { appId, action: 'record:bulk' })
  await checkSelection(deps, scope, actor, { app, records: action.records })
  return begin(scope, actor, { app, ip, spec: { kind: 'action', zone, ...action } })
}

type Export = RouteBody<typeof exportRecords>
type ExportCommand = Omit<Export, 'include'> & { include?: Export['include'] }

/** Begins to write records into a file. @throws field.unknown, request.invalid, right.missing */
export async function startExport(
  deps: JobsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, ip, zone = 'UTC', include = [], ...order }: InApp<ExportCommand>,
): Promise<JobView> {
  const app = await appFor(deps, scope, actor, { appId, action: 'record:export' })
  exportColumns(app, actor, order.columns)
  await checkSelection(deps, scope, actor, { app, records: order.records, sort: order.sort })
  return begin(scope, actor, { app, ip, spec: { kind: 'export', ...order, include, zone } })
}

/** Begins to read records from an uploaded file. @throws field.unknown, import.unreadable, right.missing */
export async function startImport(
  deps: JobsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, ip, fileId, match, format, ...order }: InApp<RouteBody<typeof importRecords>>,
): Promise<JobView> {
  const app = await appFor(deps, scope, actor, { appId, action: 'record:create' })
  const spec = { ...order, match: match ?? null }
  importPlan(app, actor, spec)
  const upload = await deps.openUpload(scope, actor, fileId)
  if (upload === null) throw fail('resource.not_found')
  const table = await openTable(upload, format)
  await table.close()
  const missing = order.columns.findIndex(
    ({ column, field }) => field !== null && !table.columns.includes(column),
  )
  if (missing >= 0) {
    const path = ['body', 'columns', missing, 'column']
    throw fail('request.invalid', {
      issues: [{ path, code: 'unknown_column', message: 'No such column in the file' }],
    })
  }
  const { name, size } = upload
  return begin(scope, actor, {
    app,
    ip,
    spec: { kind: 'import', ...spec, format: table.format, upload: { fileId, name, size } },
  })
}

/** The app of a job, when the actor may do this in it. @throws resource.not_found, right.missing, app.archived */
export async function appFor(
  deps: JobsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, action }: { appId: string; action: RecordAction },
): Promise<CompiledApp> {
  const app = await scope.read((tx) => deps.apps.compiled(tx, appId, true))
  if (app === null) throw fail('resource.not_found')
  allowInApp(actor, action, app)
  return app
}

interface Selected {
  app: CompiledApp
  records: Selection
  sort?: RouteBody<typeof exportRecords>['sort'] | undefined
}

/** Report an invalid search now rather than as a failed job. */
async function checkSelection(
  deps: JobsDeps,
  scope: TenantScope,
  actor: Actor,
  { app, records, sort }: Selected,
): Promise<void> {
  const search = 'ids' in records ? {} : records
  await deps.records.searchRecords(scope, actor, {
    ...search,
    ...(sort === undefined ? {} : { sort }),
    appId: app.id,
    columns: [],
    limit: 1,
  })
}

async function begin(
  scope: TenantScope,
  actor: Actor,
  { app, ip, spec }: { app: CompiledApp; ip: string | undefined; spec: JobSpec },
): Promise<JobView> {
  return scope.tx((tx) => writeJob(tx, actor, { appId: app.id, appName: app.name, ip, spec }))
}

const AUDITED: Record<JobSpec['kind'], string> = {
  bulkEdit: 'records.bulk_edit_begun',
  bulkClose: 'records.bulk_closing_begun',
  bulkDelete: 'records.bulk_deletion_begun',
  action: 'records.bulk_action_begun',
  export: 'records.export_begun',
  import: 'records.import_begun',
  undo: 'records.undo_begun',
}

/** The audit log has readers who can't see the comments of a record. */
function auditable(spec: JobSpec): Partial<JobSpec> {
  if (spec.kind !== 'bulkClose') return spec
  const { summary: _comment, ...rest } = spec
  return rest
}

/** Writes a job that any worker takes up, and who began it to the audit log. */
export async function writeJob(
  tx: TenantTx,
  actor: Actor,
  { appId, appName, ip, spec }: { appId: string; appName: string; ip: string | undefined; spec: JobSpec },
): Promise<JobView> {
  if (actor.kind !== 'user' || actor.id === null)
    throw fail('right.missing', { detail: 'Only users can start jobs' })
  const job: Job = {
    tenantId: tx.tenantId,
    id: newId(),
    appId,
    appName,
    kind: spec.kind,
    state: 'queued',
    starter: actor.id,
    permissions: actor.token === undefined ? null : [...actor.permissions],
    actor: actorRef(actor),
    spec,
    total: null,
    done: 0,
    counts: { ...NO_COUNTS },
    faults: [],
    place: START,
    error: null,
    file: null,
    undoUntil: null,
    cancel: false,
    attempts: 0,
    createdAt: tx.now,
    startedAt: null,
    endedAt: null,
  }
  await insertJob(tx, job)
  await audit(tx, {
    accountId: tx.accountId,
    tenantId: tx.tenantId,
    actor,
    action: AUDITED[spec.kind],
    object: { kind: 'app', id: appId, name: appName },
    // A specification is made of JSON values.
    after: { job: job.id, spec: JSON.parse(JSON.stringify(auditable(spec))) },
    ip: ip ?? null,
  })
  announceJob(tx, job.id)
  return jobView(actor, job, tx.now)
}
