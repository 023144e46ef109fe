import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Edge, Step, Trigger } from '@caseloom/playbook/document'
import { edgesOf } from '../model/edges.ts'
import { isObject, listAt, valueAt } from '../model/places.ts'

/** What the layout needs of a draft. Drafts can be invalid: unknown parts are skipped. */
export interface Drawn {
  steps: Step[]
  triggers: Trigger[]
  onError?: { steps: Step[] }
}

export function drawnOf(document: JsonObject): Drawn {
  const seen = new Set<string>()
  const steps = readSteps(listAt(document, ['steps']), seen)
  const triggers = listAt(document, ['triggers']).flatMap(readTrigger)
  const handler = valueAt(document, ['onError', 'steps'])
  return Array.isArray(handler)
    ? { steps, triggers, onError: { steps: readSteps(handler, seen) } }
    : { steps, triggers }
}

function readTrigger(value: JsonValue): Trigger[] {
  if (!isObject(value) || typeof value['key'] !== 'string') return []
  const { key, kind, title } = value
  const shown = {
    key,
    kind: typeof kind === 'string' ? kind : '',
    ...(typeof title === 'string' ? { title } : {}),
  }
  return [shown as Trigger]
}

function readSteps(list: readonly JsonValue[], seen: Set<string>): Step[] {
  return list.flatMap((value): Step[] => {
    if (!isObject(value)) return []
    const { key, action, title } = value
    if (typeof key !== 'string' || key === '' || seen.has(key)) return []
    seen.add(key)
    const step: Step = {
      key,
      action: typeof action === 'string' ? action : '',
      ...(typeof title === 'string' && title !== '' ? { title } : {}),
      with: {},
      after: edgesOf(value).map(readEdge),
      join: 'all',
    }
    for (const name of ['steps', 'catch', 'finally'] as const) {
      const held = value[name]
      if (Array.isArray(held)) step[name] = readSteps(held, seen)
    }
    const branches = value['branches']
    if (Array.isArray(branches)) {
      step.branches = branches.filter(isObject).map((branch, index) => ({
        key: typeof branch['key'] === 'string' ? branch['key'] : String(index),
        ...(typeof branch['title'] === 'string' ? { title: branch['title'] } : {}),
        steps: readSteps(Array.isArray(branch['steps']) ? branch['steps'] : [], seen),
      }))
    }
    return [step]
  })
}

function readEdge(edge: JsonObject & { step: string }): Edge {
  const { step, on, when } = edge
  const cases = edge['case']
  const names =
    typeof cases === 'string'
      ? cases
      : Array.isArray(cases)
        ? cases.filter((one) => typeof one === 'string')
        : []
  return {
    step,
    on: on === 'failure' || on === 'complete' ? on : 'success',
    ...(typeof when === 'string' ? { when } : {}),
    ...(names.length === 0 ? {} : { case: names }),
  }
}

/** Drafts with the same structure share a layout: titles and inputs do not move anything. */
export function structureOf({ steps, triggers, onError }: Drawn): string {
  return JSON.stringify([triggers.map(({ key }) => key), steps, onError?.steps], (name, value: unknown) =>
    name === 'title' || name === 'with' || name === 'join' ? undefined : value,
  )
}
