import type { JsonValue } from '@caseloom/contract/kernel/json'
import { createBudget, type Limits } from './budget.ts'
import type { Playbook } from './document.ts'
import { compileTemplate, textOf } from './expression.ts'
import { errorOf } from './run-state.ts'
import type { StepError } from './run-types.ts'
import { splitTemplate, wholeExpression } from './template-text.ts'
import { isTruthy } from './to-boolean.ts'

export type TriggerVerdict =
  /** `dedup` is null when the trigger has no dedup key. */
  | { match: true; dedup: string | null }
  /** The delivery is filtered; the reason is for people. */
  | { match: false; reason: string }
  /** A condition or the dedup key could not be evaluated. */
  | { error: StepError }

export type TriggerOptions = {
  /** What `$now()` gives, milliseconds since 1970: the time of the delivery. */
  now?: number
  vars?: JsonValue
  tenant?: JsonValue
  /** What people gave in the form of a button or a form trigger. */
  inputs?: JsonValue
  /** What happened has a key of its own, which replaces an empty dedup key. */
  hasOwnKey?: boolean
  limits?: Limits
  breathe?: () => Promise<void>
}

/** Decides whether a delivery starts a run and under which dedup key. */
export async function evaluateTrigger(
  playbook: Playbook,
  triggerKey: string,
  trigger: JsonValue,
  options: TriggerOptions = {},
): Promise<TriggerVerdict> {
  const { now = 0, vars = {}, tenant = {}, inputs = {}, limits, breathe } = options
  const definition = playbook.triggers.find(({ key }) => key === triggerKey)
  if (!definition) throw new Error(`The playbook ${playbook.playbook} has no trigger ${triggerKey}`)
  const scope = { trigger, vars, tenant, inputs }
  const bindings = { budget: createBudget(limits), now, seed: `trigger/${triggerKey}`, breathe }
  try {
    if (definition.when !== undefined) {
      const answer = await compileTemplate(definition.when).evaluate(scope, bindings)
      if (!isTruthy(answer)) return { match: false, reason: reasonOf(definition.when, answer) }
    }
    if (definition.dedup === undefined) return { match: true, dedup: null }
    // What has a key of its own, such as a mail without a Message-ID, isn't lost because the author's key is empty.
    const strict = options.hasOwnKey !== true
    const dedup = textOf(await compileTemplate(definition.dedup, { strict }).evaluate(scope, bindings))
    if (dedup !== '') return { match: true, dedup }
    if (!strict) return { match: true, dedup: null }
    const message = `The dedup key ${sourceOf(definition.dedup)} is empty`
    return { error: { code: 'trigger.empty_dedup', message, retryable: false } }
  } catch (thrown) {
    return { error: errorOf(thrown) }
  }
}

function reasonOf(when: string, answer: JsonValue | undefined): string {
  const outcome =
    answer === false
      ? 'is false'
      : answer === undefined
        ? 'returns nothing'
        : `is ${textOf(answer) || 'empty'}`
  return `The condition ${sourceOf(when)} ${outcome}`
}

function sourceOf(template: string): string {
  const whole = wholeExpression(splitTemplate(template))
  const text = (whole ? whole.source : template).replace(/\s+/g, ' ').trim()
  return text.length > 300 ? `${text.slice(0, 299)}…` : text
}
