import type { Field } from '@caseloom/contract/field-types/fields'
import { dayIn, dayInstants } from '@caseloom/contract/filters/relative-dates'
import type { TimelineItem } from './merged-timeline.ts'

/** Items of one day in the reader's zone. */
export interface ThreadDay {
  day: string
  items: TimelineItem[]
}

/** The items by day, in their order: where batches overlap, a day can come twice. */
export function daysOf(items: readonly TimelineItem[], zone: string): ThreadDay[] {
  const days: ThreadDay[] = []
  // Zones are asked once a day, not once an entry.
  let [from, until] = [0, 0]
  for (const item of items) {
    const at = Date.parse(item.at)
    const last = days.at(-1)
    if (last !== undefined && at >= from && at < until) {
      last.items.push(item)
      continue
    }
    const day = dayIn(zone, new Date(at))
    const instants = dayInstants(day, zone)
    ;[from, until] = [Date.parse(instants.from), Date.parse(instants.until)]
    days.push({ day, items: [item] })
  }
  return days
}

export interface Burst {
  kind: 'burst'
  /** Three or more. */
  items: [TimelineItem, ...TimelineItem[]]
}
export type ThreadPart = { kind: 'one'; item: TimelineItem } | Burst

const BURST_MS = 5 * 60_000
const BURST_SIZE = 3

/** Entries in a row by the same actor, of the same kind, and within five minutes make one part. */
export function burstsOf(items: readonly TimelineItem[]): ThreadPart[] {
  const parts: ThreadPart[] = []
  for (let at = 0; at < items.length; ) {
    const [first, ...rest] = items.slice(at, endOfBurst(items, at))
    if (first === undefined) break
    if (rest.length + 1 >= BURST_SIZE) parts.push({ kind: 'burst', items: [first, ...rest] })
    else for (const item of [first, ...rest]) parts.push({ kind: 'one', item })
    at += rest.length + 1
  }
  return parts
}

/** The parts of a day, with the place above the item that the reader had seen; bursts end there. */
export function partsOf(
  items: readonly TimelineItem[],
  seen: TimelineItem | null,
): (ThreadPart | { kind: 'seen' })[] {
  const at = seen === null ? -1 : items.indexOf(seen)
  if (at < 0) return burstsOf(items)
  return [...burstsOf(items.slice(0, at)), { kind: 'seen' }, ...burstsOf(items.slice(at))]
}

function endOfBurst(items: readonly TimelineItem[], start: number): number {
  const first = items[start]
  const group = first === undefined ? null : groupOf(first)
  let end = start + 1
  if (first === undefined || group === null) return end
  for (let item = items[end]; item !== undefined; item = items[end]) {
    const isNear = Math.abs(Date.parse(first.at) - Date.parse(item.at)) <= BURST_MS
    if (!isNear || groupOf(item) !== group) break
    end += 1
  }
  return end
}

/** What folds together; comments, requests, clocks, and attack events are read one by one. */
function groupOf(item: TimelineItem): string | null {
  if (item.kind === 'attack' || item.kind === 'approval') return null
  if (item.kind === 'run') return `run ${item.run.playbook.id}`
  const { story } = item
  if (story?.of === 'clock') return null
  const { actor, action, link } = item.entry
  // A storm has many sources, and is one line.
  if (action === 'folded') return action
  return action === 'updated' || link !== undefined
    ? `${link === undefined ? (story?.of ?? '') : action} ${actor.kind} ${actor.id ?? actor.name} ${actor.runId ?? ''}`
    : null
}

/** Names of the fields that its entries changed, or by which other records link here, each once. */
export function burstFields({ items }: Burst, fields: readonly Pick<Field, 'key' | 'label'>[]): string[] {
  const nameOf = (key: string) => fields.find((one) => one.key === key)?.label ?? key
  const names = items.flatMap((item) => {
    if (item.kind !== 'change') return []
    const { link, changes } = item.entry
    return link === undefined ? changes.map(({ field }) => nameOf(field)) : [link.field.label]
  })
  return [...new Set(names)]
}
