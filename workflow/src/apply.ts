import type { WorkflowAction } from '@caseloom/contract/workflow'
import { aspectOf, type CompiledAction, type CompiledRule, itemName } from './compile.ts'
import type { Aspect, ClockConditions, Decision, FormMessage, ItemState } from './form-context.ts'

/** The form as rules draw it. */
export interface Drawing {
  items: Map<string, ItemState>
  options: Map<string, readonly string[]>
  clocks: Map<string, ClockConditions>
  messages: FormMessage[]
}

export function newDrawing(): Drawing {
  return { items: new Map(), options: new Map(), clocks: new Map(), messages: [] }
}

const CLOCK_VERBS = { start_clock: 'start', pause_clock: 'pause', stop_clock: 'stop' } as const

/** Verbs that act for every actor: who reads the field reads what decides it, which publishing checks. */
const FOR_ALL: ReadonlySet<WorkflowAction['do']> = new Set([
  'require',
  'optional',
  'set',
  'default',
  'start_clock',
  'pause_clock',
  'stop_clock',
])

/** Applies an action of a rule that holds; what shows its conditions needs an actor who can read them. */
export function applyAction(
  drawing: Drawing,
  rule: CompiledRule,
  { action, items }: CompiledAction,
  isReadable: boolean,
): void {
  if (!isReadable && !FOR_ALL.has(action.do)) return
  const aspect = aspectOf(action.do)
  if (aspect !== null) for (const item of items) decide(drawing, item, aspect, action.id)
  if (action.do === 'options') drawing.options.set(action.field, action.options)
  if (action.do === 'message')
    drawing.messages.push({
      level: action.level,
      text: action.text,
      ...(action.at === undefined ? {} : { at: itemName(action.at) }),
      rule: rule.placed.rule.id,
      action: action.id,
    })
  if (action.do === 'start_clock' || action.do === 'pause_clock' || action.do === 'stop_clock') {
    const clock = drawing.clocks.get(action.field) ?? { start: false, pause: false, stop: false }
    drawing.clocks.set(action.field, { ...clock, [CLOCK_VERBS[action.do]]: true })
  }
}

/** The later action wins; those that agree with it since the last that did not are named too. */
function decide(
  drawing: Drawing,
  item: string,
  [aspect, value]: readonly [Aspect, boolean],
  id: string,
): void {
  const state = drawing.items.get(item) ?? {}
  const earlier = state[aspect]
  const decision: Decision = { value, by: earlier?.value === value ? [...earlier.by, id] : [id] }
  drawing.items.set(item, { ...state, [aspect]: decision })
}
