import type { KeyedDashboard } from '@caseloom/contract/workspaces/dashboard-file'
import { type KeyedWorkspace, WorkspaceDefinition } from '@caseloom/contract/workspaces/workspace-file'
import { plainJson } from '../format/canonical.rules.ts'
import type { ItemNeed, ItemNote, Portable } from './local-item.ts'
import type { Apps } from './portable-filter.rules.ts'

/** Things with an ID and a key. */
type Keyed = readonly { id: string; key: string }[]

/** A workspace as a package holds it: what the actor sees in it, by key and in its order, without its sharing. */
export function portableWorkspace(
  { key, name, description, icon, apps: shown, dashboards: boards, sharing }: KeyedWorkspace,
  apps: Apps,
  dashboards: readonly Pick<KeyedDashboard, 'id' | 'key'>[],
): Portable {
  const keys = {
    app: keysOf(shown, apps),
    dashboard: keysOf(
      boards.map(({ id }) => id),
      dashboards,
    ),
  }
  const definition = { key, name, description, icon, apps: keys.app, dashboards: keys.dashboard }
  const needs = (['app', 'dashboard'] as const).flatMap((kind) =>
    keys[kind].map((one): ItemNeed => ({ kind, key: one, relation: 'names', place: '' })),
  )
  const isShared = sharing !== null
  return {
    document: plainJson({
      format: 'caseloom.workspace/1',
      workspace: WorkspaceDefinition.parse(definition),
    }),
    limits: isShared ? { sharing: true } : {},
    needs,
    notes: isShared ? [LIMITED] : [],
  }
}

export const LIMITED: ItemNote = { severity: 'warning', code: 'limited', place: '' }

function keysOf(ids: readonly string[], all: Keyed): string[] {
  return ids.flatMap((id) => all.find((one) => one.id === id)?.key ?? [])
}
