import { ClockValue } from '@caseloom/contract/values/case-fields'
import type { RecordView } from '@caseloom/contract/records/records'
import type { WidgetData } from '@caseloom/contract/workspaces/workspaces'
import { isFailure } from '../../platform/errors.ts'
import { inLanes } from '../../platform/scheduling/in-lanes.ts'
import { byDue, slaCounts, type Due } from './sla-board.rules.ts'
import { titleOf } from './my-work.rules.ts'
import type { Look } from './widget-look.ts'
import { figureOf, type WidgetOf } from './widget-query.ts'
import { together } from './widget-time.rules.ts'
import type { WorkspacesDeps } from './workspaces-deps.ts'

/** Clocks of a widget searched at the same time. */
const LANES = 3

/** The counts of an SLA board in one statement, and one search for each clock's worst records. */
export async function slaData(
  deps: WorkspacesDeps,
  look: Look,
  widget: WidgetOf<'sla'>,
): Promise<WidgetData> {
  const { scope, actor, now } = look
  const { rows } = await deps.records.aggregateRecords(scope, actor, { ...figureOf(widget, look), at: now })
  const app = await scope.read((tx) => deps.apps.compiled(tx, widget.app))
  const titleField = app?.titleField ?? ''
  const due: Due[] = []
  await inLanes(widget.limit === 0 ? [] : widget.clocks, LANES, async (clock) => {
    for (const record of await worstOf(deps, look, widget, { clock, titleField }))
      due.push({ clock, title: titleOf({ titleField }, record), record, at: dueOf(record, clock) })
  })
  return {
    kind: 'sla',
    clocks: widget.clocks.map((key) => ({
      key,
      label: app?.byKey.get(key)?.definition.label ?? key,
      ...slaCounts(rows, key, widget.filter),
    })),
    worst: due
      .toSorted(byDue)
      .slice(0, widget.limit)
      .map(({ clock, title, record }) => ({ clock, title, record })),
  }
}

interface Wanted {
  clock: string
  titleField: string
}

/** Over its target or at risk, the earliest due first. */
async function worstOf(
  { records }: WorkspacesDeps,
  { scope, actor, zone, now }: Look,
  widget: WidgetOf<'sla'>,
  { clock, titleField }: Wanted,
): Promise<RecordView[]> {
  const filter = together(widget.filter, { field: clock, op: 'in', value: ['overdue', 'warning'] })
  const search = (columns: string[]) =>
    records.searchRecords(scope, actor, {
      appId: widget.app,
      ...(filter === null ? {} : { filter }),
      sort: [{ field: clock, direction: 'asc' }],
      columns,
      limit: widget.limit,
      zone,
      at: now,
    })
  try {
    return (await search([titleField, clock])).items
  } catch (error) {
    // Someone who can't read titles still sees which records are late.
    if (!isFailure(error, 'field.unknown')) throw error
    return (await search([clock])).items
  }
}

function dueOf(record: RecordView, clock: string): string {
  return ClockValue.safeParse(record.fields[clock]).data?.dueAt ?? ''
}
