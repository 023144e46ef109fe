import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { ReportView } from '@caseloom/contract/workspaces/reports'
import type { TenantScope } from '../../platform/database/types.ts'
import { listReports } from './read-reports.ts'
import type { Asker, ReportingDeps } from './reporting-deps.ts'
import { createReport, type ReportInput } from './save-report.ts'

/** What other domains may ask of saved views. */
export interface ReportingDoor {
  /** Those that the actor may read, of one app or all, by name. */
  listReports(scope: TenantScope, actor: Actor, appId?: string): Promise<ReportView[]>
  /** Throws name.taken, field.unknown, request.invalid, right.missing for a shared one without report:build. */
  createReport(scope: TenantScope, asker: Asker, input: ReportInput): Promise<ReportView>
}

/** Builds the door on those of apps and records. */
export function createReportingDoor(deps: ReportingDeps): ReportingDoor {
  return {
    listReports: (scope, actor, appId) => listReports(deps, scope, actor, appId),
    createReport: (scope, asker, input) => createReport(deps, scope, asker, input),
  }
}
