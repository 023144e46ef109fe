import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../platform/database/types.ts'
import { keyedReports } from './read-reports.ts'
import type { ReportingDeps } from './reporting-deps.ts'
import {
  createReport,
  deleteReport,
  type ReportChange,
  type ReportInput,
  updateReport,
} from './save-report.ts'

type Change = Omit<ReportChange, 'reportId'> & { id: string }

/** What content packages do with shared views, always as the person who exports or imports. */
export function packagedReports(deps: ReportingDeps) {
  return {
    list: (scope: TenantScope, actor: Actor) => keyedReports(deps, scope, actor),
    create: (scope: TenantScope, actor: Actor, input: ReportInput & { key: string }) =>
      createReport(deps, scope, { actor, ip: null }, input),
    save: (scope: TenantScope, actor: Actor, { id: reportId, ...change }: Change) =>
      updateReport(deps, scope, { actor, ip: null }, { ...change, reportId }),
    async remove(scope: TenantScope, actor: Actor, reportId: string): Promise<boolean> {
      await deleteReport(deps, scope, { actor, ip: null }, reportId)
      return true
    },
  }
}
