import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { stepsOf } from './places.ts'

/** Comment places of triggers and steps; independent of a step's position. */
export function placesOf(triggers: readonly JsonObject[], steps: JsonObject[]): string[] {
  return [
    ...triggers.map((trigger) => `triggers/${String(trigger['key'])}`),
    ...stepsOf({ steps }).map(({ key }) => `steps/${key}`),
  ]
}

/** Moves comments to the places of renamed steps and triggers. */
export function commentsAt(
  comments: JsonObject,
  names: { steps: ReadonlyMap<string, string>; triggers: ReadonlyMap<string, string> },
): JsonObject {
  const entries = Object.entries(comments).map(([place, comment]): [string, JsonValue] => {
    const [list = '', key = '', ...rest] = place.split('/')
    const next = (list === 'triggers' ? names.triggers : names.steps).get(key) ?? key
    return [[list, next, ...rest].join('/'), comment]
  })
  return Object.fromEntries(entries)
}
