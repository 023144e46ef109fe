import type { ApprovalSummary } from '@caseloom/contract/automation/approvals'
import type { RunSummary } from '@caseloom/contract/automation/automation'
import type { AttackEventView } from '@caseloom/contract/records/attack-events'
import type { ActorRef } from '@caseloom/contract/records/records'
import { TIMELINE_CLOCKS, type TimelineKind } from '@caseloom/contract/records/timeline'
import type { ChangeItem } from './story.ts'

/** What lies beside the changes of a record, at a time of its own. */
export type BesideItem =
  | { kind: 'attack'; at: string; event: AttackEventView }
  | { kind: 'run'; at: string; run: RunSummary }
  | { kind: 'approval'; at: string; approval: ApprovalSummary; hasEnded: boolean }
export type TimelineItem = ChangeItem | BesideItem

export const CLOCKS = TIMELINE_CLOCKS
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

/** How far back a list is loaded, newest first. */
export interface Loaded {
  /** The time of its last item; null without any. */
  last: string | null
  hasMore: boolean
}
export const WHOLE: Loaded = { last: null, hasMore: false }

/** What lies before this instant isn't known yet. */
export function knownFrom({ last, hasMore }: Loaded): number {
  if (!hasMore) return Number.NEGATIVE_INFINITY
  return last === null ? Number.POSITIVE_INFINITY : Date.parse(last)
}

/** Changes and what lies beside them in one list, newest first, as far back as all of it is loaded. */
export function mergedTimeline(
  changes: readonly ChangeItem[],
  beside: readonly BesideItem[],
  loaded: { changes: Loaded; runs: Loaded } = { changes: WHOLE, runs: WHOLE },
): TimelineItem[] {
  // Changes can be out of order by a little: their own end cuts none of them off.
  const runsFrom = knownFrom(loaded.runs)
  const from = Math.max(runsFrom, knownFrom(loaded.changes))
  const items: TimelineItem[] = []
  const left = beside.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  let next = 0
  const takeAfter = (at: number) => {
    for (let item = left[next]; item !== undefined && Date.parse(item.at) >= at; item = left[next]) {
      items.push(item)
      next += 1
    }
  }
  for (const change of changes) {
    const at = Date.parse(change.at)
    if (at < runsFrom) break
    takeAfter(at)
    items.push(change)
  }
  takeAfter(from)
  return items
}

const STORY_KINDS = { clock: 'sla', tasks: 'tasks', files: 'files', links: 'links' } as const
/** Entries that are about files or other records as a whole. */
const ACTION_KINDS: Partial<Record<ChangeItem['entry']['action'], TimelineKind>> = {
  file_added: 'files',
  file_removed: 'files',
  merged: 'links',
  unmerged: 'links',
}

/**
 * Stories have kinds of their own. Other changes and requests of a playbook belong to its runs, what people decide to
 * them, changes of the product to the record.
 */
export function kindOf(item: TimelineItem): TimelineKind {
  if (item.kind === 'attack') return 'attack'
  if (item.kind === 'run') return 'runs'
  if (item.kind === 'approval') return item.hasEnded && item.approval.decidedBy.length > 0 ? 'people' : 'runs'
  if (item.story !== undefined) return STORY_KINDS[item.story.of]
  const { actor, action } = item.entry
  const own = ACTION_KINDS[action]
  if (own !== undefined) return own
  return actor.kind === 'user' ? 'people' : actor.kind === 'playbook' ? 'runs' : 'record'
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

/** The items of these kinds; all without any. */
export function ofKinds(
  items: readonly TimelineItem[],
  kinds: readonly TimelineKind[],
): readonly TimelineItem[] {
  return kinds.length === 0 ? items : items.filter((item) => kinds.includes(kindOf(item)))
}

/** How many items each kind has. */
export function kindCounts(items: readonly TimelineItem[]): Record<TimelineKind, number> {
  const counts = { attack: 0, people: 0, runs: 0, sla: 0, tasks: 0, files: 0, links: 0, record: 0 }
  for (const item of items) counts[kindOf(item)] += 1
  return counts
}
