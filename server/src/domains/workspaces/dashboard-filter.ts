import { DashboardFilter, type Widget } from '@caseloom/contract/workspaces/workspaces'
import type { Condition } from '@caseloom/contract/values/filter'
import { fail, isFailure } from '../../platform/errors.ts'
import { together } from './widget-time.rules.ts'
import type { Look } from './widget-look.ts'
import type { WorkspacesDeps } from './workspaces-deps.ts'

/**
 * Reads the filter of a dashboard from an address.
 * @throws request.invalid
 */
export function readDashboardFilter(text: string | undefined): DashboardFilter {
  if (text === undefined) return []
  const parsed = DashboardFilter.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const message = 'Expected a JSON list of up to three conditions'
  throw fail('request.invalid', { issues: [{ path: ['query', 'filter'], code: 'invalid', message }] })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Refused by the caller, as any other text that is no filter.
    return null
  }
}

/**
 * The widget over the records that match the filter of its dashboard as well. A condition on a field that its app
 * doesn't have, or that the reader can't read, doesn't narrow it: both look the same.
 */
export async function narrowed(
  { records }: Pick<WorkspacesDeps, 'records'>,
  { scope, actor, zone }: Pick<Look, 'scope' | 'actor' | 'zone'>,
  widget: Widget,
  conditions: DashboardFilter,
): Promise<Widget> {
  if (widget.kind === 'text' || conditions.length === 0) return widget
  const fitting: Condition[] = []
  for (const condition of conditions) {
    const asked = { appId: widget.app, filter: condition, measure: COUNT, by: WHOLE, zone, checkOnly: true }
    const isFit = await records.aggregateRecords(scope, actor, asked).then(
      () => true,
      (error: unknown) => {
        if (isFailure(error, 'field.unknown') || isFailure(error, 'request.invalid')) return false
        throw error
      },
    )
    if (isFit) fitting.push(condition)
  }
  return { ...widget, filter: together(widget.filter, ...fitting) ?? undefined }
}

const COUNT = { of: 'count' } as const
const WHOLE = { kind: 'all' } as const
