import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../platform/database/types.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Throttle } from '../../platform/http/throttle.ts'
import type { AppsDoor } from '../apps/apps.door.ts'
import type { AutomationDoor } from '../automation/automation.door.ts'
import type { IdentityDoor } from '../identity/identity.door.ts'
import type { LicensingDoor } from '../licensing/licensing.door.ts'
import type { ObservableStepsDoor } from '../records/observable-steps.door.ts'
import type { RecordsDoor } from '../records/records.door.ts'
import type { OnCallDoor } from '../tenancy/on-call/on-call.door.ts'
import type { ReportingDoor } from '../reporting/reporting.door.ts'
import type { TenancyDoor } from '../tenancy/tenancy.door.ts'
import type { WorkspacesDoor } from '../workspaces/workspaces.door.ts'

/** One comment of the demo, with its author. */
export interface DemoLine {
  actor: Actor
  body: string
  file?: { name: string; text: string }
}

/** What the installer works with. */
export interface InstallerDeps {
  database: Pick<Database, 'system' | 'tenant' | 'connect'>
  identity: IdentityDoor
  tenancy: Pick<TenancyDoor, 'createAccount' | 'createTenant'> & {
    onCall: Pick<OnCallDoor, 'create' | 'keys'>
  }
  licensing: Pick<LicensingDoor, 'storeCommunity'>
  apps: Pick<AppsDoor, 'createApp' | 'listApps' | 'applets'>
  automation: Pick<AutomationDoor, 'createPlaybook' | 'publishPlaybook' | 'getPlaybook' | 'listPlaybooks'>
  reporting: ReportingDoor
  workspaces: WorkspacesDoor
  records: Pick<RecordsDoor, 'createRecord' | 'updateRecord'>
  /** Puts a conversation on a record that has none. */
  startThread(
    scope: TenantScope,
    place: { appId: string; recordId: string },
    lines: readonly DemoLine[],
  ): Promise<void>
  /** Stores what sources say of observables. */
  storeLookups: ObservableStepsDoor['storeLookups']
  /** Wrong one-time codes, by network address. */
  throttle: Throttle
  /** Where browsers reach the product; the installer is reached there and at this machine's own names only. */
  publicUrl: string
  /** CASELOOM_DEMO: an empty installation fills itself. */
  demo: boolean
  /** CASELOOM_DEMO_ACTIVITY: playbooks keep creating alerts in a demo, and work on them. */
  demoActivity: boolean
  /** Text of CASELOOM_INSTALL_FILE: an empty installation is set up from it, without the form. */
  installFile: string | null
  /** Shows lines to the operator, on the terminal. */
  notice(lines: readonly string[]): void
  log: Log
}
