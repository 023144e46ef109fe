import type { ContentStage } from '@caseloom/contract/content/content-kinds'
import type { ContentItem } from '@caseloom/contract/content/packages'
import type { TableInput, TableView } from '@caseloom/contract/automation/tables'
import type { PlaybookView } from '@caseloom/contract/automation/automation'
import type { Principals } from '@caseloom/contract/identity/identity'
import type { DashboardDefinition, KeyedDashboard } from '@caseloom/contract/workspaces/dashboard-file'
import type { KeyedHomePage } from '@caseloom/contract/workspaces/home-page-file'
import type { HomePageCreate } from '@caseloom/contract/workspaces/home-pages'
import type { KeyedReport } from '@caseloom/contract/workspaces/report-file'
import type { createReport } from '@caseloom/contract/workspaces/reports'
import type { KeyedWorkspace } from '@caseloom/contract/workspaces/workspace-file'
import type { DashboardView, WorkspaceCreate } from '@caseloom/contract/workspaces/workspaces'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RouteBody } from '@caseloom/contract/kernel/route'
import type { z } from 'zod'
import type { SystemScope, TenantRef, TenantScope } from '../../../platform/database/types.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import type { PackageContent, PackageItem } from '../format/package-file.ts'

/** A playbook with its draft and its published document. */
export interface StoredPlaybook {
  id: string
  key: string
  title: string
  revision: number
  draft: JsonObject
  published: JsonObject | null
  /** Published, and all of its triggers are off. */
  isOff: boolean
}

/** A definition that comes with the product, as packages hold it. */
export interface ShippedItem extends ContentItem {
  document: JsonObject
}

interface PlaybookNeeds {
  connectors: string[]
  assets: string[]
  playbooks: { key: string; place: string }[]
  tables: { key: string; place: string }[]
}

/** What packages ask of automation, always as the person who exports or imports. */
export interface PlaybooksPort {
  playbooks(scope: TenantScope, actor: Actor): Promise<StoredPlaybook[]>
  needsOf(document: JsonObject): PlaybookNeeds
  /** Keys of the assets that the actor may use, and of all connectors. */
  assets(scope: TenantScope, actor: Actor): Promise<string[]>
  connectors(scope: TenantScope): Promise<string[]>
  /** Throws playbook.invalid, playbook.key_taken. */
  create(scope: TenantScope, actor: Actor, document: JsonObject): Promise<PlaybookView>
  /** Throws resource.version_conflict, playbook.invalid. */
  save(
    scope: TenantScope,
    actor: Actor,
    command: { playbookId: string; revision: number; document: JsonObject },
  ): Promise<PlaybookView>
  /** Throws playbook.invalid with all problems, playbook.tests_failed, resource.version_conflict, right.missing. */
  publish(
    scope: TenantScope,
    actor: Actor,
    command: {
      playbookId: string
      revision: number
      note?: string
      newTriggersOff?: boolean
      testsReason?: string
    },
  ): Promise<PlaybookView>
  remove(scope: TenantScope, actor: Actor, command: { playbookId: string }): Promise<void>
}

/** Reference tables, as the person who exports or imports. */
export interface TablesPort {
  list(scope: TenantScope, actor: Actor): Promise<TableView[]>
  /** Throws table.invalid, table.key_taken. */
  create(scope: TenantScope, actor: Actor, input: TableInput): Promise<TableView>
  /** Throws resource.version_conflict, table.invalid. */
  save(
    scope: TenantScope,
    actor: Actor,
    command: { tableId: string; revision: number; input: TableInput },
  ): Promise<TableView>
  /** Throws table.in_use. */
  remove(scope: TenantScope, actor: Actor, tableId: string): Promise<void>
}

/** Dashboards, as the person who exports or imports. */
export interface DashboardsPort {
  list(scope: TenantScope, actor: Actor): Promise<KeyedDashboard[]>
  /** Throws name.taken for the key, field.unknown, request.invalid. */
  create(scope: TenantScope, actor: Actor, input: DashboardInput & { key: string }): Promise<DashboardView>
  /** Throws resource.version_conflict, right.missing, field.unknown, request.invalid. */
  save(
    scope: TenantScope,
    actor: Actor,
    command: DashboardInput & { dashboardId: string; revision: number },
  ): Promise<DashboardView>
  /** Answers false, and deletes nothing, while a workspace shows it. */
  remove(scope: TenantScope, actor: Actor, dashboardId: string): Promise<boolean>
}
type DashboardInput = Omit<DashboardDefinition, 'key'> & Pick<DashboardView, 'sharing'>

export type NewPage<Input> = Input & { key: string }
type NextPage<Input> = Input & { id: string; revision: number }

/** Workspaces, shared views, or shared home pages, as the person who exports or imports. */
interface PagesPort<Keyed, Input, Change = Input> {
  list(scope: TenantScope, actor: Actor): Promise<Keyed[]>
  /** Throws name.taken for the key or name, field.unknown, request.invalid, right.missing. */
  create(scope: TenantScope, actor: Actor, input: NewPage<Input>): Promise<unknown>
  /** Throws resource.version_conflict too. */
  save(scope: TenantScope, actor: Actor, command: NextPage<Change>): Promise<unknown>
  /** Answers false, and deletes nothing, while it is used. */
  remove(scope: TenantScope, actor: Actor, id: string): Promise<boolean>
}
export type WorkspaceInput = z.output<typeof WorkspaceCreate>
export type ReportInput = RouteBody<typeof createReport>
export type HomePageInput = z.output<typeof HomePageCreate>

interface HomePagesPort extends PagesPort<KeyedHomePage, HomePageInput> {
  /** Whether the actor can have home pages here. */
  isOffered(scope: TenantScope, actor: Actor): Promise<boolean>
}

/** What packages are exported and imported with. */
export interface ContentDeps {
  apps: Pick<AppsDoor, 'listApps' | 'createApp' | 'updateApp' | 'lifecycle' | 'applets' | 'referring'>
  playbooks: PlaybooksPort
  tables: TablesPort
  dashboards: DashboardsPort
  workspaces: PagesPort<KeyedWorkspace, WorkspaceInput>
  reports: PagesPort<KeyedReport, ReportInput, Omit<ReportInput, 'appId'>>
  homePages: HomePagesPort
  principals(place: TenantRef): Promise<Principals>
  /** The packages that come with the product, by key. */
  library(): Promise<Library>
}

/** A package of the library: its contents, the built-in lines that show it, and which of its items it offers. */
export interface LibraryPackage {
  content: PackageContent
  lines: readonly string[]
  offers: readonly { item: PackageItem; stage: ContentStage; hash: string }[]
}
export type Library = ReadonlyMap<string, LibraryPackage>

/** The same for the worker, which acts in the name of the person who began. */
export interface InstallDeps extends ContentDeps {
  system: SystemScope
  tenant(tenantId: string): Promise<TenantScope | null>
  actorOf(userId: string, tenantId: string): Promise<Actor | null>
  log: Log
}
