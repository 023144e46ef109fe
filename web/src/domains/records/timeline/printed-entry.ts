import type { HistoryEntry } from '@caseloom/contract/records/records'
import { plainTextOf } from '@caseloom/contract/values/rich-text'
import type { Say } from '../../../field-types/field-type.ts'
import { formatCount, formatDateTime, formatDuration } from '../../../ui/time.ts'
import { type Lane, laneOf } from './lanes.ts'
import { kindOf, type TimelineItem } from './merged-timeline.ts'
import { storyVerb, taskLine } from './story-words.ts'
import { exportedEntry, type ExportWords } from './timeline-export.ts'

/** An entry on paper: who did what, and what belongs to it, a line each. */
export interface PrintedEntry {
  at: string
  lane: Lane
  who: string
  what: string
  lines: string[]
}

export interface PrintWords extends ExportWords {
  /** Texts of records and of attack events. */
  records: Say
  attack: Say
}

/** An event that was added later than this says when. */
const RECORDED_LATER_MS = 60_000

export function printedEntry(item: TimelineItem, words: PrintWords): PrintedEntry {
  const same = { at: item.at, lane: laneOf(kindOf(item)) }
  if (item.kind === 'attack') return { ...same, ...attackWords(item, words) }
  if (item.kind === 'run') return { ...same, ...runWords(item, words) }
  if (item.kind === 'approval') return { ...same, ...approvalWords(item, words) }
  const { entry, story } = item
  const changes = exportedEntry(item, words).changes.map((change) => changeLine(change, words))
  if (story === undefined)
    return { ...same, ...changeWords(entry, words), lines: [...said(entry), ...changes] }
  const who = story.of === 'clock' ? story.field.label : entry.actor.name
  const tasks = story.of === 'tasks' && story.events.length > 1 ? story.events : []
  const lines = [...tasks.map((event) => taskLine(event, words)), ...changes]
  return { ...same, who, what: storyVerb(story, entry.at, words), lines }
}

type Words = Pick<PrintedEntry, 'who' | 'what' | 'lines'>
type Of<Kind extends TimelineItem['kind']> = Extract<TimelineItem, { kind: Kind }>

function attackWords({ at, event }: Of<'attack'>, { t, attack, zone }: PrintWords): Words {
  const { technique, tactics, asset, source, type, text, by, recordedAt, happenedAt } = event
  const isLater = Date.parse(recordedAt) - Date.parse(happenedAt) > RECORDED_LATER_MS
  const other = at === happenedAt ? recordedAt : happenedAt
  const otherWord = at === happenedAt ? 'recorded' : 'happened'
  const facts = [
    technique ?? '',
    tactics.join(', '),
    attack(`types.${type}`),
    asset?.name ?? '',
    source ?? attack('entry.addedBy', { who: by.name }),
    isLater ? t(`print.${otherWord}`, { at: formatDateTime(new Date(other), zone) }) : '',
  ]
  return { who: attack('entry.label'), what: text, lines: [joined(facts)] }
}

function runWords({ run }: Of<'run'>, { t }: PrintWords): Words {
  const { playbook, state, number, startedAt, endedAt, error } = run
  const facts = [
    t('run.number', { number: formatCount(number) }),
    endedAt === null ? '' : formatDuration(Date.parse(endedAt) - Date.parse(startedAt)),
    error?.message ?? '',
  ]
  return { who: playbook.title, what: t(`run.${state}`), lines: [joined(facts)] }
}

function approvalWords({ approval, hasEnded }: Of<'approval'>, { t }: PrintWords): Words {
  const { asked, decidedBy, playbook, run, state, title } = approval
  const people = asked.length === 0 ? t('approval.outsiders') : asked.join(', ')
  const isDecided = hasEnded && decidedBy.length > 0
  const who = isDecided ? decidedBy.map(({ name }) => name).join(', ') : playbook.title
  const verb = !hasEnded || state === 'open' ? t('approval.asked', { people }) : t(`approval.${state}`)
  const number = t('run.number', { number: formatCount(run.number) })
  return { who, what: `${verb} ${title}`, lines: [number] }
}

function changeWords({ actor, action, detail }: HistoryEntry, { records }: PrintWords): Omit<Words, 'lines'> {
  const via = actor.via === undefined ? '' : ` ${records(`history.via.${actor.via}`)}`
  const end = detail === undefined ? '' : `: ${detail}`
  return { who: actor.name, what: `${records(`history.${action}`)}${via}${end}` }
}

/** A comment as it was written. */
function said({ comment }: HistoryEntry): string[] {
  if (comment === undefined || comment.text === null) return []
  const text = plainTextOf(comment.text)
  return [comment.before === null ? text : `${plainTextOf(comment.before)} → ${text}`]
}

function changeLine(
  { field, from, to }: { field: string; from: string; to: string },
  { t }: PrintWords,
): string {
  if (to === '') return t('print.cleared', { field, from })
  return from === '' ? t('print.set', { field, to }) : t('print.change', { field, from, to })
}

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ')
