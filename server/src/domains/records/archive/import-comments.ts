import type { Actor } from '@caseloom/contract/kernel/permissions'
import { type ActorRef, actorRef } from '@caseloom/contract/records/records'
import type { TenantTx } from '../../../platform/database/types.ts'
import { idAt, newId } from '../../../platform/uuid.ts'
import { addWords } from '../indexing/comment-words.ts'
import { type Hanging, hangFiles } from '../file-fields/file.store.ts'
import { recordFact } from '../model/record-fact.ts'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'
import { commentsOf, attachedFiles } from './archive.read.ts'

/** A file that was brought and hangs nowhere yet. */
export interface NewFileOf {
  id: string
  sha256: string
  name: string
}

/** What one row carries. */
export interface RowComments {
  comments: {
    at: Date
    editedAt: Date | null
    by: ActorRef
    fieldId: string | null
    /** Place of the comment that it answers in this list. */
    answers: number | null
    body: string
    files: NewFileOf[]
  }[]
  files: NewFileOf[]
}

interface Target {
  at: number
  record: StoredRecord
  isNew: boolean
  talk: RowComments
}

interface ImportedComments {
  app: AppTable
  actor: Actor
  jobId: string
  targets: readonly Target[]
}

interface NewComment {
  id: string
  record: string
  field: string | null
  reply: string | null
  at: Date
  by: ActorRef
  body: string
  edited: Date | null
  version: number
}

/** Adds comments and files that the records do not have yet; answers the places of those that got any. */
export async function importComments(tx: TenantTx, imported: ImportedComments): Promise<number[]> {
  const { app, actor, jobId, targets } = imported
  if (targets.length === 0) return []
  const there = await alreadyThere(tx, app, targets)
  const comments: NewComment[] = []
  const hanging: Hanging[] = []
  const touched = targets.filter((target) => {
    const before = comments.length + hanging.length
    collect(target, there, { comments, hanging })
    return comments.length + hanging.length > before
  })
  await insertComments(tx, { appId: app.id, jobId, comments, actor: actorRef(actor) })
  await hangFiles(tx, hanging)
  await tx.query('update caseloom.file set job_id = $2 where tenant_id = $1 and id = any($3::uuid[])', [
    tx.tenantId,
    jobId,
    hanging.map(({ file }) => file),
  ])
  for (const { record, field, bodies } of threadsOf(comments))
    await addWords(tx, app, { recordId: record, fieldId: field, body: bodies.join('') })
  for (const { record, isNew } of touched) if (!isNew) tx.announce(recordFact(app, 'updated', record))
  return touched.map(({ at }) => at)
}

interface There {
  /** Ids of comments by record, thread, time, writer and text. */
  comments: ReadonlyMap<string, string>
  /** Files of the records themselves by record, hash and name. */
  files: ReadonlySet<string>
}

/** An import that comes again adds nothing twice. */
async function alreadyThere(tx: TenantTx, app: AppTable, targets: readonly Target[]): Promise<There> {
  const recordIds = targets.filter(({ isNew }) => !isNew).map(({ record }) => record.id)
  if (recordIds.length === 0) return { comments: new Map(), files: new Set() }
  const fieldIds = [...app.byKey.values()].map((field) => field.definition.id)
  const comments = await commentsOf(tx, { recordIds, fieldIds, most: 1e12 })
  const files = await attachedFiles(tx, { recordIds, fieldIds: [] })
  return {
    comments: new Map(
      comments.map((one) => [spot(one.record_id, { ...one, fieldId: one.field_id }), one.id]),
    ),
    files: new Set(
      files.filter(({ comment_id }) => comment_id === null).map((one) => fileSpot(one.record_id, one)),
    ),
  }
}

function spot(
  record: string,
  { fieldId, at, by, body }: { fieldId: string | null; at: Date; by: ActorRef; body: string },
): string {
  return [record, fieldId, at.getTime(), by.name, body].join('\n')
}

function fileSpot(record: string, { sha256, name }: { sha256: string; name: string }): string {
  return [record, sha256, name].join('\n')
}

function collect(
  { record, talk }: Target,
  there: There,
  { comments, hanging }: { comments: NewComment[]; hanging: Hanging[] },
): void {
  const ids: string[] = []
  const replies: (string | null)[] = []
  for (const [order, comment] of talk.comments.entries()) {
    const known = there.comments.get(spot(record.id, comment))
    const id = known ?? idAt(comment.at.getTime(), order)
    // Threads are one level deep: who answers an answer answers what that answered.
    const reply = comment.answers === null ? null : (replies[comment.answers] ?? ids[comment.answers] ?? null)
    ids.push(id)
    replies.push(reply)
    if (known !== undefined) continue
    const { fieldId: field, at, by, body, editedAt: edited } = comment
    comments.push({ id, record: record.id, field, reply, at, by, body, edited, version: record.version })
    for (const file of comment.files) hanging.push({ file: file.id, record: record.id, field, comment: id })
  }
  const own = new Set(there.files)
  for (const file of talk.files) {
    if (own.has(fileSpot(record.id, file))) continue
    own.add(fileSpot(record.id, file))
    hanging.push({ file: file.id, record: record.id, field: null, comment: null })
  }
}

interface Insertion {
  appId: string
  jobId: string
  comments: readonly NewComment[]
  actor: ActorRef
}

/** The history says who brought them, and when. */
async function insertComments(tx: TenantTx, { appId, jobId, comments, actor }: Insertion): Promise<void> {
  if (comments.length === 0) return
  await tx.query(
    `insert into caseloom.comment
       (tenant_id, id, app_id, record_id, field_id, reply_to, at, by, body, edited_at, job_id)
     select $1, c.id, $2, c.record, c.field, c.reply, c.at, c.by, c.body, c.edited, $3
       from jsonb_to_recordset($4::jsonb)
         as c(id uuid, record uuid, field uuid, reply uuid, at timestamptz, by jsonb, body text, edited timestamptz)`,
    [tx.tenantId, appId, jobId, JSON.stringify(comments)],
  )
  const events = comments.map(({ id, record, field, version, body }) => ({
    event: newId(),
    id,
    record,
    field,
    version,
    body,
  }))
  await tx.query(
    `insert into caseloom.comment_event
       (tenant_id, id, record_id, comment_id, field_id, at, actor, action, version, was, body)
     select $1, e.event, e.record, e.id, e.field, $2, $3, 'commented', e.version, null, e.body
       from jsonb_to_recordset($4::jsonb)
         as e(event uuid, id uuid, record uuid, field uuid, version int, body text)`,
    [tx.tenantId, tx.now, JSON.stringify(actor), JSON.stringify(events)],
  )
}

function threadsOf(
  comments: readonly NewComment[],
): { record: string; field: string | null; bodies: string[] }[] {
  const groups = Map.groupBy(comments, ({ record, field }) => `${record} ${field}`)
  return [...groups.values()].flatMap((all) =>
    all[0] === undefined
      ? []
      : [{ record: all[0].record, field: all[0].field, bodies: all.map(({ body }) => body) }],
  )
}
