import type { Actor } from '@caseloom/contract/kernel/permissions'
import { NO_RECORD } from '@caseloom/contract/records/touches'
import type { SystemScope, TenantScope, TenantTx, Tx } from '../../../platform/database/types.ts'
import { mayInApp, mayReadField } from '../model/app-permissions.rules.ts'
import { visibleIds } from '../reading/visible-ids.read.ts'
import { takeNotes, type WaitingNote, waitingNotes } from './due.store.ts'
import { namedRecord } from './named-record.ts'
import { hasEnded, tasksIn } from '../case-fields/task.rules.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { recordsById } from '../reading/records-by-ids.read.ts'
import { type RecordSubject, recordSubject } from '../model/record-subject.ts'

/** Notifies one person about a task or clock, through the channels they chose. */
export interface CaseNote {
  personId: string
  accountId: string
  kind: 'task' | 'clock' | 'assignment'
  title: string
  text: string | null
  link: string
  subject: RecordSubject
}

export interface NoteDeps extends RecordsDeps {
  system: SystemScope
  tenant(tenantId: string): Promise<TenantScope | null>
  actorOf(userId: string, tenantId: string): Promise<Actor | null>
  notify(tx: Tx, note: CaseNote): Promise<void>
}

/** Sends pending notices to people who may still see the record; returns the number of notes processed. */
export async function sendDueNotifications(deps: NoteDeps): Promise<number> {
  const waiting = await deps.system.read(waitingNotes)
  if (waiting.length === 0) return 0
  const seenNotes = new Map<string, SeenNote | null>()
  for (const note of waiting) seenNotes.set(note.id, await wordsOf(deps, note))
  return deps.system.tx(async (tx) => {
    const taken = await takeNotes(tx, [...seenNotes.keys()])
    const seen = [...seenNotes].flatMap(([id, note]) => (note !== null && taken.has(id) ? [note] : []))
    for (const note of gathered(seen)) await deps.notify(tx, note)
    return taken.size
  })
}

interface SeenNote {
  note: CaseNote
  app: { name: string; link: string }
}

/** Combines assignments of several records in one app to the same person, as in a bulk edit, into one notice. */
function gathered(seen: readonly SeenNote[]): CaseNote[] {
  const groups = Map.groupBy(seen, ({ note, app }) =>
    note.kind === 'assignment' ? `${note.personId} ${app.link}` : note,
  )
  return [...groups.values()].flatMap((group): CaseNote[] => {
    const [first] = group
    if (first === undefined) return []
    if (group.length === 1 || first.note.kind !== 'assignment') return group.map(({ note }) => note)
    const { app, note } = first
    const title = `${group.length} records of ${app.name} are assigned to you`
    const { subject } = note
    const touch = { ...subject.touch, recordId: NO_RECORD, trackingId: '' }
    return [{ ...note, title, text: null, link: app.link, subject: { ...subject, touch } }]
  })
}

/** Null for who may not see the record or the field any more, and for tasks that are others' by now. */
async function wordsOf(deps: NoteDeps, note: WaitingNote): Promise<SeenNote | null> {
  const scope = await deps.tenant(note.tenant_id)
  const actor = scope === null ? null : await deps.actorOf(note.user_id, note.tenant_id)
  if (scope === null || actor === null) return null
  return scope.read((tx) => seen(deps, tx, actor, note))
}

async function seen(deps: NoteDeps, tx: TenantTx, actor: Actor, note: WaitingNote): Promise<SeenNote | null> {
  const app = await deps.apps.compiled(tx, note.app_id, true)
  const field = app?.fields.find((one) => one.definition.id === note.field_id)
  if (
    app === null ||
    field === undefined ||
    !mayReadField(actor, field) ||
    !mayInApp(actor, 'record:read', app)
  )
    return null
  const { ids } = await visibleIds(tx, app, [note.record_id], actor.principals)
  const records = await recordsById(tx, app, { ids, columns: new Set([app.titleField, field.key]) })
  const record = records.get(note.record_id)
  if (record === undefined || actor.personId === null) return null
  const { title, trackingId } = namedRecord(actor, app, record)
  const base = `/account/${tx.accountId}/tenant/${tx.tenantId}`
  const link = `${base}/record/${app.id}/${record.id}`
  const around = { name: app.name, link: `${base}/search/${app.id}` }
  const common = {
    personId: actor.personId,
    accountId: tx.accountId,
    text: title === trackingId ? null : title,
    link,
    subject: recordSubject(tx, actor, { app, recordId: record.id, trackingId }),
  }
  if (note.kind === 'clock-warning' || note.kind === 'clock-breached') {
    const what = note.kind === 'clock-breached' ? 'has exceeded its target' : 'is close to its target'
    const words = `${field.definition.label} of ${trackingId} ${what}`
    return { note: { ...common, kind: 'clock', title: words }, app: around }
  }
  if (note.kind === 'assigned') {
    const now = record.values[field.key] ?? null
    if (now !== note.user_id && !(Array.isArray(now) && now.includes(note.user_id))) return null
    const words = `${trackingId} is assigned to you (${field.definition.label})`
    return { note: { ...common, kind: 'assignment', title: words }, app: around }
  }
  const task = tasksIn(record.values[field.key]).find((one) => one.id === note.item)
  if (task === undefined || task.assignee !== note.user_id || hasEnded(task)) return null
  return {
    note: { ...common, kind: 'task', title: taskTitle(note.kind, task.title, trackingId) },
    app: around,
  }
}

function taskTitle(kind: 'task-assigned' | 'task-soon' | 'task-overdue', title: string, id: string): string {
  switch (kind) {
    case 'task-assigned':
      return `“${title}” in ${id} is assigned to you`
    case 'task-soon':
      return `“${title}” in ${id} is due within a day`
    case 'task-overdue':
      return `“${title}” in ${id} is overdue`
    default:
      return kind satisfies never
  }
}
