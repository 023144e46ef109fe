import { DashboardDefinition, type KeyedDashboard } from '@caseloom/contract/workspaces/dashboard-file'
import type { Widget } from '@caseloom/contract/workspaces/workspaces'
import { plainJson } from '../format/canonical.rules.ts'
import type { ItemNeed, ItemNote, Portable } from './local-item.ts'
import { type Apps, readFilter } from './portable-filter.rules.ts'
import { LIMITED } from './portable-workspace.rules.ts'

/** A dashboard as a package holds it: apps by key, without its sharing. */
export function portableDashboard(view: KeyedDashboard, apps: Apps): Portable {
  const keys = new Map<string, string>(apps.map(({ id, key }) => [id, key]))
  const isShared = view.sharing !== null
  const definition = DashboardDefinition.strip().parse(view)
  const widgets = definition.widgets.map((widget) =>
    widget.kind === 'text' ? widget : { ...widget, app: keys.get(widget.app) ?? widget.app },
  )
  const parts = definition.widgets.map((widget) => partsOf(widget, apps))
  return {
    document: plainJson({ format: 'caseloom.dashboard/1', dashboard: { ...definition, widgets } }),
    limits: isShared ? { sharing: true } : {},
    needs: parts.flatMap(({ needs }) => needs),
    notes: [...parts.flatMap(({ notes }) => notes), ...(isShared ? [LIMITED] : [])],
  }
}

function partsOf(widget: Widget, apps: Apps): { needs: ItemNeed[]; notes: ItemNote[] } {
  if (widget.kind === 'text') return { needs: [], notes: [] }
  const place = widget.title
  const app = apps.find(({ id }) => id === widget.app)
  if (app === undefined) return { needs: [], notes: [{ severity: 'error', code: 'unreadable_app', place }] }
  const { filter } = widget
  const { named, isLocal } =
    filter === undefined ? { named: [], isLocal: false } : readFilter(filter, app, apps)
  return {
    needs: [app.key, ...named].map((key) => ({ kind: 'app', key, relation: 'names', place })),
    notes: isLocal ? [{ severity: 'error', code: 'local_value', place }] : [],
  }
}
