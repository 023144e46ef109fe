import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTarget } from '@caseloom/contract/filters/field-types/filter-rules'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type Actor, may, mayPass } from '@caseloom/contract/kernel/permissions'
import type {
  createReport as createRoute,
  ReportView,
  updateReport as updateRoute,
} from '@caseloom/contract/workspaces/reports'
import type { RouteBody } from '@caseloom/contract/kernel/route'
import type { Sharing } from '@caseloom/contract/kernel/sharing'
import { groupByFault } from '@caseloom/contract/records/grouping'
import type { TenantScope, TenantTx } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import { newId } from '../../platform/uuid.ts'
import { readableApps, viewFor } from './read-reports.ts'
import { isShared, mayManageReport } from './report-rights.rules.ts'
import {
  countReports,
  findReport,
  putReport,
  removeReport,
  reportKey,
  type StoredReport,
} from './report.store.ts'
import type { Asker, ReportingDeps } from './reporting-deps.ts'
import { publishReport } from './reporting.events.ts'

const MAX_REPORTS = 200

export type ReportInput = RouteBody<typeof createRoute>
export type ReportChange = RouteBody<typeof updateRoute> & { reportId: string }

/**
 * Saves a new view of the actor's; only packages name the key of a shared one. Throws name.taken, field.unknown and request.invalid as a search does,
 * right.missing for a shared one without report:build, resource.not_found for an app one may not read.
 */
export async function createReport(
  deps: ReportingDeps,
  scope: TenantScope,
  asker: Asker,
  { appId, name, sharing, key: wanted, ...definition }: ReportInput & { key?: string },
): Promise<ReportView> {
  const { actor } = asker
  allow(actor, 'report:read')
  const apps = await readableApps(deps, scope, actor)
  const app = apps.find((one) => one.id === appId)
  if (app === undefined) throw fail('resource.not_found')
  allowSharing(actor, sharing)
  await checkDefinition(deps, scope, actor, { appId, ...definition })
  checkGrouping(actor, apps, { appId, ...definition })
  return scope.tx(async (tx) => {
    if ((await countReports(tx, appId, actor.id)) >= MAX_REPORTS)
      throw fail('request.invalid', {
        issues: [
          { path: ['body', 'name'], code: 'too_many', message: `At most ${MAX_REPORTS} views of an app` },
        ],
      })
    const id = newId()
    const naming = { appKey: app.key, wanted }
    const report: StoredReport = {
      id,
      key: await reportKey(tx, { id, name, key: null, sharing }, naming),
      appId,
      ownerId: actor.id,
      ownerName: actor.name,
      name,
      definition,
      sharing,
      revision: 1,
      updatedAt: tx.now,
    }
    await put(tx, report)
    await publishReport(tx, asker, { before: null, after: report })
    return shown(actor, apps, report)
  })
}

/**
 * Changes a view. Throws resource.version_conflict with the present one when it was changed since, right.missing for
 * those who see it narrowed: they would throw away what they cannot see.
 */
export async function updateReport(
  deps: ReportingDeps,
  scope: TenantScope,
  asker: Asker,
  { reportId, revision, name, sharing, ...definition }: ReportChange,
): Promise<ReportView> {
  const { actor } = asker
  allow(actor, 'report:read')
  const apps = await readableApps(deps, scope, actor)
  const known = managed(actor, apps, await scope.read((tx) => findReport(tx, reportId))).report
  await checkDefinition(deps, scope, actor, { appId: known.appId, ...definition })
  checkGrouping(actor, apps, { appId: known.appId, ...definition })
  return scope.tx(async (tx) => {
    const { report: before, view } = managed(actor, apps, await findReport(tx, reportId, true))
    if (before.revision !== revision) {
      // A view is made of JSON values only.
      throw fail('resource.version_conflict', { extra: { current: view as unknown as JsonValue } })
    }
    if (view.narrowed)
      throw fail('right.missing', {
        detail: 'This view uses fields you don’t have access to. Save yours as a new view.',
      })
    if (JSON.stringify(sharing) !== JSON.stringify(before.sharing)) allowSharing(actor, sharing)
    const appKey = apps.find(({ id }) => id === before.appId)?.key ?? ''
    const after: StoredReport = {
      ...before,
      key: await reportKey(tx, { ...before, name, sharing }, { appKey }),
      name,
      definition,
      sharing,
      revision: revision + 1,
      updatedAt: tx.now,
    }
    await put(tx, after)
    await publishReport(tx, asker, { before, after })
    // Who gives a view away by their own change still gets their answer.
    return viewFor(actor, apps, after) ?? { ...view, name, ...definition, sharing, revision: after.revision }
  })
}

/** Deletes a view; its records stay. */
export async function deleteReport(
  deps: ReportingDeps,
  scope: TenantScope,
  asker: Asker,
  reportId: string,
): Promise<void> {
  allow(asker.actor, 'report:read')
  const apps = await readableApps(deps, scope, asker.actor)
  await scope.tx(async (tx) => {
    const { report: before } = managed(asker.actor, apps, await findReport(tx, reportId, true))
    await removeReport(tx, reportId)
    await publishReport(tx, asker, { before, after: null })
  })
}

function allowSharing(actor: Actor, sharing: Sharing): void {
  if (isShared(sharing) && !may(actor, 'report:build'))
    throw fail('right.missing', { detail: 'Sharing a view requires the permission report:build' })
}

/** The view when the actor may manage it, as stored and as they see it. */
function managed(
  actor: Actor,
  apps: readonly AppView[],
  report: StoredReport | null,
): { report: StoredReport; view: ReportView } {
  const view = report === null ? null : viewFor(actor, apps, report)
  if (report === null || view === null) throw fail('resource.not_found')
  if (!mayManageReport(actor, report))
    throw fail('right.missing', { detail: 'You don’t have permission to edit this view' })
  return { report, view }
}

/** The search itself knows best what fits the app: it is asked for one record. */
async function checkDefinition(
  { records }: ReportingDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, filter, text, sort, columns }: Pick<ReportInput, 'appId' | 'filter' | 'text' | 'sort' | 'columns'>,
): Promise<void> {
  await records.searchRecords(scope, actor, {
    appId,
    ...(filter === null ? {} : { filter }),
    text,
    ...(sort.length === 0 ? {} : { sort }),
    columns: columns.map((column) => column.field),
    limit: 1,
  })
}

/** A search has no groups: whether the app's lists can be grouped like this is asked here. */
function checkGrouping(
  actor: Actor,
  apps: readonly AppView[],
  { appId, groupBy }: Pick<ReportInput, 'appId' | 'groupBy'>,
): void {
  if (groupBy === null) return
  const { field: key } = groupBy
  const fields = apps.find(({ id }) => id === appId)?.fields ?? []
  const field = fields.find((one) => one.key === key && mayPass(actor, one.readers))
  const path = ['body', 'groupBy', 'field']
  if (fieldTarget(key, field) === null)
    throw fail('field.unknown', {
      issues: [{ path, code: 'unknown_field', message: `Unknown field "${key}"` }],
    })
  const fault = groupByFault(groupBy, field)
  if (fault === null) return
  const { at, ...issue } = fault
  throw fail('request.invalid', { issues: [{ path: ['body', 'groupBy', at], ...issue }] })
}

async function put(tx: TenantTx, report: StoredReport): Promise<void> {
  if (await putReport(tx, report)) return
  const issue = { path: ['body', 'name'], code: 'taken', message: 'You already have a view with this name' }
  throw fail('name.taken', { issues: [issue] })
}

function shown(actor: Actor, apps: readonly AppView[], report: StoredReport): ReportView {
  const view = viewFor(actor, apps, report)
  if (view === null) throw fail('resource.not_found')
  return view
}
