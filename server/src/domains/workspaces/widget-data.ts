import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import { isAdditive, type Widget, type WidgetData } from '@caseloom/contract/workspaces/workspaces'
import type { Aggregate, Figure, WidgetOf } from './widget-query.ts'
import { figureOf, tableOf } from './widget-query.ts'
import { slaData } from './sla-data.ts'
import { attackData, funnelData } from './stage-data.ts'
import { fieldOf, type Look } from './widget-look.ts'
import { byOption, conditionOf, labelOf, OTHERS } from './widget-labels.ts'
import { stretchBefore, timeCondition, together, unitOf } from './widget-time.rules.ts'
import type { WorkspacesDeps } from './workspaces-deps.ts'

/** Lines of one trend: the largest, and the rest together. */
const MAX_LINES = 8

/**
 * What a widget shows now, with the viewer's permissions.
 * @throws resource.not_found when its app is deleted, field.unknown, request.invalid, right.missing
 */
export async function widgetData(deps: WorkspacesDeps, look: Look, widget: Widget): Promise<WidgetData> {
  switch (widget.kind) {
    case 'text':
      return { kind: 'text' }
    case 'number':
      return numberData(deps, look, widget)
    case 'bar':
      return barData(deps, look, widget)
    case 'heat':
      return heatData(deps, look, widget)
    case 'trend':
      return trendData(deps, look, widget)
    case 'table': {
      const { scope, actor } = look
      const asked = { ...tableOf(widget, look.range), zone: look.zone }
      const page = await deps.records.searchRecords(scope, actor, asked)
      return { kind: 'table', items: page.items, total: page.total?.value ?? 0 }
    }
    case 'sla':
      return slaData(deps, look, widget)
    case 'attack':
      return attackData(deps, look, widget)
    case 'funnel':
      return funnelData(deps, look, widget)
    default:
      return widget satisfies never
  }
}

async function numberData(deps: WorkspacesDeps, look: Look, widget: WidgetOf<'number'>): Promise<WidgetData> {
  const { records } = deps
  const { scope, actor, range, now } = look
  const figure = figureOf(widget, look)
  const { rows } = await records.aggregateRecords(scope, actor, figure)
  const earlier = widget.compare && widget.timeField !== undefined ? stretchBefore(range, now) : null
  const before =
    earlier === null || widget.timeField === undefined
      ? null
      : await records.aggregateRecords(scope, actor, {
          ...figure,
          time: { field: widget.timeField, ...earlier },
        })
  return {
    kind: 'number',
    value: rows[0]?.value ?? null,
    before: before?.rows[0]?.value ?? null,
    filter: together(widget.filter, ...timeCondition(widget.timeField, range)),
    ...(widget.sparkline === true && widget.timeField !== undefined
      ? { steps: await stepsOf(deps, look, figure) }
      : {}),
  }
}

/** A figure in each step of the range. */
async function stepsOf({ records }: WorkspacesDeps, look: Look, figure: Figure): Promise<(number | null)[]> {
  const { scope, actor, range, zone } = look
  const by = { kind: 'time', unit: unitOf(range), zone } as const
  const none = isAdditive(figure.measure) ? 0 : null
  const [line] = linesOf(await records.aggregateRecords(scope, actor, { ...figure, by }), none)
  return line?.values ?? []
}

async function heatData(deps: WorkspacesDeps, look: Look, widget: WidgetOf<'heat'>): Promise<WidgetData> {
  const { scope, actor, range } = look
  const found = await deps.records.aggregateRecords(scope, actor, figureOf(widget, look))
  const [down, across] = await Promise.all(
    [widget.groupBy, widget.splitBy].map((key) => fieldOf(deps, scope, widget.app, key)),
  )
  if (down === undefined || across === undefined) return { kind: 'heat', columns: [], rows: [] }
  const names = [await namesFor(deps, look, down), await namesFor(deps, look, across)] as const
  const columns = byOption(across, unique(found.rows.map(({ key }) => key)))
  const values = new Map(found.rows.map(({ at, key, value }) => [JSON.stringify([at, key]), value]))
  const base = [widget.filter, ...timeCondition(widget.timeField, range)]
  const none = isAdditive(widget.measure) ? 0 : null
  return {
    kind: 'heat',
    columns: columns.map(({ key }) => ({ key, label: labelOf(across, key, names[1]) })),
    rows: byOption(down, unique(found.rows.map(({ at }) => at))).map(({ key }) => ({
      key,
      label: labelOf(down, key, names[0]),
      cells: columns.map((column) => ({
        value: values.get(JSON.stringify([key, column.key])) ?? none,
        filter: together(...base, conditionOf(down, key), conditionOf(across, column.key)),
      })),
    })),
  }
}

function unique(keys: readonly (string | null)[]): { key: string | null }[] {
  return [...new Set(keys)].map((key) => ({ key }))
}

async function barData(deps: WorkspacesDeps, look: Look, widget: WidgetOf<'bar'>): Promise<WidgetData> {
  const { scope, actor, range } = look
  const { rows, others } = await deps.records.aggregateRecords(scope, actor, figureOf(widget, look))
  const field = await fieldOf(deps, scope, widget.app, widget.groupBy)
  if (field === undefined) return { kind: 'bar', buckets: [], others }
  const names = await namesFor(deps, look, field)
  const buckets = rows.map(({ key, value }) => ({
    key,
    label: labelOf(field, key, names),
    value,
    filter: together(widget.filter, ...timeCondition(widget.timeField, range), conditionOf(field, key)),
  }))
  // Only what is whole can stand in the order of its options: of a cut list the largest come first.
  return { kind: 'bar', buckets: rows.length < widget.limit ? byOption(field, buckets) : buckets, others }
}

async function trendData(deps: WorkspacesDeps, look: Look, widget: WidgetOf<'trend'>): Promise<WidgetData> {
  const { scope, actor } = look
  const found = await deps.records.aggregateRecords(scope, actor, figureOf(widget, look))
  const field =
    widget.splitBy === undefined ? undefined : await fieldOf(deps, scope, widget.app, widget.splitBy)
  const sums = isAdditive(widget.measure)
  const lines = linesOf(found, sums ? 0 : null)
  const shown = lines.length > MAX_LINES ? lines.slice(0, sums ? MAX_LINES - 1 : MAX_LINES) : lines
  const rest = sums ? lines.slice(shown.length) : []
  const named = (field === undefined ? shown : byOption(field, shown)).map((line) => ({
    ...line,
    label: field === undefined ? widget.title : labelOf(field, line.key, new Map()),
  }))
  const added = rest.length === 0 ? [] : [{ key: null, label: OTHERS, values: sumsOf(rest) }]
  const series = [...named, ...added]
  const filter = widget.filter ?? null
  return { kind: 'trend', unit: unitOf(look.range), steps: found.steps, series, filter }
}

interface Line {
  key: string | null
  values: (number | null)[]
}

/** One line per value, the largest first; where nothing happened is `none`. */
function linesOf({ rows, steps }: Aggregate, none: number | null): Line[] {
  const places = new Map(steps.map((at, place) => [at, place]))
  const lines = new Map<string | null, Line>()
  if (rows.length === 0) lines.set(null, { key: null, values: steps.map(() => none) })
  for (const { at, key, value } of rows) {
    const line = lines.get(key) ?? { key, values: steps.map(() => none) }
    const place = at === null ? undefined : places.get(at)
    if (place !== undefined) line.values[place] = value
    lines.set(key, line)
  }
  const total = ({ values }: Line) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  return [...lines.values()].toSorted((a, b) => total(b) - total(a))
}

function sumsOf(lines: readonly Line[]): number[] {
  const [first] = lines
  return (first?.values ?? []).map((_value, at) =>
    lines.reduce((sum, line) => sum + (line.values[at] ?? 0), 0),
  )
}

async function namesFor({ people }: WorkspacesDeps, { actor, scope }: Look, field: Field) {
  if (!fieldTraits(field).users) return new Map<string, string>()
  return new Map((await people(actor, scope)).map((person) => [person.id, person.name]))
}
