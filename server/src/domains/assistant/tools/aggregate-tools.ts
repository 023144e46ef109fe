import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import type { Asking } from '../asking/answerer.ts'
import { appOf } from './app-of.ts'
import { AppInput, FilterInput, filterFrom } from './filter-input.ts'
import { listSource } from './places.ts'
import type { AssistantTool, ToolResult } from './tool.ts'
import type { ToolDeps } from './tool-deps.ts'

const MAX_GROUPS = 25
const DAY_MS = 86_400_000

const Aggregate = z.strictObject({
  app: AppInput,
  filter: FilterInput.optional(),
  measure: z.enum(['count', 'sum', 'average', 'min', 'max']).default('count'),
  field: z.string().max(100).optional().describe('The number field or clock to measure; none for count'),
  by: z
    .string()
    .max(100)
    .optional()
    .describe('Key of a field: a row for each of its values, the largest first'),
  per: z.enum(['hour', 'day', 'week', 'month']).optional().describe('A row for each step of time'),
  days: z.int().min(1).max(400).default(30).describe('With `per`: how many days back'),
  timeField: z.string().max(100).default('created_at').describe('With `per`: the date-time field'),
})
type AggregateInput = z.output<typeof Aggregate>

/** Tools that count and measure records. */
export function aggregateTools(deps: ToolDeps): readonly AssistantTool[] {
  const aggregate: AssistantTool<typeof Aggregate> = {
    name: 'aggregate_records',
    title: 'Count and measure records',
    description:
      'Counts the records of an app that the user can read, or measures one of their number fields: in total, by the values of a field (`by`), or by time interval (`per`). Use it for every question with how many, how much, on average, most, per day.',
    input: Aggregate,
    step: 'Counting records',
    run: (asking, input) => aggregateRecords(deps, asking, input),
  }
  return [aggregate]
}

async function aggregateRecords(
  deps: ToolDeps,
  asking: Asking & { now?: Date },
  input: AggregateInput,
): Promise<ToolResult> {
  const { scope, actor, timeZone } = asking
  allow(actor, 'record:read')
  const { by, per, measure, field } = input
  if (by !== undefined && per !== undefined)
    throw fail('request.invalid', { detail: 'Use either `by` or `per`, not both' })
  const app = await appOf(deps, asking, input.app)
  const filter = filterFrom(input.filter)
  const now = new Date()
  const from = new Date(now.getTime() - input.days * DAY_MS)
  const { rows, others } = await deps.records.aggregateRecords(scope, actor, {
    appId: app.id,
    measure: { of: measure, ...(field === undefined ? {} : { field }) },
    zone: timeZone,
    ...(filter === undefined ? {} : { filter }),
    ...(per === undefined ? {} : { time: { field: input.timeField, from, to: now } }),
    by:
      by !== undefined
        ? { kind: 'group', field: by, limit: MAX_GROUPS }
        : per !== undefined
          ? { kind: 'time', unit: per, zone: timeZone }
          : { kind: 'all' },
  })
  const labelOf = by === undefined ? String : await labelsOf(deps, asking, { app, by })
  return {
    content: {
      app: app.key,
      measure,
      rows: rows.map(({ at, key, value }): JsonValue => {
        if (by !== undefined) return { [by]: labelOf(key), value }
        return per === undefined ? { value } : { at, value }
      }),
      ...(others === null || others === 0 ? {} : { others }),
    },
    sources: [listSource(asking, app, { filter, facets: by !== undefined })],
  }
}

/** What the values of a field are called. */
export async function labelsOf(
  deps: Pick<ToolDeps, 'names'>,
  { scope, actor }: Pick<Asking, 'scope' | 'actor'>,
  { app, by }: { app: Pick<AppView, 'fields'>; by: string },
): Promise<(key: string | null) => string> {
  const field = app.fields.find(({ key }) => key === by)
  const { groups = false, users = false } = field === undefined ? {} : fieldTraits(field)
  const isPerson = users || groups || /^(?:created|updated)_by$/.test(by)
  const names = isPerson ? await deps.names(actor, scope) : new Map<string, string>()
  const options = field !== undefined && 'options' in field ? field.options : []
  const labels = new Map([...names, ...options.map(({ key, label }): [string, string] => [key, label])])
  return (key) => (key === null ? 'Empty' : (labels.get(key) ?? key))
}
