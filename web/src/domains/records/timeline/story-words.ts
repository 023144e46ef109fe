import type { Say } from '../../../field-types/field-type.ts'
import { formatCount, formatDateTime, formatSpan } from '../../../ui/time.ts'
import type { ClockEvent } from './clock-events.ts'
import type { Moves, Story } from './story.ts'
import type { TaskEvent } from './task-events.ts'

export interface StoryWords {
  t: Say
  /** The name of a user. */
  name: (userId: string) => string | undefined
  zone: string
}

/** A breach that was noticed more than this later says when it was. */
const NOTICED_LATER_MS = 60_000

/** What the subject did, after its name: the clock, or the person who changed the record at `at`. */
export function storyVerb(story: Story, at: string, words: StoryWords): string {
  switch (story.of) {
    case 'clock':
      return clockVerb(story.event, { target: story.field, at }, words)
    case 'tasks':
      return tasksVerb(story.events, words)
    case 'files':
    case 'links':
      return movesVerb(story.of, story.moves, words)
    default:
      return story satisfies never
  }
}

interface ClockPlace {
  target: object
  at: string
}

function clockVerb(event: ClockEvent, { target: field, at }: ClockPlace, { t, zone }: StoryWords): string {
  const moment = (instant: string) => formatDateTime(new Date(instant), zone)
  const seconds = 'target' in field && typeof field.target === 'number' ? field.target : null
  const target = seconds === null ? null : formatSpan(seconds * 1000)
  switch (event.do) {
    case 'reset':
      return t('story.clock.reset')
    case 'started':
    case 'resumed':
    case 'rescheduled':
    case 'warned':
      return event.dueAt === null
        ? t(`story.clock.${event.do}`)
        : t(`story.clock.${event.do}Due`, { at: moment(event.dueAt) })
    case 'paused':
      return t('story.clock.paused', { time: formatSpan(event.spent * 1000) })
    case 'met':
    case 'missed': {
      const time = formatSpan(event.spent * 1000)
      if (target === null) return t('story.clock.stopped', { time })
      return t(`story.clock.${event.do}`, { time, target })
    }
    case 'breached': {
      const isLate = Date.parse(at) - Date.parse(event.at) > NOTICED_LATER_MS
      const key = `story.clock.breached${target === null ? '' : 'Target'}${isLate ? 'At' : ''}`
      return t(key, { target: target ?? '', at: moment(event.at) })
    }
    default:
      return event satisfies never
  }
}

function tasksVerb(events: readonly TaskEvent[], words: StoryWords): string {
  const [first] = events
  if (events.length === 1 && first !== undefined) return taskLine(first, words)
  const verb = events.every(({ do: one }) => one === 'added') ? 'added' : 'changed'
  return words.t(`story.tasks.${verb}`, { number: formatCount(events.length) })
}

/** What happened to one task. */
export function taskLine(event: TaskEvent, { t, name, zone }: StoryWords): string {
  const { title } = event
  switch (event.do) {
    case 'skipped':
      return event.reason === null
        ? t('story.task.skipped', { title })
        : t('story.task.skippedBecause', { title, reason: event.reason })
    case 'renamed':
      return t('story.task.renamed', { title, before: event.before })
    case 'assigned':
      return t('story.task.assigned', { title, who: name(event.userId) ?? event.userId })
    case 'dated':
      return t('story.task.dated', { title, at: formatDateTime(new Date(event.due), zone) })
    case 'added':
    case 'removed':
    case 'done':
    case 'reopened':
    case 'started':
    case 'blocked':
    case 'required':
    case 'optional':
    case 'noted':
    case 'unassigned':
    case 'undated':
      return t(`story.task.${event.do}`, { title })
    default:
      return event satisfies never
  }
}

function movesVerb(of: 'files' | 'links', moves: readonly Moves<unknown>[], { t }: StoryWords): string {
  const added = moves.reduce((sum, move) => sum + move.added.length, 0)
  const removed = moves.reduce((sum, move) => sum + move.removed.length, 0)
  const verb = removed === 0 ? 'added' : added === 0 ? 'removed' : 'changed'
  const count = added + removed
  return t(`story.${of}.${verb}`, { count, number: formatCount(count) })
}
