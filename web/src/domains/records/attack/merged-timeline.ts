import type { AttackEventView } from '@caseloom/contract/records/attack-events'
import type { HistoryEntry } from '@caseloom/contract/records/records'

export type TimelineItem =
  | { kind: 'change'; at: string; entry: HistoryEntry }
  | { kind: 'attack'; at: string; event: AttackEventView }

/**
 * Changes and attack events in one list, newest first. While more changes can be loaded, events from before the last
 * loaded one wait: what lies between isn't known yet.
 */
export function mergedTimeline(
  entries: readonly HistoryEntry[],
  events: readonly AttackEventView[],
  isWhole: boolean,
): TimelineItem[] {
  const items: TimelineItem[] = []
  const left = events.toSorted((a, b) => Date.parse(b.happenedAt) - Date.parse(a.happenedAt))
  const takeAfter = (at: number) => {
    for (let event = left[0]; event !== undefined && Date.parse(event.happenedAt) >= at; event = left[0]) {
      items.push({ kind: 'attack', at: event.happenedAt, event })
      left.shift()
    }
  }
  for (const entry of entries) {
    takeAfter(Date.parse(entry.at))
    items.push({ kind: 'change', at: entry.at, entry })
  }
  if (isWhole) takeAfter(Number.NEGATIVE_INFINITY)
  return items
}

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
