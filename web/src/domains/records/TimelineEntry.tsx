import type { AppView } from '@caseloom/contract/apps/apps'
import { memo } from 'react'
import type { People } from '../../field-types/field-type.ts'
import { AttackEventEntry } from './attack/AttackEventEntry.tsx'
import { ChangeEntry } from './ChangeEntry.tsx'
import type { ThreadPlace } from './comments/comments.queries.ts'
import { ApprovalEntry } from './timeline/ApprovalEntry.tsx'
import { BurstEntry } from './timeline/BurstEntry.tsx'
import { CommentEntry } from './timeline/CommentEntry.tsx'
import { type Lane, laneOf } from './timeline/lanes.ts'
import { LaneThreads } from './timeline/LaneThreads.tsx'
import { markStyle } from './timeline/lane-style.ts'
import { kindOf, type TimelineItem } from './timeline/merged-timeline.ts'
import { NewSince } from './timeline/NewSince.tsx'
import { RunEntry } from './timeline/RunEntry.tsx'
import { StoryEntry } from './timeline/StoryEntry.tsx'
import type { ThreadRow } from './timeline/thread-rows.ts'
import classes from './timeline/Timeline.module.css'
import type { TimelineComments } from './timeline/useComments.ts'

/** What all entries of a timeline share; the same object as long as none of it changes. */
export interface SharedProps {
  app: AppView
  people: People
  /** The record with its own thread of comments. */
  place: ThreadPlace
  mayChange: boolean
  workflowRuns: ReadonlyMap<number, string>
  comments: TimelineComments
  /** The end of the reader’s last visit. */
  before: number | null
  /** Null for one thread. */
  lanes: readonly Lane[] | null
  onToggle: (burst: string) => void
}

interface TimelineRowProps {
  row: Exclude<ThreadRow, { kind: 'day' }>
  index: number
  gap: number
  shared: SharedProps
  measure: (element: HTMLElement | null) => void
}

/** A line of the thread below the heading of its day. */
export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { row, index, gap, shared, measure } = props
  const { lanes } = shared
  const lane = lanes === null ? null : laneOfRow(row)
  return (
    <li
      ref={measure}
      data-index={index}
      data-row={row.key}
      className={classes.row}
      style={{ ...(gap === 0 ? {} : { marginTop: gap }), ...markStyle(lanes, lane) }}
    >
      {lanes !== null && <LaneThreads {...{ lanes, lane }} row={index} />}
      <Line row={row} shared={shared} />
    </li>
  )
})

function laneOfRow(row: TimelineRowProps['row']): Lane | null {
  if (row.kind === 'seen') return null
  return laneOf(kindOf(row.kind === 'entry' ? row.item : row.burst.items[0]))
}

function Line({ row, shared }: Pick<TimelineRowProps, 'row' | 'shared'>) {
  const { app, people, before, onToggle } = shared
  if (row.kind === 'seen') return <NewSince at={before ?? 0} />
  if (row.kind === 'entry') return <Entry item={row.item} shared={shared} />
  const { key, burst, isOpen } = row
  return <BurstEntry {...{ app, burst, isOpen }} me={people.me} onToggle={() => onToggle(key)} />
}

function Entry({ item, shared }: { item: TimelineItem; shared: SharedProps }) {
  const { app, people, place, mayChange, workflowRuns, comments } = shared
  if (item.kind === 'attack')
    return <AttackEventEntry event={item.event} at={item.at} {...{ place, mayChange }} />
  if (item.kind === 'run') return <RunEntry run={item.run} />
  if (item.kind === 'approval') return <ApprovalEntry {...item} recordId={place.recordId} me={people.me} />
  const { entry, story } = item
  const workflowRun = workflowRuns.get(entry.version)
  if (story !== undefined) return <StoryEntry {...{ entry, story, people, place, workflowRun }} />
  const { byId, mayComment } = comments
  const comment = entry.action === 'commented' ? byId.get(entry.comment?.id ?? '') : undefined
  if (comment !== undefined && comment.body !== null)
    return <CommentEntry {...{ comment, mayComment, place }} />
  return <ChangeEntry {...{ app, entry, people, workflowRun }} />
}
