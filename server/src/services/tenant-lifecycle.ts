import { appsPerTenant } from '../domains/apps/app-count.read.ts'
import type { AppsDoor } from '../domains/apps/apps.door.ts'
import type { AutomationDoor } from '../domains/automation/automation.door.ts'
import { assistantExport } from '../domains/assistant/export-assistant.ts'
import { automationExport } from '../domains/automation/operations/export-automation.ts'
import { automationPurge } from '../domains/automation/operations/purge-automation.ts'
import { accountIdentityPurge, identityPurge } from '../domains/identity/purge-identity.ts'
import { tenantAdministrator } from '../domains/identity/tenant-administrator.ts'
import { usersPerTenant } from '../domains/identity/tenant-users.read.ts'
import { jobsPurge } from '../domains/records/jobs/jobs-retention.ts'
import type { JobFiles } from '../domains/records/job-state/job-files.ts'
import { exportCommentsAndFiles } from '../domains/records/export-comments-and-files.ts'
import { recordsExport } from '../domains/records/export-records.ts'
import type { RecordsDoor } from '../domains/records/records.door.ts'
import { reportsExport } from '../domains/reporting/export-reports.ts'
import type { ReportingDoor } from '../domains/reporting/reporting.door.ts'
import { purgeAccounts } from '../domains/tenancy/purge-accounts.ts'
import { purgeTenants } from '../domains/tenancy/purge-tenants.ts'
import type { TenancyAdminDeps } from '../domains/tenancy/tenancy-admin-deps.ts'
import { workspacesExport } from '../domains/workspaces/export-workspaces.ts'
import type { WorkspacesDoor } from '../domains/workspaces/workspaces.door.ts'
import type { Database } from '../platform/database/database.ts'
import { accountRowsPurge, rowsPurge, schemaPurge } from '../platform/database/purge-tenant.ts'
import type { DurableEngine } from '../platform/durable/types.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { filesPurge } from '../platform/files/purge-files.ts'
import { secretsPurge } from '../platform/secrets/purge-secrets.ts'
import type { Log } from '../platform/telemetry/log.ts'
import type { TenantPurger } from '../platform/tenant-purge.ts'

interface Parts {
  database: Database
  engine: DurableEngine
  files: Pick<FileStore, 'deleteTenant' | 'open'>
  jobFiles: JobFiles
  apps: AppsDoor
  records: RecordsDoor
  automation: AutomationDoor
  reporting: ReportingDoor
  workspaces: WorkspacesDoor
  log: Log
}

/** What concerns a tenant as a whole, gathered from all that keep something of it. */
export interface TenantLifecycle
  extends Pick<TenancyAdminDeps, 'counts' | 'tenantAdministrator' | 'exportParts'> {
  /** Removes the tenants whose grace period has ended, then such accounts; answers how many tenants. */
  purge(): Promise<number>
}

export function tenantLifecycle(parts: Parts): TenantLifecycle {
  const { database, log } = parts
  const { system } = database
  return {
    async counts(accountId, tenantIds) {
      const { apps, users } = await system.read(async (tx) => ({
        apps: await appsPerTenant(tx, tenantIds),
        users: await usersPerTenant(tx, accountId, tenantIds),
      }))
      const countsOf = (id: string) => ({ apps: apps.get(id) ?? 0, users: users.get(id) ?? 0 })
      return new Map(tenantIds.map((id) => [id, countsOf(id)]))
    },
    tenantAdministrator: (place, userId) => tenantAdministrator(system, place, userId),
    exportParts: [
      recordsExport(parts),
      exportCommentsAndFiles(parts),
      automationExport(parts.automation),
      reportsExport(parts.reporting),
      workspacesExport(parts.workspaces),
      assistantExport(system),
    ],
    async purge() {
      const purged = await purgeTenants({ system, parts: tenantPurgers(parts), log })
      const accountParts = [accountIdentityPurge(system), accountRowsPurge(database)]
      await purgeAccounts({ system, parts: accountParts, log })
      return purged
    },
  }
}

/** First what acts or could be read, then what is left lying: whatever domain makes a table, its rows go too. */
export function tenantPurgers(
  parts: Pick<Parts, 'database' | 'engine' | 'jobFiles'> & { files: Pick<FileStore, 'deleteTenant'> },
): TenantPurger[] {
  const { database, engine, files, jobFiles } = parts
  const { system } = database
  return [
    automationPurge({ system, engine }),
    secretsPurge(system),
    identityPurge(system),
    schemaPurge(database),
    rowsPurge(database),
    filesPurge(files),
    jobsPurge(jobFiles),
  ]
}
