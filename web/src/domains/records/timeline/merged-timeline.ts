import type { RunSummary } from '@caseloom/contract/automation/automation'
import type { AttackEventView } from '@caseloom/contract/records/attack-events'
import type { ActorRef, HistoryEntry } from '@caseloom/contract/records/records'

/** What lies beside the changes of a record, at a time of its own. */
export type BesideItem =
  | { kind: 'attack'; at: string; event: AttackEventView }
  | { kind: 'run'; at: string; run: RunSummary }
export type TimelineItem = { kind: 'change'; at: string; entry: HistoryEntry } | BesideItem

export const CLOCKS = ['happened', 'recorded'] as const
export type Clock = (typeof CLOCKS)[number]

/** Attack events at the time they happened or were recorded, and runs at their start. */
export function besideItems(
  events: readonly AttackEventView[],
  runs: readonly RunSummary[],
  clock: Clock = 'happened',
): BesideItem[] {
  return [
    ...events.map((event) => ({
      kind: 'attack' as const,
      at: clock === 'happened' ? event.happenedAt : event.recordedAt,
      event,
    })),
    ...runs.map((run) => ({ kind: 'run' as const, at: run.startedAt, run })),
  ]
}

/**
 * Changes and what lies beside them in one list, newest first. While more changes can be loaded, items from before the
 * last loaded one wait: what lies between isn't known yet.
 */
export function mergedTimeline(
  entries: readonly HistoryEntry[],
  beside: readonly BesideItem[],
  isWhole: boolean,
): TimelineItem[] {
  const items: TimelineItem[] = []
  const left = beside.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  const takeAfter = (at: number) => {
    for (let item = left[0]; item !== undefined && Date.parse(item.at) >= at; item = left[0]) {
      items.push(item)
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

export const LANES = ['attack', 'people', 'runs', 'record'] as const
export type Lane = (typeof LANES)[number]

/** Changes of a playbook belong to its runs, those of the product to the record. */
export function laneOf(item: TimelineItem): Lane {
  if (item.kind === 'attack') return 'attack'
  if (item.kind === 'run') return 'runs'
  const { kind } = item.entry.actor
  return kind === 'user' ? 'people' : kind === 'playbook' ? 'runs' : 'record'
}

/** The user who did or recorded it; null for playbooks and the product. */
export function personOf(item: TimelineItem): ActorRef | null {
  const actor = item.kind === 'attack' ? item.event.by : item.kind === 'change' ? item.entry.actor : null
  return actor?.kind === 'user' && actor.id !== null ? actor : null
}

/** Everyone in the list, by name. */
export function peopleIn(items: readonly TimelineItem[]): { id: string; name: string }[] {
  const found = new Map<string, string>()
  for (const item of items) {
    const person = personOf(item)
    if (person !== null && person.id !== null && !found.has(person.id)) found.set(person.id, person.name)
  }
  return [...found].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name))
}

/** The items of a person; all without one. */
export function itemsOf(
  items: readonly TimelineItem[],
  personId: string | undefined,
): readonly TimelineItem[] {
  return personId === undefined ? items : items.filter((item) => personOf(item)?.id === personId)
}

/** How many items each lane has. */
export function laneCounts(items: readonly TimelineItem[]): Record<Lane, number> {
  const counts = { attack: 0, people: 0, runs: 0, record: 0 }
  for (const item of items) counts[laneOf(item)] += 1
  return counts
}
