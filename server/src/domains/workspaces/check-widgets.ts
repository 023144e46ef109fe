import type { Issue } from '@caseloom/contract/kernel/errors'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TimeRange, Widget } from '@caseloom/contract/workspaces/workspaces'
import type { TenantScope } from '../../platform/database/types.ts'
import { fail, isFailure } from '../../platform/errors.ts'
import { figureOf, tableOf, type WidgetOf } from './widget-query.ts'
import type { WorkspacesDeps } from './workspaces-deps.ts'

type Path = Issue['path']

/**
 * Checks the widgets against their apps, with the permissions of the person who saves. An unchanged widget is skipped:
 * its app or field may be deleted or closed to this editor, and the rest must still be savable.
 * @throws field.unknown, request.invalid, with every fault at its widget
 */
export async function checkWidgets(
  deps: WorkspacesDeps,
  who: { scope: TenantScope; actor: Actor },
  { widgets, range, saved }: { widgets: readonly Widget[]; range: TimeRange; saved: readonly Widget[] },
): Promise<void> {
  const known = new Set(saved.map(askedOf))
  const issues: Issue[] = duplicateIds(widgets)
  let unknown = false
  for (const [at, widget] of widgets.entries()) {
    if (known.has(askedOf(widget))) continue
    const faults = await widgetFaults(deps, who, { widget, range, path: ['body', 'widgets', at] })
    issues.push(...faults.issues)
    unknown ||= faults.unknown
  }
  if (issues.length > 0) throw fail(unknown ? 'field.unknown' : 'request.invalid', { issues })
}

/** All of a widget but how it is called and where it is. */
function askedOf(widget: Widget): string {
  const { title: _title, x: _x, y: _y, w: _w, h: _h, ...rest } = widget
  return JSON.stringify(Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function duplicateIds(widgets: readonly Widget[]): Issue[] {
  const seen = new Set<string>()
  return widgets.flatMap(({ id }, at) => {
    if (!seen.has(id)) {
      seen.add(id)
      return []
    }
    const message = 'Another widget of the dashboard has this ID'
    return [{ path: ['body', 'widgets', at, 'id'], code: 'duplicate', message }]
  })
}

/** What is wrong with one widget, with paths below `path`. */
export async function widgetFaults(
  { records }: Pick<WorkspacesDeps, 'records'>,
  { scope, actor }: { scope: TenantScope; actor: Actor },
  { widget, range, path }: { widget: Widget; range: TimeRange; path: Path },
): Promise<{ issues: Issue[]; unknown: boolean }> {
  if (widget.kind === 'text') return { issues: [], unknown: false }
  const own = widget.kind === 'number' ? numberIssues(widget, path) : []
  if (own.length > 0) return { issues: own, unknown: false }
  try {
    if (widget.kind === 'table')
      await records.searchRecords(scope, actor, { ...tableOf(widget, range), limit: 1, count: 'none' })
    else {
      const figure = figureOf(widget, { range, zone: 'UTC', now: new Date(0) })
      await records.aggregateRecords(scope, actor, { ...figure, checkOnly: true })
    }
    return { issues: [], unknown: false }
  } catch (error) {
    if (isFailure(error, 'resource.not_found'))
      return {
        issues: [{ path: [...path, 'app'], code: 'unknown', message: 'No such app' }],
        unknown: false,
      }
    if (!isFailure(error, 'field.unknown') && !isFailure(error, 'request.invalid')) throw error
    const issues = (error.details.issues ?? []).map((issue) => ({
      ...issue,
      path: [...path, ...sortPath(issue.path.slice(1))],
    }))
    return { issues, unknown: error.code === 'field.unknown' }
  }
}

function numberIssues(widget: WidgetOf<'number'>, path: Path): Issue[] {
  const required = (key: string, message: string) => ({ path: [...path, key], code: 'required', message })
  const issues: Issue[] = []
  if (widget.timeField === undefined) {
    if (widget.compare) issues.push(required('timeField', 'Select the period to compare'))
    else if (widget.sparkline === true)
      issues.push(required('timeField', 'Select the date field of the sparkline'))
  }
  if (widget.as === 'gauge' && widget.target === undefined)
    issues.push(required('target', 'Enter the target of the gauge'))
  return issues
}

/** A table sorts by one field, a search by several. */
function sortPath(path: Path): Path {
  return path[0] === 'sort' ? ['sort', ...path.slice(2)] : path
}
