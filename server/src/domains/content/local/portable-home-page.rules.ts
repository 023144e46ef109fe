import type { KeyedDashboard } from '@caseloom/contract/workspaces/dashboard-file'
import type { KeyedHomePage } from '@caseloom/contract/workspaces/home-page-file'
import { plainJson } from '../format/canonical.rules.ts'
import type { ItemNeed, ItemNote, Portable } from './local-item.ts'
import { LIMITED } from './portable-workspace.rules.ts'

/** A shared home page as a package holds it: dashboards by key, without its owner, sharing, and roles. */
export function portableHomePage(
  { key, name, widgets, sharing, defaultFor }: KeyedHomePage,
  dashboards: readonly Pick<KeyedDashboard, 'id' | 'key'>[],
): Portable {
  const needs: ItemNeed[] = []
  const notes: ItemNote[] = []
  const portable = widgets.map((widget) => {
    if (widget.kind !== 'dashboard') return widget
    const { dashboardId, ...rest } = widget
    const found = dashboards.find(({ id }) => id === dashboardId)
    if (found === undefined) notes.push({ severity: 'error', code: 'unreadable_app', place: widget.title })
    else needs.push({ kind: 'dashboard', key: found.key, relation: 'names', place: widget.title })
    return { ...rest, dashboard: found?.key ?? dashboardId }
  })
  const isLimited = sharing !== null
  return {
    document: plainJson({ format: 'caseloom.homepage/1', homepage: { key, name, widgets: portable } }),
    limits: isLimited ? { sharing: true } : {},
    needs,
    notes: [
      ...notes,
      ...(defaultFor.length > 0 ? [{ severity: 'warning', code: 'left_out', place: '' } as const] : []),
      ...(isLimited ? [LIMITED] : []),
    ],
  }
}
