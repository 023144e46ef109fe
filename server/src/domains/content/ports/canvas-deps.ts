import type { AssetView } from '@caseloom/contract/automation/assets'
import type { ConnectorSummary } from '@caseloom/contract/automation/connectors'
import type { FeatureFlags } from '@caseloom/contract/identity/identity'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { ContentDeps, DashboardsPort, PlaybooksPort, TablesPort } from './content-deps.ts'

/** A step or trigger of a playbook, with what it names. */
export interface Use {
  /** Key of the step; of the trigger with `trigger ` before it. */
  place: string
  action: string | null
  asset: string | null
  playbooks: string[]
  table: string | null
  app: string | null
  fields: string[]
  people: { kind: 'roles' | 'groups' | 'users'; name: string }[]
}

/** Runs of a playbook that began alike and ended alike. */
export interface DayRuns {
  playbookId: string
  trigger: string
  /** The playbook that called it. */
  caller: string | null
  /** The step that ended them; null where none did. */
  step: string | null
  runs: number
  failed: number
}

export interface DayActivity {
  since: string
  partial: boolean
  rows: DayRuns[]
}

/** What the canvas asks of automation beside playbooks and tables, always as the person who looks. */
export interface SolutionPort {
  usesOf(document: JsonObject): Use[]
  assets(scope: TenantScope, actor: Actor): Promise<AssetView[]>
  connectors(scope: TenantScope, actor: Actor): Promise<ConnectorSummary[]>
  /** Null for those who can't see runs. */
  activity(scope: TenantScope, actor: Actor): Promise<DayActivity | null>
  triggersOff(scope: TenantScope): Promise<{ playbookId: string; key: string }[]>
}

/** What the canvas is drawn from. */
export interface CanvasDeps extends Pick<ContentDeps, 'principals'> {
  apps: Pick<ContentDeps['apps'], 'listApps'> & {
    applets: Pick<ContentDeps['apps']['applets'], 'list'>
  }
  playbooks: Pick<PlaybooksPort, 'playbooks'>
  tables: Pick<TablesPort, 'list'>
  dashboards: Pick<DashboardsPort, 'list'>
  solution: SolutionPort
  workspaces: Pick<ContentDeps['workspaces'], 'list'>
  flags(accountId: string): Promise<FeatureFlags>
}
