import type { AppView } from '@caseloom/contract/apps/apps'
import { useId } from 'react'
import { useZone } from '../../ui/Times.tsx'
import type { People } from '../../field-types/field-type.ts'
import type { AttackPlace } from './attack/attack.queries.ts'
import { AttackEventEntry } from './attack/AttackEventEntry.tsx'
import { ChangeEntry } from './ChangeEntry.tsx'
import classes from './model/Records.module.css'
import { ApprovalEntry } from './timeline/ApprovalEntry.tsx'
import { BurstEntry } from './timeline/BurstEntry.tsx'
import { CommentEntry } from './timeline/CommentEntry.tsx'
import { DayHead } from './timeline/DayHead.tsx'
import type { TimelineItem } from './timeline/merged-timeline.ts'
import { NewSince } from './timeline/NewSince.tsx'
import { RunEntry } from './timeline/RunEntry.tsx'
import { daysOf, partsOf } from './timeline/thread.ts'
import timeline from './timeline/Timeline.module.css'
import { useVisit } from './timeline/useVisit.ts'
import { firstSeen } from './timeline/visit.ts'
import { useComments } from './timeline/useComments.ts'

interface ThreadProps {
  items: readonly TimelineItem[]
  app: AppView
  people: People
  place: AttackPlace
  mayChange: boolean
  workflowRuns: ReadonlyMap<number, string>
}

/** The entries by day, newest first. */
export function TimelineThread({ items, ...shared }: ThreadProps) {
  const zone = useZone()
  const id = useId()
  const comments = useComments({ ...shared.place, field: null })
  const { me } = shared.people
  const before = useVisit(me, shared.place.recordId)
  const seen = before === null ? null : firstSeen(items, before, me)
  return daysOf(items, zone).map((day, index) => (
    // A later page adds days at the end.
    <section key={`${day.day} ${index}`} className={timeline.day} aria-labelledby={`${id}-${index}`}>
      <DayHead id={`${id}-${index}`} day={day.day} count={day.items.length} />
      <ol className={classes.timeline}>
        {partsOf(day.items, seen).map((part) => {
          if (part.kind === 'seen') return <NewSince key="seen" at={before ?? 0} />
          if (part.kind === 'one')
            return <Entry key={keyOf(part.item)} item={part.item} {...{ comments, shared }} />
          return (
            <BurstEntry key={keyOf(part.items[0])} app={shared.app} me={me} burst={part}>
              {part.items.map((item) => (
                <Entry key={keyOf(item)} {...{ item, comments, shared }} />
              ))}
            </BurstEntry>
          )
        })}
      </ol>
    </section>
  ))
}

function keyOf(item: TimelineItem): string {
  if (item.kind === 'attack') return item.event.id
  if (item.kind === 'run') return item.run.id
  if (item.kind === 'approval') return `${item.approval.id} ${item.hasEnded}`
  const { version, action, comment } = item.entry
  return `${version} ${item.at} ${action} ${comment?.id ?? ''}`
}

interface EntryProps {
  item: TimelineItem
  comments: ReturnType<typeof useComments>
  shared: Omit<ThreadProps, 'items'>
}

function Entry({ item, comments, shared }: EntryProps) {
  const { app, people, place, mayChange, workflowRuns } = shared
  if (item.kind === 'attack')
    return <AttackEventEntry event={item.event} at={item.at} {...{ place, mayChange }} />
  if (item.kind === 'run') return <RunEntry run={item.run} />
  if (item.kind === 'approval') return <ApprovalEntry {...item} recordId={place.recordId} me={people.me} />
  const { entry } = item
  const { byId, mayComment } = comments
  const comment = entry.action === 'commented' ? byId.get(entry.comment?.id ?? '') : undefined
  if (comment !== undefined && comment.body !== null)
    return <CommentEntry {...{ comment, mayComment }} place={{ ...place, field: null }} />
  return <ChangeEntry {...{ app, entry, people }} workflowRun={workflowRuns.get(entry.version)} />
}
