import { useEffect, useId, useMemo, useState } from 'react'
import { useZone } from '../../ui/Times.tsx'
import type { AttackPlace } from './attack/attack.queries.ts'
import { DayHead } from './timeline/DayHead.tsx'
import type { TimelineItem } from './timeline/merged-timeline.ts'
import { daysOf } from './timeline/thread.ts'
import {
  attackKey,
  type DrawnDay,
  type ThreadRow,
  type ThreadRows,
  threadRows,
} from './timeline/thread-rows.ts'
import timeline from './timeline/Timeline.module.css'
import { useComments } from './timeline/useComments.ts'
import { useNamedRow } from './timeline/useNamedRow.ts'
import { useThreadWindow } from './timeline/useThreadWindow.ts'
import { useVisit } from './timeline/useVisit.ts'
import { firstSeen } from './timeline/visit.ts'
import { type SharedProps, TimelineRow } from './TimelineEntry.tsx'

const LOAD_AHEAD = 20

interface ThreadProps extends Omit<SharedProps, 'place' | 'comments' | 'before' | 'onToggle'> {
  place: AttackPlace
  items: readonly TimelineItem[]
  /** The attack event that the address names. */
  event: string | undefined
  /** Loads earlier entries; undefined while that isn’t possible. */
  onMore: (() => void) | undefined
  /** Whether they are loaded as the end comes into view. */
  isEndless: boolean
}

/** The entries by day, newest first. Only those in view are drawn. */
export function TimelineThread({ items, event, onMore, isEndless, ...own }: ThreadProps) {
  const { app, people, place, mayChange, workflowRuns } = own
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
    return { app, people, place: thread, mayChange, workflowRuns, comments, before, onToggle }
  }, [app, people, thread, mayChange, workflowRuns, comments, before])
  return <ThreadWindow {...{ rows, shared, event, onMore, isEndless }} />
}

function toggled(open: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(open)
  if (!next.delete(key)) next.add(key)
  return next
}

interface ThreadWindowProps extends Pick<ThreadProps, 'event' | 'onMore' | 'isEndless'> {
  rows: ThreadRows
  shared: SharedProps
}

function ThreadWindow({ rows, shared, event, onMore, isEndless }: ThreadWindowProps) {
  const id = useId()
  const named = event === undefined ? undefined : attackKey(event)
  const { list, virtual, days, last, namedIndex, isNamedDrawn } = useThreadWindow(rows, named)
  const count = rows.rows.length
  useNamedRow({
    key: named,
    index: namedIndex,
    isDrawn: isNamedDrawn,
    count,
    element: () => document.getElementById(`attack-event-${event}`),
    scrollTo: (index) => virtual.scrollToIndex(index, { align: 'center' }),
    onMore,
  })
  const wantsMore = isEndless && count > 0 && last >= count - LOAD_AHEAD
  useEffect(() => {
    if (wantsMore) onMore?.()
  }, [wantsMore, onMore])
  return (
    <div ref={list} className={timeline.thread} style={{ minHeight: virtual.getTotalSize() }}>
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
  )
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
  return (
    <section style={{ marginTop: head.gap }} aria-labelledby={headId}>
      <DayHead id={headId} day={day.day} count={day.count} index={head.index} measure={measure} />
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
