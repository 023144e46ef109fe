import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantRef, TenantScope } from '../../platform/database/types.ts'
import type { Gatekeeper } from '../../platform/http/types.ts'
import type { InstallationSecrets } from '../../platform/secrets/secrets.ts'
import type { AppsDoor } from '../apps/apps.door.ts'
import type { AutomationDoor } from '../automation/automation.door.ts'
import type { IdentityDoor } from '../identity/identity.door.ts'
import type { RecordsDoor } from '../records/records.door.ts'
import type { ReportingDoor } from '../reporting/reporting.door.ts'
import type { TenancyDoor } from '../tenancy/tenancy.door.ts'
import type { WorkspacesDoor } from '../workspaces/workspaces.door.ts'
import type { NamedDashboard, RecordPlace, ToolDeps } from './tools/tool-deps.ts'

/** The doors below, and the use cases that no domain but the assistant asks. */
export interface AssistantNeeds
  extends Pick<
    ToolDeps,
    'findEverywhere' | 'why' | 'tasks' | 'approvals' | 'actions' | 'problems' | 'stepOutput' | 'flags'
  > {
  comments(
    scope: TenantScope,
    actor: Actor,
    page: RecordPlace & { limit: number },
  ): ReturnType<ToolDeps['comments']>
  gate: Gatekeeper
  identity: Pick<IdentityDoor, 'actorOf' | 'enterable'>
  tenancy: Pick<TenancyDoor, 'tenants' | 'directory' | 'privateNetworks'>
  apps: AppsDoor
  records: RecordsDoor
  automation: AutomationDoor
  reporting: ReportingDoor
  workspaces: WorkspacesDoor
  dashboardsWithWidgets(scope: TenantScope, actor: Actor): Promise<readonly NamedDashboard[]>
  directory: {
    names: ToolDeps['names']
    users(actor: Actor, place: TenantRef): Promise<Awaited<ReturnType<ToolDeps['directory']>>['people']>
    principals(place: TenantRef): Promise<Pick<Awaited<ReturnType<ToolDeps['directory']>>, 'groups'>>
    emailOf(personId: string): Promise<string>
  }
  secrets: InstallationSecrets
  version: string
}
