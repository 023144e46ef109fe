// What happened to a record, its comments, and links to it, as one may see it.
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { type HistoryEntry, HistoryEntry as HistoryEntrySchema } from '@caseloom/contract/records/records'
import { cursorOf, readCursor } from '../../../platform/cursor.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import { threadField } from '../comments/comment-place.ts'
import { type CommentEvent, eventsBefore } from '../comments/comments.read.ts'
import { visibleRecord } from '../reading/get-record.ts'
import type { LinkEvent } from '../reference-fields/link-events.store.ts'
import { withLinkNames } from '../reference-fields/linked-history.ts'
import { type HistoryRecord, historyBefore } from '../versions/record-history.read.ts'
import type { AppTable, RecordPlace } from '../model/record-shape.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { DETAIL, FOLDED, setByWorkflow } from '../versions/history-form.rules.ts'
import { mayReadField } from '../model/app-permissions.rules.ts'
import { linkHistory } from './link-history.ts'

export interface HistoryCommand extends RecordPlace {
  limit: number
  cursor?: string | undefined
  /** Leaves out what happened at this time or later. */
  until?: string | undefined
}

type Entry = HistoryRecord | CommentEvent | LinkEvent

/** Changes of a record, newest first; changes of fields that the actor may not read are left out. */
export async function recordHistory(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  command: HistoryCommand,
): Promise<{ items: HistoryEntry[]; next: string | null }> {
  allow(actor, 'record:read')
  const before = readPlace(command.cursor)
  return scope.read(async (tx) => {
    const { app, record } = await visibleRecord(deps, tx, actor, command)
    const page = { until: command.until, limit: command.limit + 1 }
    const entries = await historyBefore(tx, record.id, { before: before.version, ...page })
    const events = await eventsBefore(tx, record.id, { before: before.event, ...page })
    const links = await linkHistory(
      deps,
      tx,
      { app, actor, recordId: record.id },
      { before: before.link, ...page },
    )
    const all = mergedByTime(mergedByTime<Entry>(entries, events), links.events)
    const shown = all.slice(0, command.limit)
    const views = shown.flatMap((entry, at): HistoryEntry[] => {
      if ('changes' in entry) return [entryView(app, actor, entry)]
      if ('comment_id' in entry) return [eventView(app, actor, entry)]
      const link = links.view(entry, versionAt(all, at))
      return link === null ? [] : [link]
    })
    return {
      items: await withLinkNames(deps, tx, { app, actor }, views),
      next: all.length > command.limit ? placeAfter(shown, before) : null,
    }
  })
}

/** Merges two lists, each in its own order: with overlapping batches, a later version may have an earlier time. */
function mergedByTime<One extends { at: Date }>(entries: readonly One[], events: readonly One[]): One[] {
  const merged: One[] = []
  let at = 0
  for (const entry of entries) {
    for (let event = events[at]; event !== undefined && event.at > entry.at; event = events[at]) {
      merged.push(event)
      at += 1
    }
    merged.push(entry)
  }
  return [...merged, ...events.slice(at)]
}

/** The version of the record at an event: that of the last change before it, or of its creation. */
function versionAt(entries: readonly Entry[], at: number): number {
  const before = entries.slice(at).find((entry): entry is HistoryRecord => 'changes' in entry)
  return before?.version ?? 1
}

/** How far a reader has got in each list: before this version, this event of a comment, and this link. */
interface HistoryPlace {
  version: number | null
  event: string | null
  link: string | null
}

function placeAfter(page: readonly Entry[], before: HistoryPlace): string {
  let { version, event, link } = before
  for (const entry of page)
    if ('changes' in entry) version = entry.version
    else if ('comment_id' in entry) event = entry.id
    else link = entry.id
  return cursorOf([String(version ?? ''), event ?? '', link ?? ''])
}

/** A version, an event of a comment, and a link, each empty at the start of its list. */
const EVENT_ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/
const PLACE = [/^(?:[1-9]\d{0,8})?$/, EVENT_ID, EVENT_ID]

function readPlace(cursor: string | undefined): HistoryPlace {
  const [version = '', event = '', link = ''] = readCursor(cursor, PLACE) ?? []
  return { version: version === '' ? null : Number(version), event: event || null, link: link || null }
}

function eventView(app: AppTable, actor: Actor, event: CommentEvent): HistoryEntry {
  const { version, actor: by, action } = event
  const field = event.field_id === null ? null : threadField(app, actor, event.field_id)
  const entry = { version, at: event.at.toISOString(), actor: by, action, changes: [] }
  if (event.field_id !== null && field === null) return entry
  const comment = { id: event.comment_id, field: field?.key ?? null, before: event.was, text: event.body }
  // Parsing brands the id.
  return HistoryEntrySchema.parse({ ...entry, comment })
}

function entryView(app: AppTable, actor: Actor, entry: HistoryRecord): HistoryEntry {
  const { version, actor: by, action } = entry
  const written = setByWorkflow(entry.changes)
  const changes = entry.changes.flatMap((change) => {
    const shown = app.byKey.get(change.field)
    if (shown === undefined || !mayReadField(actor, shown)) return []
    return [written.has(change.field) ? { ...change, by: 'workflow' as const } : change]
  })
  const count = entry.changes.find(({ field }) => field === FOLDED)?.to
  const detail = entry.changes.find(({ field }) => field === DETAIL)?.to
  return {
    version,
    at: entry.at.toISOString(),
    actor: by,
    action,
    changes,
    ...(typeof detail === 'string' ? { detail } : {}),
    ...(typeof count === 'number' ? { count } : {}),
  }
}
