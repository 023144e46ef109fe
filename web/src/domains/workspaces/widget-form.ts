import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits, holdsTechniques } from '@caseloom/contract/field-types/field-kind'
import { targetClocks } from '@caseloom/contract/records/work-fields'
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
  'sla',
  'attack',
  'funnel',
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
  sla: 'sla',
  attack: 'attack',
  funnel: 'funnel',
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
  clocks: string[]
  /** Records listed on an SLA board. */
  worst: number
  technique: string | null
  stageField: string | null
  /** No steps: all options of the selection. */
  steps: string[]
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
    clocks: slaFields(app)
      .slice(0, MAX_CLOCKS)
      .map(({ key }) => key),
    worst: 5,
    technique: techniqueFields(app)[0]?.key ?? null,
    stageField: stageFields(app)[0]?.key ?? null,
    steps: [],
    markdown: '',
  }
}

export function formOf(widget: Widget, apps: readonly AppView[]): WidgetForm {
  const own = widget.kind === 'text' ? [] : apps.filter(({ id }) => id === widget.app)
  const empty = emptyForm(own.length > 0 ? own : apps)
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
    timeField: 'timeField' in widget ? (widget.timeField ?? null) : null,
  }
  if (widget.kind === 'sla') return { ...common, clocks: widget.clocks, worst: widget.limit }
  if (widget.kind === 'attack') return { ...common, technique: widget.field, limit: widget.limit }
  if (widget.kind === 'funnel') return { ...common, stageField: widget.groupBy, steps: widget.steps ?? [] }
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

const FITS: Partial<Record<WidgetLook, (app: AppView | undefined) => boolean>> = {
  sla: (app) => slaFields(app).length > 0,
  attack: (app) => techniqueFields(app).length > 0,
  funnel: (app) => stageFields(app).length > 0,
}

/** The form with another look; where its app has nothing to show that way, with the first app that has. */
export function withLook(form: WidgetForm, look: WidgetLook, apps: readonly AppView[]): WidgetForm {
  const fits = FITS[look]
  if (fits === undefined || fits(apps.find(({ id }) => id === form.app))) return { ...form, look }
  const other = apps.find(fits)
  return other === undefined ? { ...form, look } : { ...emptyForm([other]), look, title: form.title }
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
    ...countedParts(form, source, time),
    text: { markdown: form.markdown },
  }
  if (of !== 'count' && field === null && isMeasured(kind)) return null
  if (look === 'gauge' && form.target === null) return null
  const parsed = Widget.safeParse({ ...box, ...made[kind] })
  return parsed.success ? parsed.data : null
}

/** What the kinds that only count records are made of. */
function countedParts(form: WidgetForm, source: object, time: object) {
  return {
    sla: { ...source, clocks: form.clocks, limit: form.worst },
    attack: { ...source, ...time, field: form.technique, limit: form.limit },
    funnel: {
      ...source,
      ...time,
      groupBy: form.stageField,
      ...(form.steps.length === 0 ? {} : { steps: form.steps }),
    },
  }
}

/** Kinds that show a figure of one's choice; the others count records. */
export function isMeasured(kind: WidgetKind): boolean {
  return kind === 'number' || kind === 'bar' || kind === 'heat' || kind === 'trend'
}

function sortOf(text: string) {
  const descending = text.startsWith('-')
  return { field: descending ? text.slice(1) : text, direction: descending ? 'desc' : 'asc' }
}

export function groupFields(app: AppView | undefined) {
  return (app?.fields ?? []).filter((field) => webType(field).axis?.(field) === true)
}

/** Clocks on an SLA board. */
export const MAX_CLOCKS = 6

/** Clocks with a target. */
export function slaFields(app: AppView | undefined) {
  return targetClocks(app?.fields ?? [])
}

export function techniqueFields(app: AppView | undefined) {
  return (app?.fields ?? []).filter(holdsTechniques)
}

/** Selections of one value, whose options are the stages of a funnel; the state comes first. */
export function stageFields(app: AppView | undefined) {
  const fields = (app?.fields ?? []).filter((field) => {
    const { options, several } = fieldTraits(field)
    return options && !several
  })
  const isState = (field: (typeof fields)[number]) => 'display' in field && field.display === 'state'
  return [...fields.filter(isState), ...fields.filter((field) => !isState(field))]
}

/** Fields that can be summed or averaged: numbers, durations, formulas with such results, and clocks. */
export function measuredFields(app: AppView | undefined) {
  return (app?.fields ?? []).filter((field) => fieldTraits(field).measured)
}
