import type { AppsDoor } from '../domains/apps/apps.door.ts'
import type { AutomationDoor } from '../domains/automation/automation.door.ts'
import { listTenantUsers } from '../domains/identity/list-tenant-users.ts'
import type { JobsDeps } from '../domains/records/job-state/job-context.ts'
import type { RecordsDoor } from '../domains/records/records.door.ts'
import { createReportingDoor } from '../domains/reporting/reporting.door.ts'
import { createWorkspacesDoor } from '../domains/workspaces/workspaces.door.ts'
import type { WorkspacesDeps } from '../domains/workspaces/workspaces-deps.ts'
import { tenantLifecycle } from './tenant-lifecycle.ts'
import type { Database } from '../platform/database/database.ts'
import type { DurableEngine } from '../platform/durable/types.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import type { Log } from '../platform/telemetry/log.ts'

interface ScreenNeeds {
  platform: { database: Database; engine: DurableEngine; log: Log }
  files: FileStore
  jobs: JobsDeps
  apps: AppsDoor
  records: RecordsDoor
  automation: AutomationDoor
}

/** Workspaces and saved views, which lie above the records, and what knows all that belongs to a tenant. */
export function buildScreens({ platform, files, jobs, apps, records, automation }: ScreenNeeds) {
  const { database, engine, log } = platform
  const { system } = database
  const workspacesDeps: WorkspacesDeps = {
    apps,
    records,
    people: (actor, place) => listTenantUsers({ system }, actor, place),
  }
  const workspaces = createWorkspacesDoor(workspacesDeps)
  const reporting = createReportingDoor({ apps, records })
  const parts = {
    database,
    engine,
    files,
    jobFiles: jobs.files,
    apps,
    records,
    automation,
    reporting,
    workspaces,
    log,
  }
  return { workspacesDeps, workspaces, reporting, tenants: tenantLifecycle(parts) }
}
