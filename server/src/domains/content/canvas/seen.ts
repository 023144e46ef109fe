import type { AppletView } from '@caseloom/contract/apps/applets'
import type { AppView } from '@caseloom/contract/apps/apps'
import type { AssetView } from '@caseloom/contract/automation/assets'
import type { ConnectorSummary } from '@caseloom/contract/automation/connectors'
import type { TableView } from '@caseloom/contract/automation/tables'
import type { Principals } from '@caseloom/contract/identity/identity'
import type { KeyedDashboard } from '@caseloom/contract/workspaces/dashboard-file'
import type { WorkspaceView } from '@caseloom/contract/workspaces/workspaces'
import type { DayActivity, Use } from '../ports/canvas-deps.ts'
import type { StoredPlaybook } from '../ports/content-deps.ts'

/** A playbook as it runs, or as it is drafted while nothing is published. */
export interface SeenPlaybook extends Pick<StoredPlaybook, 'id' | 'key' | 'title' | 'isOff'> {
  isPublished: boolean
  /** Others can call it. */
  isComponent: boolean
  triggers: SeenTrigger[]
  uses: Use[]
}

export interface SeenTrigger {
  key: string
  kind: string
  title: string
  isOff: boolean
}

/** All that the person who looks can see of the tenant. */
export interface Seen {
  apps: readonly AppView[]
  applets: readonly AppletView[]
  playbooks: readonly SeenPlaybook[]
  tables: readonly TableView[]
  assets: readonly AssetView[]
  connectors: readonly ConnectorSummary[]
  dashboards: readonly KeyedDashboard[]
  workspaces: readonly WorkspaceView[]
  principals: Principals
  activity: DayActivity | null
  /** What they can see at all: what is of a kind that they can't see is never missing. */
  sees: { assets: boolean }
}
