import type { TimeRange, Widget } from '@caseloom/contract/workspaces/workspaces'
import type { RecordsDoor } from '../records/records.door.ts'
import { stretchOf, timeCondition, together, unitOf } from './widget-time.rules.ts'

export type WidgetOf<Kind extends Widget['kind']> = Extract<Widget, { kind: Kind }>
export type Figure = Parameters<RecordsDoor['aggregateRecords']>[2]
export type Aggregate = Awaited<ReturnType<RecordsDoor['aggregateRecords']>>
type Search = Parameters<RecordsDoor['searchRecords']>[2]

interface When {
  range: TimeRange
  zone: string
  now: Date
}

export type FigureWidget = Exclude<Widget, { kind: 'table' | 'text' }>

const COUNT = { of: 'count' } as const
/** Columns of a heat map. */
const MAX_COLUMNS = 12

/** What every widget but a table and a text asks of the records. */
export function figureOf(widget: FigureWidget, { range, zone, now }: When): Figure {
  const { app: appId, filter } = widget
  const measure = 'measure' in widget ? widget.measure : COUNT
  const timeField = 'timeField' in widget ? widget.timeField : undefined
  const time = timeField === undefined ? undefined : { field: timeField, ...stretchOf(range, now) }
  return { appId, filter, measure, time, by: byOf(widget, range, zone), zone }
}

function byOf(widget: FigureWidget, range: TimeRange, zone: string): Figure['by'] {
  switch (widget.kind) {
    case 'number':
      return { kind: 'all' }
    case 'bar':
      return { kind: 'group', field: widget.groupBy, limit: widget.limit }
    case 'heat': {
      const { groupBy: rows, splitBy: columns, limit } = widget
      return { kind: 'matrix', rows, columns, limits: { rows: limit, columns: MAX_COLUMNS } }
    }
    case 'trend':
      return { kind: 'time', unit: unitOf(range), zone, splitBy: widget.splitBy }
    case 'sla':
      return { kind: 'clocks', fields: widget.clocks }
    case 'attack':
      return { kind: 'techniques', field: widget.field }
    case 'funnel':
      return { kind: 'stages', field: widget.groupBy, steps: widget.steps }
    default:
      return widget satisfies never
  }
}

/** What a table asks of the records. */
export function tableOf(widget: WidgetOf<'table'>, range: TimeRange): Search {
  const filter = together(widget.filter, ...timeCondition(widget.timeField, range))
  return {
    appId: widget.app,
    columns: widget.columns,
    limit: widget.limit,
    count: 'capped',
    ...(filter === null ? {} : { filter }),
    ...(widget.sort === undefined ? {} : { sort: [widget.sort] }),
  }
}
