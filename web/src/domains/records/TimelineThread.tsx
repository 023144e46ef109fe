import { useEffect, useId, useMemo, useState } from 'react'
import { useZone } from '../../ui/Times.tsx'
import type { AttackPlace } from './attack/attack.queries.ts'
import { DayHead } from './timeline/DayHead.tsx'
import { LaneThreads } from './timeline/LaneThreads.tsx'
import { lanesStyle } from './timeline/lane-style.ts'
import type { TimelineItem } from './timeline/merged-timeline.ts'
import type { Rail } from './timeline/rail-scale.ts'
import { daysOf } from './timeline/thread.ts'
import {
  attackKey,
  type DrawnDay,
  type ThreadRow,
  type ThreadRows,
  threadRows,
  viewOf,
} from './timeline/thread-rows.ts'
import timeline from './timeline/Timeline.module.css'
import { TimeRail } from './timeline/TimeRail.tsx'
import { useComments } from './timeline/useComments.ts'
import type { useJumps } from './timeline/useJumps.ts'
import { useNamedRow } from './timeline/useNamedRow.ts'
import { useTarget } from './timeline/useTarget.ts'
import { useThreadWindow } from './timeline/useThreadWindow.ts'
import { useVisit } from './timeline/useVisit.ts'
import { firstSeen } from './timeline/visit.ts'
import { type SharedProps, TimelineRow } from './TimelineEntry.tsx'

const LOAD_AHEAD = 20

/** What the thread needs to be read elsewhere. */
interface Elsewhere {
  rail: Rail | null
  jumps: ReturnType<typeof useJumps>
  /** The items are those of another part of the history. */
  isStale: boolean
  /** What is loaded reaches back to here; everything when null. */
  loadedTo: number | null
}

interface ThreadProps extends Omit<SharedProps, 'place' | 'comments' | 'before' | 'onToggle'>, Elsewhere {
  place: AttackPlace
  items: readonly TimelineItem[]
  /** The attack event that the address names. */
  event: string | undefined
  /** Loads earlier entries; undefined while that isn’t possible. */
  onMore: (() => void) | undefined
  /** Whether they are loaded as the end comes into view. */
  isEndless: boolean
}

/** The entries by day, newest first, in one thread or in lanes. Only those in view are drawn. */
export function TimelineThread(props: ThreadProps) {
  const { items, event, onMore, isEndless, rail, jumps, isStale, loadedTo, ...own } = props
  const { app, people, place, mayChange, workflowRuns, lanes } = own
  const zone = useZone()
  const { tenantId, appId, recordId } = place
  const thread = useMemo(() => ({ tenantId, appId, recordId, field: null }), [tenantId, appId, recordId])
  const comments = useComments(thread)
  const before = useVisit(people.me, recordId)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => {
    const seen = before === null ? null : firstSeen(items, before, people.me)
    return threadRows(daysOf(items, zone), seen, open)
  }, [items, zone, before, people.me, open])
  const shared = useMemo(() => {
    const onToggle = (burst: string) => setOpen((now) => toggled(now, burst))
    return { app, people, place: thread, mayChange, workflowRuns, comments, before, lanes, onToggle }
  }, [app, people, thread, mayChange, workflowRuns, comments, before, lanes])
  return <ThreadWindow {...{ rows, shared, event, onMore, isEndless, rail, jumps, isStale, loadedTo }} />
}

function toggled(open: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(open)
  if (!next.delete(key)) next.add(key)
  return next
}

interface ThreadWindowProps extends Pick<ThreadProps, 'event' | 'onMore' | 'isEndless'>, Elsewhere {
  rows: ThreadRows
  shared: SharedProps
}

function ThreadWindow(props: ThreadWindowProps) {
  const { rows, shared, event, rail, jumps } = props
  const id = useId()
  const named = event === undefined ? undefined : attackKey(event)
  const thread = useThreadWindow(rows, named)
  const { list, virtual, days, first, last } = thread
  useReading(props, named, thread)
  const show = (at: number, isMoving: boolean) => {
    if (!isMoving || jumps.isLoaded(at)) jumps.jump(at)
  }
  return (
    <>
      {rail !== null && rail.steps.length > 1 && (
        <TimeRail rail={rail} view={viewOf(rows.rows, first, last)} onJump={show} />
      )}
      <div
        ref={list}
        className={timeline.thread}
        data-lanes={shared.lanes?.join(' ')}
        style={{ minHeight: virtual.getTotalSize(), ...lanesStyle(shared.lanes) }}
      >
        {days.map((day) => (
          <Day
            key={rows.rows[day.head.index]?.key}
            headId={`${id}-${day.head.index}`}
            {...{ day, shared }}
            rows={rows.rows}
            measure={virtual.measureElement}
          />
        ))}
      </div>
    </>
  )
}

/** Leads to what the address or the rail names, and loads what is read next. */
function useReading(
  { rows: { rows }, event, onMore, isEndless, jumps, isStale, loadedTo }: ThreadWindowProps,
  named: string | undefined,
  { virtual, first, last, namedIndex, isNamedDrawn }: ReturnType<typeof useThreadWindow>,
): void {
  const { target, onNewer } = jumps
  const count = rows.length
  useNamedRow({
    key: named,
    index: namedIndex,
    isDrawn: isNamedDrawn,
    count,
    element: () => document.getElementById(`attack-event-${event}`),
    scrollTo: (index) => virtual.scrollToIndex(index, { align: 'center' }),
    onMore,
  })
  const scrollTo = (index: number) => virtual.scrollToIndex(index, { align: 'start' })
  useTarget({ target, rows, isStale, loadedTo, scrollTo, onMore })
  const canLoad = isEndless && count > 0
  const wantsMore = canLoad && last >= count - LOAD_AHEAD
  const wantsNewer = canLoad && first <= LOAD_AHEAD && !isStale
  useEffect(() => {
    if (wantsMore) onMore?.()
  }, [wantsMore, onMore])
  useEffect(() => {
    if (wantsNewer) onNewer?.()
  }, [wantsNewer, onNewer])
}

interface DayProps {
  day: DrawnDay
  headId: string
  rows: readonly ThreadRow[]
  shared: SharedProps
  measure: (element: HTMLElement | null) => void
}

function Day({ day: { head, rows: drawn }, headId, rows, shared, measure }: DayProps) {
  const day = rows[head.index]
  if (day?.kind !== 'day') return null
  const { lanes } = shared
  return (
    <section style={{ marginTop: head.gap }} aria-labelledby={headId}>
      <DayHead
        id={headId}
        {...{ day: day.day, count: day.count, index: head.index, measure }}
        threads={lanes !== null && <LaneThreads lanes={lanes} lane={null} row={head.index} />}
      />
      <ol className={timeline.rows}>
        {drawn.map(({ index, gap }) => {
          const row = rows[index]
          if (row === undefined || row.kind === 'day') return null
          return <TimelineRow key={row.key} {...{ row, index, gap, shared, measure }} />
        })}
      </ol>
    </section>
  )
}
