import type { ActionView, StepStub } from '@caseloom/contract/automation/builder'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Samples } from '../expression/known-names.ts'
import { isObject, stepsOf } from '../model/places.ts'
import { sampleOf } from './sample-of.ts'

export interface EffectStep {
  key: string
  title: string
  action: string
  name: string
  /** Reaches nothing outside: it computes, or reads and makes files. */
  local: ActionView['local']
  recorded: JsonValue | undefined
}

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
    const recorded = samples.steps[key]?.output
    return [{ key, title, action: action?.title ?? name, name, local: action?.local ?? null, recorded }]
  })
}

/**
 * Default for a step: real where it reaches nothing outside, but not for a file that the test made up; otherwise, its
 * recorded output or a sample of its schema.
 */
export function usualStub(step: EffectStep, action: ActionView | undefined, ofMadeUp = false): StepStub {
  if (step.local !== null && !(step.local === 'files' && ofMadeUp)) return { use: 'real' }
  if (step.recorded !== undefined) return { use: 'output', output: step.recorded }
  const output = action?.output
  return { use: 'output', output: output === null || output === undefined ? {} : sampleOf(output) }
}

/** Trigger payload in the form a test expects: for webhooks, the body is separate from headers and query. */
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
    headers: Object.fromEntries(texts) as Record<string, string>,
    query: isObject(query) ? query : {},
  }
}
