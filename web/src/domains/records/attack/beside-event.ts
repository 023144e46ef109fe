import type { AttackEventView } from '@caseloom/contract/records/attack-events'

/** The event before or after another, in the order in which they happened; the nearest end without another. */
export function besideEvent(
  events: readonly Pick<AttackEventView, 'id'>[],
  current: string | null,
  step: 1 | -1,
): string | null {
  const at = events.findIndex(({ id }) => id === current)
  if (at < 0) return (step === 1 ? events[0] : events.at(-1))?.id ?? null
  return events[at + step]?.id ?? null
}
