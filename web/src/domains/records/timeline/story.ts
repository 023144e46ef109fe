import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { FileView } from '@caseloom/contract/records/files'
import type { LinkedRecord } from '@caseloom/contract/records/record-links'
import type { HistoryEntry } from '@caseloom/contract/records/records'
import { tasksOf } from '../../../field-types/values/case-text.ts'
import { clockOf } from '../../../field-types/values/clock-reading.ts'
import { filesOf } from '../../../field-types/values/file-values.ts'
import { linkedOf } from '../../../field-types/values/linked-draft.ts'
import { type ClockEvent, clockEvents } from './clock-events.ts'
import { type TaskEvent, taskEvents } from './task-events.ts'

type Change = HistoryEntry['changes'][number]

/** Files of a field, or records that it links to, which came and went. */
export interface Moves<Item> {
  field: Pick<Field, 'key' | 'label'>
  added: Item[]
  removed: Item[]
}

/** What a change of the record was about, where that is an entry of its own. */
export type Story =
  | { of: 'clock'; field: Field; event: ClockEvent }
  | { of: 'tasks'; events: TaskEvent[] }
  | { of: 'files'; moves: Moves<FileView>[] }
  | { of: 'links'; moves: Moves<LinkedRecord>[] }

/** An entry of the history, or the part of it that is one story; `changes` of the entry are those of the part. */
export interface ChangeItem {
  kind: 'change'
  at: string
  entry: HistoryEntry
  story?: Story
}

/** The stories of an entry, newest first, and what is left of it: the change that caused them. */
export function storiesOf(entry: HistoryEntry, fields: ReadonlyMap<string, Field>): ChangeItem[] {
  if (entry.link !== undefined) return [linkedItem(entry, entry.link)]
  const parts = Map.groupBy(entry.changes, ({ field }) => partOf(fields.get(field)))
  const item = (changes: Change[], story: Story): ChangeItem => {
    const { comment: _comment, detail: _detail, ...own } = entry
    return { kind: 'change', at: entry.at, entry: { ...own, changes }, story }
  }
  const clocks = parts.get('clock') ?? []
  const [tasks, files, links] = [parts.get('tasks'), parts.get('files'), parts.get('links')]
  const stories = [
    ...clocks.flatMap((change) => clockStories(change, fields).map((story) => item([change], story))),
    ...linkStories(links, fields).map((story) => item(links ?? [], story)),
    ...fileStories(files, fields).map((story) => item(files ?? [], story)),
    ...taskStories(tasks).map((story) => item(tasks ?? [], story)),
  ]
  const rest = parts.get('rest') ?? []
  const isSaid = entry.action !== 'updated' || rest.length > 0
  if (!isSaid) return stories
  return [...stories, { kind: 'change', at: entry.at, entry: { ...entry, changes: rest } }]
}

/** Another record began or ceased to link to this one. */
function linkedItem(entry: HistoryEntry, { field, record }: NonNullable<HistoryEntry['link']>): ChangeItem {
  const [added, removed] = entry.action === 'unlinked' ? [[], [record]] : [[record], []]
  return { kind: 'change', at: entry.at, entry, story: { of: 'links', moves: [{ field, added, removed }] } }
}

function partOf(field: Field | undefined): Story['of'] | 'rest' {
  if (field === undefined) return 'rest'
  const { clock, tasks, files, links } = fieldTraits(field)
  return clock ? 'clock' : tasks ? 'tasks' : files ? 'files' : links ? 'links' : 'rest'
}

/** The last event first. */
function clockStories({ field: key, from, to }: Change, fields: ReadonlyMap<string, Field>): Story[] {
  const field = fields.get(key)
  if (field === undefined) return []
  return clockEvents(clockOf(from), clockOf(to))
    .toReversed()
    .map((event) => ({ of: 'clock', field, event }))
}

function taskStories(changes: readonly Change[] = []): Story[] {
  const events = changes.flatMap(({ from, to }) => taskEvents(tasksOf(from), tasksOf(to)))
  return events.length === 0 ? [] : [{ of: 'tasks', events }]
}

function fileStories(changes: readonly Change[] = [], fields: ReadonlyMap<string, Field>): Story[] {
  const moves = changes.flatMap((change) => moved(fields, change, filesOf))
  return moves.length === 0 ? [] : [{ of: 'files', moves }]
}

function linkStories(changes: readonly Change[] = [], fields: ReadonlyMap<string, Field>): Story[] {
  const moves = changes.flatMap((change) => moved(fields, change, (value) => linkedOf(value).items))
  return moves.length === 0 ? [] : [{ of: 'links', moves }]
}

/** What is in both is unchanged; a field whose items only changed places says nothing. */
function moved<Item extends { id: string }>(
  fields: ReadonlyMap<string, Field>,
  { field: key, from, to }: Change,
  read: (value: Change['to']) => Item[],
): Moves<Item>[] {
  const field = fields.get(key)
  if (field === undefined) return []
  const [before, after] = [read(from), read(to)]
  const without = (items: Item[], others: Item[]) =>
    items.filter(({ id }) => others.every((one) => one.id !== id))
  const move = { field, added: without(after, before), removed: without(before, after) }
  return move.added.length + move.removed.length === 0 ? [] : [move]
}
