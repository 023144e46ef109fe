import { z } from 'zod'
import { IdRow } from '../../../platform/database/rows.ts'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { actorRef } from '@caseloom/contract/records/records'
import type { TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { insertEvent, eraseComment } from '../comments/comment.store.ts'
import { rewriteWords } from '../indexing/comment-words.ts'
import { takeOff } from '../file-fields/file.store.ts'
import type { JobContext } from '../job-state/job-context.ts'
import { mayInApp } from '../model/app-permissions.rules.ts'
import { recordFact } from '../model/record-fact.ts'
import type { AppTable } from '../model/record-shape.ts'
import { findRecord } from '../reading/search.read.ts'

const IdFieldIdRow = z.object({ id: z.string(), field_id: z.string().nullable() })

const TOGETHER = 50

/** Takes back comments and files that an import brought to records that are still there. */
export async function undoArchiveImport(context: JobContext, jobId: string): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    context.check()
    const next = await takeBackSome(context, jobId, after)
    if (next === null) return
    after = next
  }
}

/** A batch of records after the given one; answers the last of it, or null at the end. */
async function takeBackSome(context: JobContext, jobId: string, after: string): Promise<string | null> {
  const { deps, scope, job } = context
  const actor = await context.actor()
  return scope.tx(async (tx) => {
    const app = await deps.apps.compiled(tx, job.appId, true)
    if (app === null) throw fail('resource.not_found', { detail: 'The app no longer exists' })
    const rows = await tx.rows(
      IdRow,
      `select id from (
         select record_id as id from caseloom.comment where tenant_id = $1 and job_id = $2 and deleted_at is null
         union select record_id from caseloom.file where tenant_id = $1 and job_id = $2 and removed_at is null) r
        where id > $3 order by id limit ${TOGETHER}`,
      [tx.tenantId, jobId, after],
    )
    for (const { id } of rows) await takeBackOf(tx, { app, actor, jobId, recordId: id })
    return rows.length < TOGETHER ? null : (rows.at(-1)?.id ?? null)
  })
}

interface Brought {
  app: AppTable
  actor: Actor
  jobId: string
  recordId: string
}

async function takeBackOf(tx: TenantTx, { app, actor, jobId, recordId }: Brought): Promise<void> {
  await tx.query(`select from ${app.table} where id = $1 for update`, [recordId])
  const { record } = await findRecord(tx, app, recordId)
  if (record === null || !mayInApp(actor, 'record:update', app, record)) return
  const comments = await tx.rows(
    IdFieldIdRow,
    `select id, field_id from caseloom.comment
      where tenant_id = $1 and job_id = $2 and record_id = $3 and deleted_at is null`,
    [tx.tenantId, jobId, recordId],
  )
  for (const comment of comments) {
    await eraseComment(tx, comment.id)
    await insertEvent(tx, {
      recordId,
      commentId: comment.id,
      fieldId: comment.field_id,
      actor: actorRef(actor),
      action: 'comment_deleted',
      version: record.version,
      was: null,
      body: null,
    })
  }
  const files = await tx.rows(
    IdRow,
    `select id from caseloom.file
      where tenant_id = $1 and job_id = $2 and record_id = $3 and removed_at is null`,
    [tx.tenantId, jobId, recordId],
  )
  await takeOff(
    tx,
    files.map((file) => file.id),
  )
  for (const field of new Set(comments.map(({ field_id }) => field_id)))
    await rewriteWords(tx, app, record, field)
  tx.announce(recordFact(app, 'updated', record))
}
