import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Subject } from './explain.ts'
import type { Aspect, FormOutcome, ItemState, Values } from './form-context.ts'
import { same } from './tests.ts'

/** What another record makes of a form: an aspect of an item, a value that a rule sets, or a message. */
export type SideEffect =
  | { item: string; aspect: Aspect; value: boolean }
  | { field: string; to: JsonValue }
  | { message: string; isShown: boolean }

/** One evaluation with the record that it read. */
export interface Evaluated {
  outcome: FormOutcome
  record: Values
}

/** A form about which rules say nothing; whether a field is required then, it says itself. */
const PLAIN: Record<Aspect, boolean> = {
  visible: true,
  collapsed: false,
  required: false,
  readOnly: false,
  offered: true,
}
// Widened: entries lose the names.
const ASPECTS = Object.keys(PLAIN) as Aspect[]

interface Asked {
  /** What the other record was chosen for: it is no side effect. */
  subject: Subject
  /** Fields that are required without a rule. */
  required: ReadonlySet<string>
}

/** What another record changes besides the subject: first in the form, then values, then messages. */
export function sideEffects(now: Evaluated, other: Evaluated, asked: Asked): SideEffect[] {
  return [
    ...itemEffects(now, other, asked),
    ...valueEffects(now, other, asked),
    ...messageEffects(now, other, asked),
  ]
}

function itemEffects({ outcome: now }: Evaluated, { outcome: then }: Evaluated, asked: Asked): SideEffect[] {
  const { subject, required } = asked
  const valueOf = (state: ItemState | undefined, item: string, aspect: Aspect) =>
    state?.[aspect]?.value ?? (aspect === 'required' ? required.has(item) : PLAIN[aspect])
  return [...new Set([...now.items.keys(), ...then.items.keys()])].flatMap((item) =>
    ASPECTS.flatMap((aspect) => {
      if ('item' in subject && subject.item === item && subject.aspect === aspect) return []
      const value = valueOf(then.items.get(item), item, aspect)
      return value === valueOf(now.items.get(item), item, aspect) ? [] : [{ item, aspect, value }]
    }),
  )
}

/** Values that rules set differently; a field that the change gives itself is none. */
function valueEffects(now: Evaluated, other: Evaluated, { subject }: Asked): SideEffect[] {
  const valueIn = ({ outcome, record }: Evaluated, field: string) =>
    (Object.hasOwn(outcome.values, field) ? outcome.values[field] : record[field]) ?? null
  return [...new Set([...Object.keys(now.outcome.values), ...Object.keys(other.outcome.values)])].flatMap(
    (field) => {
      const isAsked = 'value' in subject && subject.value === field
      const isGiven = !same(now.record[field] ?? null, other.record[field] ?? null)
      const to = valueIn(other, field)
      return isAsked || isGiven || same(valueIn(now, field), to) ? [] : [{ field, to }]
    },
  )
}

function messageEffects(
  { outcome: now }: Evaluated,
  { outcome: then }: Evaluated,
  { subject }: Asked,
): SideEffect[] {
  const shown = (outcome: FormOutcome) => new Map(outcome.messages.map(({ action, text }) => [action, text]))
  const [before, after] = [shown(now), shown(then)]
  return [...new Map([...before, ...after])].flatMap(([action, message]) => {
    const isAsked = 'message' in subject && subject.message === action
    return isAsked || before.has(action) === after.has(action)
      ? []
      : [{ message, isShown: after.has(action) }]
  })
}
