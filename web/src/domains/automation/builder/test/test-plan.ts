import type { ActionView, StepStub } from '@caseloom/contract/builder'
import type { JsonObject, JsonValue } from '@caseloom/contract/json'
import type { Samples } from '../expression/known-names.ts'
import { isObject, stepsOf } from '../places.ts'
import { sampleOf } from './sample-of.ts'

/** A step that does something outside, with how a test may do it. */
export interface EffectStep {
  key: string
  title: string
  /** Title of its action. */
  action: string
  /** Name of its action. */
  name: string
  /** What it gave in the run that examples come from. */
  recorded: JsonValue | undefined
}

/** The steps of a document that do something outside or ask people. */
export function effectSteps(
  document: JsonObject,
  actionOf: (name: string) => ActionView | undefined,
  samples: Samples,
): EffectStep[] {
  return stepsOf(document).flatMap(({ key, step }) => {
    const name = String(step['action'] ?? '')
    const action = actionOf(name)
    if (action !== undefined && action.kind !== 'effect' && action.kind !== 'listen') return []
    const title = typeof step['title'] === 'string' ? step['title'] : key
    return [{ key, title, action: action?.title ?? name, name, recorded: samples.steps[key]?.output }]
  })
}

/** How a step without a choice of its own is done: with what it gave before, else with a sample of its output. */
export function usualStub(step: EffectStep, action: ActionView | undefined): StepStub {
  if (step.recorded !== undefined) return { use: 'output', output: step.recorded }
  const output = action?.output
  return { use: 'output', output: output === null || output === undefined ? {} : sampleOf(output) }
}

/** What a trigger gives, as a test takes it: of a webhook the body stands apart from headers and query. */
export function givenOf(kind: string | null, trigger: JsonValue | undefined) {
  const value = trigger ?? {}
  if ((kind !== 'webhook' && kind !== null) || !isObject(value))
    return { payload: value, headers: {}, query: {} }
  const { body, headers, query } = value
  const texts = isObject(headers)
    ? Object.entries(headers).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : []))
    : []
  return {
    payload: body ?? value,
    headers: Object.fromEntries(texts) as Record<string, string>, // each value was just seen to be a text
    query: isObject(query) ? query : {},
  }
}
