import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { serverType } from '../../../field-types/registry.ts'
import type { AggregateCommand } from './aggregate-shape.ts'
import { targetOf } from '../filters/filter-targets.rules.ts'
import type { AppShape } from '../model/record-shape.ts'

export type AggregateFaults = { issues: Issue[]; unknown: boolean }

/** What of a figure does not fit the app; a field that the actor may not read is unknown. */
export function aggregateFaults(
  app: AppShape,
  actor: Actor,
  { measure, time, by }: AggregateCommand,
): AggregateFaults {
  const issues: Issue[] = []
  let unknown = false
  const look = (path: Issue['path'], key: string, fits: (app: AppShape, key: string) => string | null) => {
    if (targetOf(app, actor, key) === null) {
      unknown = true
      issues.push({ path, code: 'unknown_field', message: `Unknown field "${key.slice(0, 100)}"` })
      return
    }
    const message = fits(app, key)
    if (message !== null) issues.push({ path, code: 'not_allowed', message })
  }
  if (measure.of !== 'count') {
    const path = ['body', 'measure', 'field']
    if (measure.field === undefined)
      issues.push({ path, code: 'required', message: 'Select the field to measure' })
    else look(path, measure.field, numberFault)
  } else if (measure.field !== undefined) {
    look(['body', 'measure', 'field'], measure.field, () => 'A count doesn’t take a field')
  }
  if (time !== undefined && time.field !== 'created') look(['body', 'timeField'], time.field, timeFault)
  if (by.kind === 'group') look(['body', 'groupBy'], by.field, groupFault)
  if (by.kind === 'matrix') {
    look(['body', 'groupBy'], by.rows, groupFault)
    look(['body', 'splitBy'], by.columns, groupFault)
  }
  if (by.kind === 'time' && by.splitBy !== undefined) look(['body', 'splitBy'], by.splitBy, splitFault)
  if (by.kind === 'clocks')
    for (const [at, clock] of by.fields.entries()) look(['body', 'clocks', at], clock, clockFault)
  if (by.kind === 'techniques') look(['body', 'field'], by.field, techniqueFault)
  if (by.kind === 'stages') {
    look(['body', 'groupBy'], by.field, stageFault)
    if (issues.length === 0) issues.push(...stepIssues(app, by))
  }
  return { issues, unknown }
}

function numberFault(app: AppShape, key: string): string | null {
  const kind = app.byKey.get(key)?.kind
  const fits = kind !== undefined && kindTraits(kind).measured
  return fits
    ? null
    : 'Only number and duration fields, formulas that return them, and clocks can be measured'
}

function timeFault(app: AppShape, key: string): string | null {
  if (key === 'created_at' || key === 'updated_at') return null
  const field = app.byKey.get(key)
  return field !== undefined && kindTraits(field.kind).instant
    ? null
    : 'Only date-time fields can be used for time intervals'
}

function groupFault(app: AppShape, key: string): string | null {
  const field = app.byKey.get(key)
  if (field === undefined || !kindTraits(field.kind).grouped) return 'Records can’t be grouped by this field'
  const { definition } = field
  return serverType(definition).ungrouped?.(definition) === true
    ? 'Records can’t be grouped by long text'
    : null
}

function clockFault(app: AppShape, key: string): string | null {
  const definition = app.byKey.get(key)?.definition
  return definition !== undefined && 'warnAt' in definition && definition.target !== undefined
    ? null
    : 'Only clocks with a target can be shown on an SLA board'
}

function techniqueFault(app: AppShape, key: string): string | null {
  const field = app.byKey.get(key)
  return field !== undefined && kindTraits(field.kind).techniques
    ? null
    : 'Only technique fields can be shown as an ATT&CK matrix'
}

function stageFault(app: AppShape, key: string): string | null {
  const field = app.byKey.get(key)
  const { options = false, several = true } = field === undefined ? {} : kindTraits(field.kind)
  return options && !several ? null : 'Only selections of one value have stages'
}

function stepIssues(
  app: AppShape,
  { field, steps = [] }: { field: string; steps?: readonly string[] | undefined },
): Issue[] {
  const definition = app.byKey.get(field)?.definition
  const known = new Set(
    definition !== undefined && 'options' in definition ? definition.options.map(({ key }) => key) : [],
  )
  return steps.flatMap((step, at) =>
    known.has(step)
      ? []
      : [{ path: ['body', 'steps', at], code: 'not_allowed', message: `Unknown option "${step}"` }],
  )
}

function splitFault(app: AppShape, key: string): string | null {
  const field = app.byKey.get(key)
  return field !== undefined && kindTraits(field.kind).options
    ? null
    : 'Lines can only be split by selection fields'
}
