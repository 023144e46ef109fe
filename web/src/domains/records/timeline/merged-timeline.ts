import type { ApprovalSummary } from '@caseloom/contract/automation/approvals'
import type { RunSummary } from '@caseloom/contract/automation/automation'
import type { AttackEventView } from '@caseloom/contract/records/attack-events'
import type { ActorRef, HistoryEntry } from '@caseloom/contract/records/records'

/** What lies beside the changes of a record, at a time of its own. */
export type BesideItem =
  | { kind: 'attack'; at: string; event: AttackEventView }
  | { kind: 'run'; at: string; run: RunSummary }
  | { kind: 'approval'; at: string; approval: ApprovalSummary; hasEnded: boolean }
export type TimelineItem = { kind: 'change'; at: string; entry: HistoryEntry } | BesideItem

export const CLOCKS = ['happened', 'recorded'] as const
export type Clock = (typeof CLOCKS)[number]

interface Beside {
  events: readonly AttackEventView[]
  runs: readonly RunSummary[]
  approvals: readonly ApprovalSummary[]
}

/** Attack events at the time they happened or were recorded, runs at their start, and requests when asked and when ended. */
export function besideItems({ events, runs, approvals }: Beside, clock: Clock = 'happened'): BesideItem[] {
  return [
    ...events.map((event) => ({
      kind: 'attack' as const,
      at: clock === 'happened' ? event.happenedAt : event.recordedAt,
      event,
    })),
    ...runs.map((run) => ({ kind: 'run' as const, at: run.startedAt, run })),
    ...approvals.flatMap((approval) => {
      const asked = { kind: 'approval' as const, at: approval.openedAt, approval, hasEnded: false }
      const { decidedAt: at } = approval
      return at === null ? [asked] : [asked, { ...asked, at, hasEnded: true }]
    }),
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

/** Changes and requests of a playbook belong to its runs, what people decide to them, changes of the product to the record. */
export function laneOf(item: TimelineItem): Lane {
  if (item.kind === 'attack') return 'attack'
  if (item.kind === 'run') return 'runs'
  if (item.kind === 'approval') return item.hasEnded && item.approval.decidedBy.length > 0 ? 'people' : 'runs'
  const { kind } = item.entry.actor
  return kind === 'user' ? 'people' : kind === 'playbook' ? 'runs' : 'record'
}

interface Person {
  id: string
  name: string
}

/** The users who did, recorded, or decided it; none for playbooks and the product. */
export function peopleOf(item: TimelineItem): Person[] {
  if (item.kind === 'approval')
    return item.hasEnded
      ? item.approval.decidedBy.flatMap(({ id, name }) => (id === null ? [] : [{ id, name }]))
      : []
  const actor: ActorRef | null =
    item.kind === 'attack' ? item.event.by : item.kind === 'change' ? item.entry.actor : null
  return actor?.kind === 'user' && actor.id !== null ? [{ id: actor.id, name: actor.name }] : []
}

/** Everyone in the list, by name. */
export function peopleIn(items: readonly TimelineItem[]): Person[] {
  const found = new Map<string, string>()
  for (const { id, name } of items.flatMap(peopleOf)) if (!found.has(id)) found.set(id, name)
  return [...found].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name))
}

/** The items of a person; all without one. */
export function itemsOf(
  items: readonly TimelineItem[],
  personId: string | undefined,
): readonly TimelineItem[] {
  return personId === undefined
    ? items
    : items.filter((item) => peopleOf(item).some(({ id }) => id === personId))
}

/** The items of a lane; all without one. */
export function inLane(items: readonly TimelineItem[], lane: Lane | null): readonly TimelineItem[] {
  return lane === null ? items : items.filter((item) => laneOf(item) === lane)
}

/** How many items each lane has. */
export function laneCounts(items: readonly TimelineItem[]): Record<Lane, number> {
  const counts = { attack: 0, people: 0, runs: 0, record: 0 }
  for (const item of items) counts[laneOf(item)] += 1
  return counts
}
