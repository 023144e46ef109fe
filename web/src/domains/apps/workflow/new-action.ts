import { fieldTraits, fieldType } from '@caseloom/contract/field-types/field-kind'
import type { AppView } from '@caseloom/contract/apps/apps'
import type { ValueSource, WorkflowAction } from '@caseloom/contract/apps/workflow'
import { isOrdered } from '@caseloom/workflow/set-values'
import type { WorkflowVerb } from '../../../field-types/workflow/LogicGlyph.tsx'
import type { AppDraft } from '../draft/app-draft.ts'
import { newId } from './model/workflow-tree.ts'

/** In the order of the menu. */
export const VERB_GROUPS: readonly {
  group: 'form' | 'values' | 'people' | 'clocks'
  verbs: readonly WorkflowVerb[]
}[] = [
  {
    group: 'form',
    verbs: ['show', 'hide', 'collapse', 'expand', 'require', 'optional', 'read_only', 'editable'],
  },
  { group: 'values', verbs: ['set', 'default', 'options'] },
  { group: 'people', verbs: ['message', 'offer'] },
  { group: 'clocks', verbs: ['start_clock', 'pause_clock', 'stop_clock'] },
]

/** What actions of a form can act on. */
export interface ActionTargets {
  /** Fields on the form, by key. */
  fields: readonly string[]
  /** Fields that a rule can write. */
  written: readonly string[]
  /** Fields with options. */
  chosen: readonly string[]
  clocks: readonly string[]
  sections: readonly string[]
  buttons: readonly string[]
}

export function targetsOf(draft: AppDraft, buttons: readonly { id: string }[]): ActionTargets {
  const keys = (has: (field: AppDraft['fields'][number]) => boolean) =>
    draft.fields.filter(has).map(({ key }) => key)
  return {
    fields: keys((field) => !fieldTraits(field).clock),
    written: keys((field) => fieldType(field).unwritten !== true && !fieldTraits(field).links),
    chosen: keys((field) => 'options' in field),
    clocks: keys((field) => fieldTraits(field).clock),
    sections: draft.layout.flatMap(({ id }) => id ?? []),
    buttons: buttons.map(({ id }) => id),
  }
}

/** An action of which nothing is chosen yet where several can be, else its first possible target; null where the app has none. */
export function newAction(verb: WorkflowVerb, targets: ActionTargets): WorkflowAction | null {
  const id = newId('action')
  const [field] = targets.fields
  const [written] = targets.written
  const [section] = targets.sections
  const [clock] = targets.clocks
  switch (verb) {
    case 'show':
    case 'hide':
    case 'read_only':
    case 'editable':
      return field === undefined ? null : { id, do: verb, items: [] }
    case 'collapse':
    case 'expand':
      return section === undefined ? null : { id, do: verb, items: [] }
    case 'require':
    case 'optional':
      return written === undefined ? null : { id, do: verb, fields: [] }
    case 'set':
      return written === undefined
        ? null
        : { id, do: verb, field: written, to: { value: null }, repeat: 'once', onlyIfEmpty: false }
    case 'default':
      return written === undefined ? null : { id, do: verb, field: written, to: { value: null } }
    case 'options': {
      const [chosen] = targets.chosen
      return chosen === undefined ? null : { id, do: verb, field: chosen, options: [] }
    }
    case 'message':
      return { id, do: verb, level: 'info', text: '' }
    case 'start_clock':
    case 'pause_clock':
    case 'stop_clock':
      return clock === undefined ? null : { id, do: verb, field: clock }
    case 'offer': {
      const [button] = targets.buttons
      return button === undefined ? null : { id, do: verb, button }
    }
    default:
      return verb satisfies never
  }
}

/** The same for another field, without its value, and without a comparison that the field doesn’t have. */
export function withField<A extends Extract<WorkflowAction, { do: 'set' | 'default' }>>(
  action: A,
  key: string,
  fields: AppDraft['fields'],
): A {
  const field = fields.find((one) => one.key === key)
  const next = { ...action, field: key, to: { value: null } }
  if (next.do === 'set' && (field === undefined || !isOrdered(field))) delete next.onlyIf
  return next
}

/** A value of a linked record: the field as asked for, else what the other app calls its records by. */
export function throughSource(
  through: string,
  other: Pick<AppView, 'titleField' | 'fields'> | undefined,
  field?: string,
): ValueSource {
  const isThere = other === undefined || other.fields.some(({ key }) => key === field)
  return { through, field: isThere && field !== undefined ? field : (other?.titleField ?? 'title') }
}
