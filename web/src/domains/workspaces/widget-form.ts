import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Condition } from '@caseloom/contract/values/filter'
import { Widget } from '@caseloom/contract/workspaces/workspaces'
import { webType } from '../../field-types/registry.ts'
import { conditionsOf } from './widget-filter.ts'

export type WidgetKind = Widget['kind']
export const KINDS: readonly WidgetKind[] = ['number', 'bar', 'trend', 'table', 'text']
type Measure = Extract<Widget, { kind: 'number' }>['measure']
export const MEASURES: readonly Measure['of'][] = ['count', 'sum', 'average', 'min', 'max']

/** Values for every widget kind, so that switching kinds loses nothing. */
export interface WidgetForm {
  kind: WidgetKind
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
  limit: number
  columns: string[]
  sort: string | null
  markdown: string
}

export function emptyForm(apps: readonly AppView[]): WidgetForm {
  const app = apps[0]
  return {
    kind: app === undefined ? 'text' : 'number',
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
    limit: 10,
    columns: app === undefined ? [] : ['tracking_id', app.titleField],
    sort: null,
    markdown: '',
  }
}

export function formOf(widget: Widget, apps: readonly AppView[]): WidgetForm {
  const empty = emptyForm(apps)
  const { kind, title } = widget
  if (widget.kind === 'text') return { ...empty, kind, title, markdown: widget.markdown }
  const conditions = conditionsOf(widget.filter)
  const common = {
    ...empty,
    kind,
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
  if (widget.kind === 'number') return { ...measured, compare: widget.compare }
  if (widget.kind === 'bar') return { ...measured, groupBy: widget.groupBy, limit: widget.limit }
  return { ...measured, splitBy: widget.splitBy ?? null }
}

export function widgetOf(form: WidgetForm, place: Pick<Widget, 'id' | 'x' | 'y' | 'w' | 'h'>): Widget | null {
  const { kind, title, app, conditions, of, field, timeField, limit } = form
  const { id, x, y, w, h } = place
  const box = { id, x, y, w, h, title: title.trim(), kind }
  const filter = form.complex ?? (conditions.length === 0 ? undefined : { all: conditions })
  const source = { app, ...(filter === undefined ? {} : { filter }) }
  const time = timeField === null ? {} : { timeField }
  const measure = { of, ...(of === 'count' || field === null ? {} : { field }) }
  const sort = form.sort === null ? {} : { sort: sortOf(form.sort) }
  const made: Record<WidgetKind, object> = {
    number: { ...source, ...time, measure, compare: form.compare && timeField !== null },
    bar: { ...source, ...time, measure, groupBy: form.groupBy, limit },
    trend: {
      ...source,
      timeField: timeField ?? 'created',
      measure,
      ...(form.splitBy === null ? {} : { splitBy: form.splitBy }),
    },
    table: { ...source, ...time, columns: form.columns, limit, ...sort },
    text: { markdown: form.markdown },
  }
  if (of !== 'count' && field === null && (kind === 'number' || kind === 'bar' || kind === 'trend'))
    return null
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
