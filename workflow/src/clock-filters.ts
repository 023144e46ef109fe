import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { Filter } from '@caseloom/contract/values/filter'
import type { Occasion, When, Workflow, WorkflowAction } from '@caseloom/contract/apps/workflow'
import { isNever } from './from-fields.ts'
import { type PlacedRule, placedRules } from './walk.ts'

/** When a clock starts, rests, and stops, as filters: so that clocks can be recomputed from history and found by lists. */
export interface ClockFilters {
  start: Filter
  pause: Filter
  stop: Filter
}

type ClockVerb = 'start_clock' | 'pause_clock' | 'stop_clock'
const PARTS = { start_clock: 'start', pause_clock: 'pause', stop_clock: 'stop' } as const
/** Occasions on which records are written. */
const WRITING: readonly Occasion[] = ['save', 'import', 'api', 'playbook']

export function isClockVerb(verb: WorkflowAction['do']): verb is ClockVerb {
  return Object.hasOwn(PARTS, verb)
}

/** The conditions of each clock, from its own settings and from the rules of the workflow. */
export function clockFilters(
  workflow: Workflow | undefined,
  fields: readonly FieldInput[],
): Map<string, ClockFilters> {
  const found = new Map<string, { start: Filter[]; pause: Filter[]; stop: Filter[] }>()
  for (const field of fields)
    if ('start' in field) {
      const own = (filter: Filter | undefined) => (filter === undefined || isNever(filter) ? [] : [filter])
      found.set(field.key, { start: own(field.start), pause: own(field.pause), stop: own(field.stop) })
    }
  for (const one of placedRules(workflow ?? { stages: [] })) {
    if (one.off) continue
    for (const action of one.rule.actions) {
      const clock = isClockVerb(action.do) && 'field' in action ? found.get(action.field) : undefined
      const filter = clock === undefined || action.off === true ? null : clockFilter(one)
      if (filter !== null && isClockVerb(action.do)) clock?.[PARTS[action.do]].push(filter)
    }
  }
  const any = (filters: Filter[]): Filter => {
    const [first, ...others] = filters
    return first !== undefined && others.length === 0 ? first : { any: filters }
  }
  return new Map(
    [...found].map(([key, { start, pause, stop }]) => [
      key,
      { start: any(start), pause: any(pause), stop: any(stop) },
    ]),
  )
}

/** When a rule applies, as a filter on the record's present values; null when that can't be said by one. */
export function clockFilter(one: PlacedRule): Filter | null {
  const { rule, stage, parent, earlier } = one
  if (!WRITING.every((occasion) => stage.on.includes(occasion) && (rule.on?.includes(occasion) ?? true)))
    return null
  const around = parent === null ? { all: [] } : clockFilter(parent)
  const own =
    rule.when === undefined
      ? filterOf({
          none: earlier.flatMap(({ rule: other, off }) =>
            off || other.when === undefined ? [] : [other.when],
          ),
        })
      : filterOf(rule.when)
  if (around === null || own === null) return null
  return 'all' in around && around.all.length === 0 ? own : { all: [around, own] }
}

function filterOf(when: When): Filter | null {
  if ('all' in when) return group(when.all, (all) => ({ all }))
  if ('any' in when) return group(when.any, (any) => ({ any }))
  if ('none' in when) return group(when.none, (any) => ({ not: { any } }))
  if (!('field' in when) || !('op' in when) || 'table' in when) return null
  const { at = 'now', ...condition } = when
  return at === 'now' ? condition : null
}

function group(parts: readonly When[], make: (filters: Filter[]) => Filter): Filter | null {
  const filters = parts.map(filterOf)
  const known = filters.filter((filter) => filter !== null)
  return known.length < filters.length ? null : make(known)
}
