import type { JsonObject, JsonValue } from '@caseloom/contract/json'
import { stepsOf } from './places.ts'

/** Places of triggers, steps and the steps in them; those of a step are the same wherever it stands. */
export function placesOf(triggers: readonly JsonObject[], steps: JsonObject[]): string[] {
  return [
    ...triggers.map((trigger) => `triggers/${String(trigger['key'])}`),
    ...stepsOf({ steps }).map(({ key }) => `steps/${key}`),
  ]
}

/** Comments at the places of their steps and triggers under new keys. */
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
