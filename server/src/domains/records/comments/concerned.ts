import { z } from 'zod'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { assignedUsers } from '../case-fields/case-rows.ts'
import type { RecordPlace } from '../model/record-shape.ts'
import { visibleThread } from './comment-place.ts'
import type { CommentsDeps } from './comments-deps.ts'

const AuthorRow = z.object({ id: z.string() })

/** Of a record with more people, these many are notified. */
const MOST = 50

/**
 * People that a new comment concerns, looked up before its transaction: those assigned to the record, and those who wrote
 * in the thread that is answered. Throws as addComment does.
 */
export async function concernedBy(
  deps: Pick<CommentsDeps, 'people' | 'apps'>,
  scope: TenantScope,
  actor: Actor,
  { replyTo, ...place }: RecordPlace & { field?: string | undefined; replyTo?: string | undefined },
): Promise<Actor[]> {
  const ids = await scope.read(async (tx) => {
    const { app, record } = await visibleThread(deps, tx, actor, place)
    const authors = replyTo === undefined ? [] : await authorsOf(tx, record.id, replyTo)
    return new Set([...authors, ...assignedUsers(app, record)])
  })
  const others = [...ids].filter((id) => id !== actor.id).slice(0, MOST)
  const people: Actor[] = []
  for (const id of others)
    people.push(
      ...(await deps.people.actors(scope, id)).flatMap((one) => (one.actor.id === id ? [one.actor] : [])),
    )
  return people
}

/** Who wrote the comment that is answered, and its other answers. */
async function authorsOf(tx: TenantTx, recordId: string, commentId: string): Promise<string[]> {
  const rows = await tx.rows(
    AuthorRow,
    `select distinct c.by ->> 'id' as id from caseloom.comment c
       join caseloom.comment p on p.tenant_id = $1 and p.record_id = $2 and p.id = $3
      where c.tenant_id = $1 and c.record_id = $2 and coalesce(p.reply_to, p.id) in (c.id, c.reply_to)
        and c.deleted_at is null and c.by ->> 'kind' = 'user' and c.by ->> 'id' is not null`,
    [tx.tenantId, recordId, commentId],
  )
  return rows.map(({ id }) => id)
}
