import type { Tx } from '../database/types.ts'
import { newId } from '../uuid.ts'

export interface OutgoingMail {
  /** The account whose administrators may read it when it is captured; null: super administrators only. */
  accountId: string | null
  to: string
  subject: string
  /** Plain text; links stand on a line of their own. */
  text: string
}

/** Hands a mail to the queue in the transaction that wants it; it is sent, or kept to be read, after the commit. */
export async function queueMail(tx: Tx, mail: OutgoingMail): Promise<void> {
  await tx.query(
    `insert into caseloom.mail (id, account_id, at, recipient, subject, body, state, due_at)
     values ($1, $2, $3, $4, $5, $6, 'waiting', $3)`,
    [newId(), mail.accountId, tx.now, mail.to, mail.subject, mail.text],
  )
  tx.announce({ topic: 'internal', name: 'mail.queued', payload: {} })
}
