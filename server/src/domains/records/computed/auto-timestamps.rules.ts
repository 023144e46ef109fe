import type { JsonValue } from '@caseloom/contract/json'
import { recordMatches } from '../filters/filter-match.rules.ts'
import type { Derivation, Values } from '../model/record-shape.ts'

/** Date-times that take the moment in which their condition begins to hold. */
export function autoTimestamps({ app, before, record, moment }: Derivation): Values {
  const values: Record<string, JsonValue> = {}
  for (const { key, definition } of app.fields) {
    if (!('stamp' in definition) || definition.stamp === undefined) continue
    const { when, keep } = definition.stamp
    if (keep === 'first' && (record.values[key] ?? null) !== null) continue
    const begins =
      recordMatches(app, when, record, moment) &&
      (before === null || !recordMatches(app, when, before, moment))
    if (begins) values[key] = moment.now.toISOString()
  }
  return values
}
