import type { AppView } from '@caseloom/contract/apps/apps'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { ReportView } from '@caseloom/contract/workspaces/reports'
import type { TenantScope } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import { narrowed } from './narrow-report.rules.ts'
import { managesShared, mayManageReport, maySeeReport } from './report-rights.rules.ts'
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
  const reader = {
    userId: actor.id,
    principals: actor.principals,
    everyShared: managesShared(actor),
  }
  const reports = await scope.read((tx) => visibleReports(tx, reader, appId ?? null))
  return reports.flatMap((report) => viewFor(actor, apps, report) ?? [])
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
