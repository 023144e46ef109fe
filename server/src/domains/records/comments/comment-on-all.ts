import { actorRef } from '@caseloom/contract/records/records'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantTx } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import { addWordsToAll } from '../indexing/comment-words.ts'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'
import { paragraphs } from './comment-text.rules.ts'
import { insertComments } from './comment.store.ts'

interface Saying {
  actor: Actor
  /** Changed in this transaction, which holds their locks and announces them. */
  records: readonly StoredRecord[]
  /** Plain text, which mentions no one. */
  text: string
}

/** Adds the same comment to records that the actor has just changed. */
export async function commentOnAll(
  tx: TenantTx,
  app: AppTable,
  { actor, records, text }: Saying,
): Promise<void> {
  if (records.length === 0) return
  const body = paragraphs(text)
  const by = actorRef(actor)
  const comments = records.map(({ id, version }) => ({ id: newId(), event: newId(), record: id, version }))
  await insertComments(tx, { appId: app.id, by, body, comments })
  await addWordsToAll(tx, app, { recordIds: records.map(({ id }) => id), body })
}
