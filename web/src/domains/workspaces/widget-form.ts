import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Condition } from '@caseloom/contract/values/filter'
import { Widget } from '@caseloom/contract/workspaces/workspaces'
import { webType } from '../../field-types/registry.ts'
import { conditionsOf } from './widget-filter.ts'

export type WidgetKind = Widget['kind']
/** What a widget is shown as. A kind can have several looks, all of which show the same data. */
export const LOOKS = [
  'number',
  'gauge',
  'bar',
  'donut',
  'trend',
  'bars',
  'line',
  'area',
  'heat',
  'table',
  'text',
] as const
export type WidgetLook = (typeof LOOKS)[number]
const KIND_OF: Record<WidgetLook, WidgetKind> = {
  number: 'number',
  gauge: 'number',
  bar: 'bar',
  donut: 'bar',
  trend: 'trend',
  bars: 'trend',
  line: 'trend',
  area: 'trend',
  heat: 'heat',
  table: 'table',
  text: 'text',
}

/** The kind that has a look. */
export function kindOf(look: WidgetLook): WidgetKind {
  return KIND_OF[look]
}

function lookOf(widget: Widget): WidgetLook {
  return 'as' in widget && widget.as !== undefined ? widget.as : widget.kind
}
type Measure = Extract<Widget, { kind: 'number' }>['measure']
export const MEASURES: readonly Measure['of'][] = ['count', 'sum', 'average', 'median', 'p95', 'min', 'max']

/** Values for every widget kind, so that switching kinds loses nothing. */
export interface WidgetForm {
  look: WidgetLook
  title: string
  app: string
  conditions: Condition[]
  /** A filter the form can't show; preserved. */
  complex: Extract<Widget, { kind: 'bar' }>['filter']
  of: Measure['of']
  field: string | null
  groupBy: string | null
  splitBy: string | null
  timeField: string | null
  compare: boolean
  sparkline: boolean
  target: number | null
  good: 'below' | 'above'
  limit: number
  columns: string[]
  sort: string | null
  markdown: string
}

export function emptyForm(apps: readonly AppView[]): WidgetForm {
  const app = apps[0]
  return {
    look: app === undefined ? 'text' : 'number',
    title: '',
    app: app?.id ?? '',
    conditions: [],
    complex: undefined,
    of: 'count',
    field: null,
    groupBy: groupFields(app)[0]?.key ?? null,
    splitBy: null,
    timeField: null,
    compare: false,
    sparkline: false,
    target: null,
    good: 'below',
    limit: 10,
    columns: app === undefined ? [] : ['tracking_id', app.titleField],
    sort: null,
    markdown: '',
  }
}

export function formOf(widget: Widget, apps: readonly AppView[]): WidgetForm {
  const empty = emptyForm(apps)
  const { title } = widget
  const look = lookOf(widget)
  if (widget.kind === 'text') return { ...empty, look, title, markdown: widget.markdown }
  const conditions = conditionsOf(widget.filter)
  const common = {
    ...empty,
    look,
    title,
    app: widget.app,
    conditions: conditions ?? [],
    complex: conditions === null ? widget.filter : undefined,
    timeField: widget.timeField ?? null,
  }
  if (widget.kind === 'table')
    return {
      ...common,
      columns: widget.columns,
      limit: widget.limit,
      sort:
        widget.sort === undefined
          ? null
          : `${widget.sort.direction === 'desc' ? '-' : ''}${widget.sort.field}`,
    }
  const measured = { ...common, of: widget.measure.of, field: widget.measure.field ?? null }
  if (widget.kind === 'number')
    return {
      ...measured,
      compare: widget.compare,
      sparkline: widget.sparkline === true,
      target: widget.target?.value ?? null,
      good: widget.target?.good ?? 'below',
    }
  if (widget.kind === 'bar') return { ...measured, groupBy: widget.groupBy, limit: widget.limit }
  if (widget.kind === 'heat')
    return { ...measured, groupBy: widget.groupBy, splitBy: widget.splitBy, limit: widget.limit }
  return { ...measured, splitBy: widget.splitBy ?? null }
}

export function widgetOf(form: WidgetForm, place: Pick<Widget, 'id' | 'x' | 'y' | 'w' | 'h'>): Widget | null {
  const { look, title, app, conditions, of, field, timeField, limit } = form
  const kind = kindOf(look)
  const { id, x, y, w, h } = place
  const box = { id, x, y, w, h, title: title.trim(), kind }
  const filter = form.complex ?? (conditions.length === 0 ? undefined : { all: conditions })
  const source = { app, ...(filter === undefined ? {} : { filter }) }
  const time = timeField === null ? {} : { timeField }
  const measure = { of, ...(of === 'count' || field === null ? {} : { field }) }
  const sort = form.sort === null ? {} : { sort: sortOf(form.sort) }
  const made: Record<WidgetKind, object> = {
    number: {
      ...source,
      ...time,
      measure,
      compare: form.compare && timeField !== null,
      ...(look === 'gauge' ? { as: look } : {}),
      ...(form.target === null ? {} : { target: { value: form.target, good: form.good } }),
      ...(form.sparkline && timeField !== null && look === 'number' ? { sparkline: true } : {}),
    },
    bar: {
      ...source,
      ...time,
      measure,
      groupBy: form.groupBy,
      limit,
      ...(look === 'donut' ? { as: look } : {}),
    },
    heat: { ...source, ...time, measure, groupBy: form.groupBy, splitBy: form.splitBy, limit },
    trend: {
      ...source,
      timeField: timeField ?? 'created',
      measure,
      ...(form.splitBy === null ? {} : { splitBy: form.splitBy }),
      ...(look === 'trend' ? {} : { as: look }),
    },
    table: { ...source, ...time, columns: form.columns, limit, ...sort },
    text: { markdown: form.markdown },
  }
  if (of !== 'count' && field === null && kind !== 'table' && kind !== 'text') return null
  if (look === 'gauge' && form.target === null) return null
  const parsed = Widget.safeParse({ ...box, ...made[kind] })
  return parsed.success ? parsed.data : null
}

function sortOf(text: string) {
  const descending = text.startsWith('-')
  return { field: descending ? text.slice(1) : text, direction: descending ? 'desc' : 'asc' }
}

export function groupFields(app: AppView | undefined) {
  return (app?.fields ?? []).filter((field) => webType(field).axis?.(field) === true)
}

/** Fields that can be summed or averaged: numbers, durations, formulas with such results, and clocks. */
export function measuredFields(app: AppView | undefined) {
  return (app?.fields ?? []).filter((field) => fieldTraits(field).measured)
}
