import type { TimelineItem } from './merged-timeline.ts'
import { type Burst, partsOf, type ThreadDay } from './thread.ts'

/** A line of the thread. Keys stay the same when other lines come and go. */
export type ThreadRow =
  | { kind: 'day'; key: string; day: string; count: number }
  | { kind: 'seen'; key: string }
  | { kind: 'burst'; key: string; burst: Burst; isOpen: boolean }
  | { kind: 'entry'; key: string; item: TimelineItem }

export interface ThreadRows {
  rows: ThreadRow[]
  /** By row, the index of its day’s heading. */
  heads: number[]
}

/** The lines of all days; those of a burst follow it while it is open. */
export function threadRows(
  days: readonly ThreadDay[],
  seen: TimelineItem | null,
  open: ReadonlySet<string>,
): ThreadRows {
  const rows: ThreadRow[] = []
  const heads: number[] = []
  const times = new Map<string, number>()
  for (const { day, items } of days) {
    const head = rows.length
    const add = (row: ThreadRow) => {
      rows.push(row)
      heads.push(head)
    }
    // Where batches overlap, a day comes twice.
    const time = (times.get(day) ?? 0) + 1
    times.set(day, time)
    add({ kind: 'day', key: `day ${day} ${time}`, day, count: items.length })
    for (const part of partsOf(items, seen)) {
      if (part.kind === 'seen') add({ kind: 'seen', key: 'seen' })
      else if (part.kind === 'one') add(entryRow(part.item))
      else for (const row of burstRows(part, open)) add(row)
    }
  }
  return { rows, heads }
}

/** One entry of an open burst names it: it can grow at both ends, as earlier pages and new entries arrive. */
function burstRows(burst: Burst, open: ReadonlySet<string>): ThreadRow[] {
  const keys = burst.items.map(burstKey)
  const opened = keys.find((key) => open.has(key))
  const key = opened ?? keys.at(-1) ?? burstKey(burst.items[0])
  const row: ThreadRow = { kind: 'burst', key, burst, isOpen: opened !== undefined }
  return row.isOpen ? [row, ...burst.items.map(entryRow)] : [row]
}

const burstKey = (item: TimelineItem) => `burst ${itemKey(item)}`

function entryRow(item: TimelineItem): ThreadRow {
  return { kind: 'entry', key: itemKey(item), item }
}

export const attackKey = (eventId: string) => `attack ${eventId}`

function itemKey(item: TimelineItem): string {
  if (item.kind === 'attack') return attackKey(item.event.id)
  if (item.kind === 'run') return `run ${item.run.id}`
  if (item.kind === 'approval') return `approval ${item.approval.id} ${item.hasEnded}`
  const { entry, story } = item
  const { version, action, comment, link } = entry
  const own = story?.of === 'clock' ? `clock ${story.field.key} ${story.event.do}` : (story?.of ?? '')
  return `${version} ${item.at} ${action} ${comment?.id ?? ''} ${link?.record.id ?? ''} ${link?.field.key ?? ''} ${own}`
}

const DAY_PX = 28
const LINE_PX = 32
const SUB_LINE_PX = 22
const COMMENT_PX = 96

/** About how tall a row is before it has been drawn. */
export function estimatedSize(row: ThreadRow | undefined): number {
  if (row === undefined || row.kind === 'day' || row.kind === 'seen') return DAY_PX
  if (row.kind === 'burst') return LINE_PX
  const { item } = row
  if (item.kind !== 'change') return LINE_PX + SUB_LINE_PX
  if (item.entry.action === 'commented') return COMMENT_PX
  if (item.story !== undefined) return LINE_PX
  return LINE_PX + SUB_LINE_PX * item.entry.changes.length
}

/** The rows to draw in their order: those in view, with the headings of their days. */
export function drawnRows(wanted: Iterable<number>, heads: readonly number[]): number[] {
  const drawn = new Set<number>()
  for (const index of wanted) {
    const head = heads[index]
    if (head !== undefined) drawn.add(head).add(index)
  }
  return [...drawn].toSorted((a, b) => a - b)
}

/** The newest and the oldest entry of these rows; null without any. */
export function viewOf(
  rows: readonly ThreadRow[],
  first: number,
  last: number,
): { newest: number; oldest: number } | null {
  const shown = rows.slice(first, last + 1)
  const newest = shown.map(newestOf).find((at) => at !== null)
  const oldest = shown.map(oldestOf).findLast((at) => at !== null)
  return newest === undefined || oldest === undefined ? null : { newest, oldest }
}

/** The first row that has something from before a time; the last row without one. */
export function rowBefore(rows: readonly ThreadRow[], at: number): number {
  const index = rows.findIndex((row) => (oldestOf(row) ?? at) < at)
  return index < 0 ? rows.length - 1 : index
}

/** Null for rows that have no entry. */
function oldestOf(row: ThreadRow): number | null {
  if (row.kind === 'entry') return Date.parse(row.item.at)
  if (row.kind === 'burst') return Date.parse((row.burst.items.at(-1) ?? row.burst.items[0]).at)
  return null
}

function newestOf(row: ThreadRow): number | null {
  return row.kind === 'burst' ? Date.parse(row.burst.items[0].at) : oldestOf(row)
}

interface Drawn {
  index: number
  start: number
  end: number
}

export interface DrawnRow {
  index: number
  /** Room above it for rows that aren’t drawn. */
  gap: number
}

/** Rows below the heading of their day, each with the room that others leave above it. */
export interface DrawnDay {
  head: DrawnRow
  rows: DrawnRow[]
}

export function drawnDays(drawn: readonly Drawn[], heads: readonly number[], top: number): DrawnDay[] {
  const days: DrawnDay[] = []
  let end = top
  for (const { index, start, end: own } of drawn) {
    const row = { index, gap: Math.max(0, start - end) }
    if (heads[index] === index) days.push({ head: row, rows: [] })
    else days.at(-1)?.rows.push(row)
    end = own
  }
  return days
}
