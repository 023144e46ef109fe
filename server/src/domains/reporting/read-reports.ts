import type { AppView } from '@caseloom/contract/apps/apps'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { KeyedReport } from '@caseloom/contract/workspaces/report-file'
import type { ReportView } from '@caseloom/contract/workspaces/reports'
import type { TenantScope } from '../../platform/database/types.ts'
import { keyWithId } from '../../platform/database/name-keys.ts'
import { fail } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import { narrowed } from './narrow-report.rules.ts'
import { isShared, managesShared, mayManageReport, maySeeReport } from './report-rights.rules.ts'
import { findReport, type StoredReport, visibleReports } from './report.store.ts'
import type { ReportingDeps } from './reporting-deps.ts'

/** The apps whose records the actor may read. */
export async function readableApps(
  { apps }: Pick<ReportingDeps, 'apps'>,
  scope: TenantScope,
  actor: Actor,
): Promise<AppView[]> {
  return may(actor, 'app:read') && may(actor, 'record:read') ? apps.listApps(scope, actor) : []
}

/** Saved views that the actor may read, of one app or all, by name. */
export async function listReports(
  deps: Pick<ReportingDeps, 'apps'>,
  scope: TenantScope,
  actor: Actor,
  appId?: string,
): Promise<ReportView[]> {
  allow(actor, 'report:read')
  const apps = await readableApps(deps, scope, actor)
  const reports = await storedReports(scope, actor, appId)
  return reports.flatMap((report) => viewFor(actor, apps, report) ?? [])
}

/** Shared views that the actor may read, by name, each with its key. */
export async function keyedReports(
  deps: Pick<ReportingDeps, 'apps'>,
  scope: TenantScope,
  actor: Actor,
): Promise<KeyedReport[]> {
  allow(actor, 'report:read')
  const apps = await readableApps(deps, scope, actor)
  const shared = (await storedReports(scope, actor)).filter(({ sharing }) => isShared(sharing))
  return shared.flatMap((report) => {
    const view = viewFor(actor, apps, report)
    // A process of the version before writes no key.
    return view === null ? [] : [{ ...view, key: report.key ?? keyWithId('report', report.id) }]
  })
}

function storedReports(scope: TenantScope, actor: Actor, appId?: string): Promise<StoredReport[]> {
  const { id: userId, principals } = actor
  const reader = { userId, principals, everyShared: managesShared(actor) }
  return scope.read((tx) => visibleReports(tx, reader, appId ?? null))
}

/** One saved view; throws resource.not_found for a missing one and one that is not for this actor alike. */
export async function getReport(
  deps: Pick<ReportingDeps, 'apps'>,
  scope: TenantScope,
  actor: Actor,
  reportId: string,
): Promise<ReportView> {
  allow(actor, 'report:read')
  const apps = await readableApps(deps, scope, actor)
  const report = await scope.read((tx) => findReport(tx, reportId))
  const view = report === null ? null : viewFor(actor, apps, report)
  if (view === null) throw fail('resource.not_found')
  return view
}

/** A saved view as the actor may see it; null when they may not, or not the records of its app. */
export function viewFor(actor: Actor, apps: readonly AppView[], report: StoredReport): ReportView | null {
  const app = apps.find((one) => one.id === report.appId)
  if (app === undefined || !maySeeReport(actor, report)) return null
  const { definition, narrowed: isNarrowed } = narrowed(report.definition, app, { actor, apps })
  return {
    // Ids of stored things were made by the id generator.
    id: report.id as ReportView['id'],
    appId: app.id,
    name: report.name,
    ...definition,
    groupBy: definition.groupBy ?? null,
    show: definition.show ?? 'list',
    sharing: report.sharing,
    owner: { id: report.ownerId as ReportView['owner']['id'], name: report.ownerName },
    revision: report.revision,
    updatedAt: report.updatedAt.toISOString(),
    narrowed: isNarrowed,
    can: { manage: mayManageReport(actor, report) },
  }
}
