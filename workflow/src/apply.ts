import { type CompiledAction, type CompiledRule, itemName } from './compile.ts'
import type { Aspect, ClockConditions, FormMessage, ItemState } from './form-context.ts'
import { filledText, type TextReader } from './message-text.ts'

/** The form as rules draw it. */
export interface Drawing {
  items: Map<string, ItemState>
  /** Those of the items that a rule has decided about. */
  own: Map<string, ItemState>
  options: Map<string, readonly string[]>
  clocks: Map<string, ClockConditions>
  messages: FormMessage[]
}

export function newDrawing(): Drawing {
  return { items: new Map(), own: new Map(), options: new Map(), clocks: new Map(), messages: [] }
}

const CLOCK_VERBS = { start_clock: 'start', pause_clock: 'pause', stop_clock: 'stop' } as const

/** Applies an action of a rule that holds; what shows its conditions needs a reader of them, who is null without one. */
export function applyAction(
  drawing: Drawing,
  rule: CompiledRule,
  { action, items, aspect, forAll }: CompiledAction,
  reader: TextReader | null,
): void {
  if (reader === null && !forAll) return
  if (aspect !== null) {
    for (const item of items) decide(drawing, item, aspect, action.id)
    return
  }
  if (action.do === 'options') drawing.options.set(action.field, action.options)
  if (action.do === 'message' && reader !== null)
    drawing.messages.push({
      level: action.level,
      ...filledText(action.text, reader),
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
  let state = drawing.own.get(item)
  if (state === undefined) {
    // The start is shared by all evaluations.
    state = { ...drawing.items.get(item) }
    drawing.own.set(item, state)
    drawing.items.set(item, state)
  }
  const earlier = state[aspect]
  const by = earlier?.value === value ? [...earlier.by, id] : [id]
  state[aspect] = { value, by }
}
