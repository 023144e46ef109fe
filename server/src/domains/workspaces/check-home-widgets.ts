import type { Issue } from '@caseloom/contract/kernel/errors'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { HomeWidget } from '@caseloom/contract/workspaces/home-pages'
import type { TenantScope } from '../../platform/database/types.ts'
import { dashboardsWithWidgets } from './read-dashboards.ts'

type Dashboards = Awaited<ReturnType<typeof dashboardsWithWidgets>>

/**
 * Everything that is wrong with the widgets of a home page. What was saved before stays savable: its dashboard may be
 * deleted or closed to this editor.
 */
export async function homeWidgetIssues(
  { scope, actor }: { scope: TenantScope; actor: Actor },
  widgets: readonly HomeWidget[],
  saved: readonly HomeWidget[],
): Promise<Issue[]> {
  const known = new Set(saved.map(sourceOf))
  const mustExist = widgets.some((widget) => widget.kind === 'dashboard' && !known.has(sourceOf(widget)))
  const dashboards =
    mustExist && may(actor, 'dashboard:read') ? await dashboardsWithWidgets(scope, actor) : []
  const ids = new Set<string>()
  return widgets.flatMap((widget, at) => {
    const path = ['body', 'widgets', at]
    const issues: Issue[] = []
    if (ids.has(widget.id))
      issues.push({
        path: [...path, 'id'],
        code: 'duplicate',
        message: 'Another widget of the page has this ID',
      })
    ids.add(widget.id)
    if (!known.has(sourceOf(widget))) issues.push(...dashboardIssues(widget, dashboards, path))
    return issues
  })
}

function sourceOf(widget: HomeWidget): string | null {
  return widget.kind === 'dashboard' ? `${widget.dashboardId} ${widget.widget ?? ''}` : null
}

function dashboardIssues(widget: HomeWidget, dashboards: Dashboards, path: Issue['path']): Issue[] {
  if (widget.kind !== 'dashboard') return []
  const dashboard = dashboards.find(({ id }) => id === widget.dashboardId)
  if (dashboard === undefined)
    return [{ path: [...path, 'dashboardId'], code: 'unknown', message: 'No such dashboard' }]
  if (widget.widget === undefined || dashboard.widgets.some(({ id }) => id === widget.widget)) return []
  return [{ path: [...path, 'widget'], code: 'unknown', message: 'No such widget' }]
}
