import type { ApprovalQuery, ApprovalSummary } from '@caseloom/contract/automation/approvals'
import type { ActionView, ComponentView } from '@caseloom/contract/automation/builder'
import type { CommentView } from '@caseloom/contract/records/comments'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { FeatureFlags } from '@caseloom/contract/identity/identity'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Why } from '@caseloom/contract/records/record-rights'
import type { ReportView } from '@caseloom/contract/workspaces/reports'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import type { FoundRecord } from '@caseloom/contract/records/search'
import type { listTasks } from '@caseloom/contract/records/tasks'
import type { Widget } from '@caseloom/contract/workspaces/workspaces'
import type { TenantRef, TenantScope } from '../../../platform/database/types.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import type { AutomationDoor } from '../../automation/automation.door.ts'
import type { RecordsDoor } from '../../records/records.door.ts'
import type { HelpIndex } from '../help/help-pages.ts'

interface Named {
  id: string
  name: string
}

export interface RecordPlace {
  appId: string
  recordId: string
}

/** A dashboard as a question may name it, with what its numbers count. */
export interface NamedDashboard extends Named {
  widgets: readonly Widget[]
}

/** What the asker may open by its name. */
export interface NamedPlaces {
  dashboards: readonly NamedDashboard[]
  workspaces: readonly Named[]
  views: readonly ReportView[]
}

/** What the tools and the built-in answerer ask, always as the person who asks. */
export interface ToolDeps {
  help: HelpIndex
  flags(accountId: string): Promise<FeatureFlags>
  apps: Pick<AppsDoor, 'listApps'>
  records: Pick<RecordsDoor, 'searchRecords' | 'aggregateRecords' | 'getRecord' | 'recordHistory'>
  automation: Pick<AutomationDoor, 'listRuns' | 'getRun' | 'listPlaybooks'> & {
    listComponents(scope: TenantScope, actor: Actor): Promise<ComponentView[]>
  }
  findEverywhere(
    scope: TenantScope,
    actor: Actor,
    command: { text: string; limit: number },
  ): Promise<{ items: FoundRecord[] }>
  /** The newest comments of a record's own thread, oldest first. */
  comments(
    scope: TenantScope,
    actor: Actor,
    place: RecordPlace,
  ): Promise<{ items: CommentView[]; total: number }>
  /** Why the asker may or may not do something to a record. */
  why(scope: TenantScope, actor: Actor, command: RecordPlace & { action: Why['action'] }): Promise<Why>
  /** Names of people and groups by id. */
  names(actor: Actor, place: TenantRef): Promise<ReadonlyMap<string, string>>
  /** People and groups of the tenant that the actor can name. */
  directory(actor: Actor, place: TenantRef): Promise<{ people: Named[]; groups: Named[] }>
  /** Open tasks of a person in records that the actor may see; `me` is the actor, `anyone` everyone and no one. */
  tasks(
    scope: TenantScope,
    actor: Actor,
    command: { assignee: string; limit: number; cursor?: string | undefined },
  ): Promise<RouteReply<typeof listTasks>>
  /** Questions of runs to people, as far as the actor may see them. */
  approvals(
    scope: TenantScope,
    actor: Actor,
    query: ApprovalQuery,
  ): Promise<{ items: ApprovalSummary[]; next: string | null }>
  /** Dashboards, workspaces and saved views that the actor may open; none without the permission. */
  places(scope: TenantScope, actor: Actor): Promise<NamedPlaces>
  /** Every action that a step may use here. */
  actions(scope: TenantScope): Promise<ActionView[]>
  /** All problems of a playbook's document. */
  problems(scope: TenantScope, document: JsonObject): Promise<Issue[]>
  /** What a step of a run gave; needs run:data. Throws resource.not_found. */
  stepOutput(
    scope: TenantScope,
    actor: Actor,
    wanted: { runId: string; path: string },
  ): Promise<{ value: JsonValue }>
}
