import type { FieldInput } from '@caseloom/contract/fields'
import type { Filter } from '@caseloom/contract/filter'
import {
  OCCASIONS,
  type When,
  type WorkflowAction,
  type WorkflowRule,
  type WorkflowStage,
} from '@caseloom/contract/workflow'

/** The stage for settings of fields: required when, automatic timestamps, and conditions of clocks. */
export const FIELDS_STAGE = 'from-fields'

/** Rules that do what settings of fields say, with exactly their outcome; null when no field has any. */
export function stageFromFields(fields: readonly FieldInput[]): WorkflowStage | null {
  const rules = rulesOf(fields)
  if (rules.length === 0) return null
  const branches = rules.map((rule) => ({ id: `branch-${rule.id}`.slice(0, 40), rules: [rule] }))
  return { id: FIELDS_STAGE, title: 'From fields', on: [...OCCASIONS], branches }
}

/** A filter as a condition. Conditions on linked records never held in these settings. */
export function whenOf(filter: Filter): When {
  if ('all' in filter) return { all: filter.all.map(whenOf) }
  if ('any' in filter) return { any: filter.any.map(whenOf) }
  if ('not' in filter) return { none: [whenOf(filter.not)] }
  return 'has' in filter ? { any: [] } : filter
}

type Setting = (field: FieldInput, add: Add) => void
type Add = (name: string, filter: Filter, action: WorkflowAction) => void

/** In the order in which settings see one another: timestamps, then clocks, then what is required. */
const SETTINGS: readonly ((at: number) => Setting)[] = [
  (at) => (field, add) => {
    if (!('stamp' in field) || field.stamp === undefined) return
    const onlyIfEmpty = field.stamp.keep === 'first'
    const to = { value: 'now' }
    add('stamp', field.stamp.when, {
      id: `f${at}-set`,
      do: 'set',
      field: field.key,
      to,
      repeat: 'once',
      onlyIfEmpty,
    })
  },
  (at) => (field, add) => {
    if (!('start' in field)) return
    const { key } = field
    add('start', field.start, { id: `f${at}-start-clock`, do: 'start_clock', field: key })
    if (field.pause !== undefined)
      add('pause', field.pause, { id: `f${at}-pause-clock`, do: 'pause_clock', field: key })
    add('stop', field.stop, { id: `f${at}-stop-clock`, do: 'stop_clock', field: key })
  },
  (at) => (field, add) => {
    const { key, requiredWhen } = field
    if (requiredWhen !== undefined)
      add('required', requiredWhen, { id: `f${at}-require`, do: 'require', fields: [key] })
  },
]

function rulesOf(fields: readonly FieldInput[]): WorkflowRule[] {
  const rules: WorkflowRule[] = []
  for (const setting of SETTINGS)
    for (const [at, field] of fields.entries())
      setting(at)(field, (name, filter, action) =>
        rules.push({ id: `f${at}-${name}`, when: whenOf(filter), actions: [action], branches: [] }),
      )
  return rules
}
