import type { AppView } from '@caseloom/contract/apps/apps'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { FileView } from '@caseloom/contract/records/files'
import type { LinkedRecord } from '@caseloom/contract/records/record-links'
import { plainTextOf } from '@caseloom/contract/values/rich-text'
import { textOf } from '../../../field-types/parts/field-text.ts'
import type { People } from '../../../field-types/field-type.ts'
import { linkedTitle } from '../../../field-types/values/linked-draft.ts'
import { kindOf, type TimelineItem } from './merged-timeline.ts'
import type { ChangeItem, Moves, Story } from './story.ts'
import { type StoryWords, storyVerb, taskLine } from './story-words.ts'

/** One entry as the exported JSON has it; the values are the words of the screen. */
export interface ExportedEntry {
  at: string
  recordedAt: string
  kind: string
  actor: string
  action: string
  text: string
  changes: { field: string; from: string; to: string }[]
}

export interface ExportWords extends StoryWords {
  fields: readonly Field[]
  text(field: Field | undefined, value: JsonValue): string
}

export function exportWords(app: Pick<AppView, 'fields'>, people: People, t: ExportWords['t']): ExportWords {
  const { zone, name } = people
  return { t, zone, name, fields: app.fields, text: (field, value) => textOf(field, value, people) }
}

export function exportedEntry(item: TimelineItem, words: ExportWords): ExportedEntry {
  const kind = kindOf(item)
  if (item.kind === 'attack') {
    const { happenedAt, recordedAt, by, type, text, technique } = item.event
    const said = technique === null ? text : `${technique} ${text}`
    return { at: happenedAt, recordedAt, kind, actor: by.name, action: type, text: said, changes: [] }
  }
  if (item.kind === 'run') {
    const { startedAt, playbook, state, error, number } = item.run
    const text = [`Run ${number}`, error?.message ?? ''].filter((part) => part !== '').join(': ')
    const same = { at: startedAt, recordedAt: startedAt }
    return { ...same, kind, actor: playbook.title, action: state, text, changes: [] }
  }
  if (item.kind === 'approval') {
    const { at, approval, hasEnded } = item
    const names = approval.decidedBy.map(({ name }) => name).join(', ')
    const actor = hasEnded && names !== '' ? names : approval.playbook.title
    const action = hasEnded ? approval.state : 'asked'
    return { at, recordedAt: at, kind, actor, action, text: approval.title, changes: [] }
  }
  if (item.story !== undefined) return exportedStory(item, item.story, words)
  const { at, actor, action, comment, detail, changes } = item.entry
  const text = detail ?? (typeof comment?.text === 'string' ? plainTextOf(comment.text) : '')
  return {
    at,
    recordedAt: at,
    kind,
    actor: actor.name,
    action,
    text,
    changes: changes.map(({ field: key, from, to }) => {
      const field = words.fields.find((one) => one.key === key)
      return { field: field?.label ?? key, from: words.text(field, from), to: words.text(field, to) }
    }),
  }
}

function exportedStory({ at, entry }: ChangeItem, story: Story, words: ExportWords): ExportedEntry {
  const { name: actor } = entry.actor
  const same = { at, recordedAt: at, actor, changes: [] }
  const said = storyVerb(story, at, words)
  switch (story.of) {
    case 'clock':
      return { ...same, kind: 'sla', action: story.event.do, text: `${story.field.label} ${said}` }
    case 'tasks': {
      const text = story.events.map((event) => taskLine(event, words)).join('; ')
      return { ...same, kind: 'tasks', action: entry.action, text }
    }
    case 'files':
      return {
        ...same,
        kind: 'files',
        action: entry.action,
        text: said,
        changes: movedNames(story.moves, fileName),
      }
    case 'links':
      return {
        ...same,
        kind: 'links',
        action: entry.action,
        text: said,
        changes: movedNames(story.moves, linkName),
      }
    default:
      return story satisfies never
  }
}

const fileName = ({ name }: FileView) => name
const linkName = (linked: LinkedRecord) => `${linked.trackingId} ${linkedTitle(linked)}`

function movedNames<Item>(
  moves: readonly Moves<Item>[],
  nameOf: (item: Item) => string,
): ExportedEntry['changes'] {
  const names = (items: readonly Item[]) => items.map(nameOf).join(', ')
  return moves.map(({ field, added, removed }) => ({
    field: field.label,
    from: names(removed),
    to: names(added),
  }))
}

const COLUMNS = ['at', 'recorded_at', 'kind', 'actor', 'action', 'text', 'field', 'from', 'to']

/** RFC 4180, a line for each changed field. */
export function timelineCsv(entries: readonly ExportedEntry[]): string {
  const lines = entries.flatMap((entry) => {
    const { at, recordedAt, kind, actor, action, text, changes } = entry
    const head = [at, recordedAt, kind, actor, action, text]
    if (changes.length === 0) return [[...head, '', '', '']]
    return changes.map(({ field, from, to }) => [...head, field, from, to])
  })
  return [COLUMNS, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

/** A cell that a spreadsheet would take for a formula begins with an apostrophe (OWASP, CSV injection). */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
