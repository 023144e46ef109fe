import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { Filter } from '@caseloom/contract/values/filter'
import {
  OCCASIONS,
  type When,
  type Workflow,
  type WorkflowAction,
  type WorkflowRule,
  type WorkflowStage,
} from '@caseloom/contract/apps/workflow'
import { placedRules } from './walk.ts'

/** The stage for settings of fields: required when, automatic timestamps, and conditions of clocks. */
export const FIELDS_STAGE = 'from-fields'
/** Timestamps that rules of the workflow read are set before those. */
const STAMPS_STAGE = 'from-fields-first'

/**
 * The workflow with rules that do what settings of fields say, with exactly their outcome: at its end, because settings
 * see what rules set; the same workflow when no field has any.
 */
export function withFieldRules(workflow: Workflow, fields: readonly FieldInput[]): Workflow {
  const settings = fields.flatMap(settingsOf)
  if (settings.length === 0) return workflow
  const taken = idsOf(workflow)
  const stamps = settings.filter(({ action }) => action.do === 'set')
  const others = settings.filter(({ action }) => action.do !== 'set')
  const isRead = readsAny(
    workflow,
    stamps.map(({ field }) => field),
  )
  const first = isRead ? stamps : []
  const last = isRead ? others : [...stamps, ...others]
  const withLast = added(workflow, FIELDS_STAGE, { settings: last, taken, atEnd: true })
  return added(withLast, STAMPS_STAGE, { settings: first, taken, atEnd: false })
}

/** A filter as a condition. Conditions on linked records never held in these settings. */
export function whenOf(filter: Filter): When {
  if ('all' in filter) return { all: filter.all.map(whenOf) }
  if ('any' in filter) return { any: filter.any.map(whenOf) }
  if ('not' in filter) return { none: [whenOf(filter.not)] }
  return 'has' in filter ? { any: [] } : filter
}

/** Without any condition, a setting says nothing: rules of the workflow say when. */
export const NEVER: Filter = { any: [] }

export function isNever(filter: Filter): boolean {
  return 'any' in filter && filter.any.length === 0
}

interface Setting {
  field: string
  /** Names its parts beside the field's key. */
  name: 'stamp' | 'start' | 'pause' | 'stop' | 'req'
  when: Filter
  action: WorkflowAction
}

function settingsOf(field: FieldInput): Setting[] {
  const { key, requiredWhen } = field
  const found: (Omit<Setting, 'field' | 'when'> & { when: Filter | undefined })[] = []
  if ('stamp' in field && field.stamp !== undefined) {
    const { when, keep } = field.stamp
    const set = { do: 'set', field: key, to: { value: 'now' }, repeat: 'once' } as const
    found.push({ name: 'stamp', when, action: { id: '', ...set, onlyIfEmpty: keep === 'first' } })
  }
  if ('start' in field) {
    const { start, pause, stop } = field
    found.push({ name: 'start', when: start, action: { id: '', do: 'start_clock', field: key } })
    found.push({ name: 'pause', when: pause, action: { id: '', do: 'pause_clock', field: key } })
    found.push({ name: 'stop', when: stop, action: { id: '', do: 'stop_clock', field: key } })
  }
  found.push({ name: 'req', when: requiredWhen, action: { id: '', do: 'require', fields: [key] } })
  return found.flatMap(({ when, ...one }) =>
    when === undefined || isNever(when) ? [] : [{ ...one, field: key, when }],
  )
}

interface Adding {
  settings: readonly Setting[]
  taken: Set<string>
  atEnd: boolean
}

function added(workflow: Workflow, id: string, { settings, taken, atEnd }: Adding): Workflow {
  if (settings.length === 0) return workflow
  const branches = settings.map(({ field, name, when, action }) => {
    const rule: WorkflowRule = {
      id: free(`${field}-${name}`, taken),
      when: whenOf(when),
      actions: [{ ...action, id: free(`${field}-${name}-a`, taken) }],
      branches: [],
    }
    return { id: free(`${field}-${name}-b`, taken), rules: [rule] }
  })
  const known = workflow.stages.find((stage) => stage.id === id)
  if (known !== undefined) {
    const whole: WorkflowStage = {
      ...known,
      branches: atEnd ? [...known.branches, ...branches] : [...branches, ...known.branches],
    }
    return { ...workflow, stages: workflow.stages.map((stage) => (stage === known ? whole : stage)) }
  }
  const stage: WorkflowStage = { id, title: 'From fields', on: [...OCCASIONS], branches }
  return { ...workflow, stages: atEnd ? [...workflow.stages, stage] : [stage, ...workflow.stages] }
}

/** The ID itself, or the next one that no other part has. */
function free(id: string, taken: Set<string>): string {
  let name = id.slice(0, 40)
  for (let count = 2; taken.has(name); count += 1) name = `${id.slice(0, 36)}-${count}`
  taken.add(name)
  return name
}

function idsOf(workflow: Workflow): Set<string> {
  const rules = placedRules(workflow).flatMap(({ rule }) => [
    rule.id,
    ...rule.actions.map(({ id }) => id),
    ...rule.branches.map(({ id }) => id),
  ])
  const stages = workflow.stages.flatMap(({ id, branches }) => [id, ...branches.map((branch) => branch.id)])
  return new Set([...stages, ...rules])
}

/** Whether a rule may read one of these fields; expressions by their text alone. */
function readsAny(workflow: Workflow, fields: readonly string[]): boolean {
  if (fields.length === 0) return false
  const texts = placedRules(workflow).map(({ rule: { when = null, actions } }) =>
    JSON.stringify([when, actions.flatMap((action) => ('to' in action ? [action.to] : []))]),
  )
  return fields.some((key) => texts.some((text) => new RegExp(`\\b${key}\\b`).test(text)))
}
