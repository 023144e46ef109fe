import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { FormContext } from './form-context.ts'

/** What a momentary value means: the actor, now, or today in the zone that counts. */
export function momentOf(
  name: JsonValue,
  { now, zone, actor }: FormContext,
  own: string | undefined,
): JsonValue {
  if (name === 'me') return actor.id
  if (name === 'now') return now
  const instant = Temporal.Instant.from(now)
  return instant
    .toZonedDateTimeISO(own ?? zone ?? 'UTC')
    .toPlainDate()
    .toString()
}
