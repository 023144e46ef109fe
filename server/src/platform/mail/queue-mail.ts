import type { Tx } from '../database/types.ts'
import { newId } from '../uuid.ts'

export interface OutgoingMail {
  /** The account whose administrators may read it when it is captured; null: super administrators only. */
  accountId: string | null
  to: string
  /** One line. */
  subject: string
  /** Plain text; links stand on a line of their own. */
  text: string
}

/** Hands a mail to the queue in the transaction that wants it; it is sent, or kept to be read, after the commit. */
export async function queueMail(tx: Tx, mail: OutgoingMail): Promise<void> {
  // Callers put names through `oneLine`; a line break that gets here would start a header of its own.
  if (/[\p{Cc}\u2028\u2029]/u.test(mail.to + mail.subject)) {
    throw new Error('A mail’s recipient or subject holds control characters')
  }
  await tx.query(
    `insert into caseloom.mail (id, account_id, at, recipient, subject, body, state, due_at)
     values ($1, $2, $3, $4, $5, $6, 'waiting', $3)`,
    [newId(), mail.accountId, tx.now, mail.to, mail.subject, mail.text],
  )
  tx.announce({ topic: 'internal', name: 'mail.queued', payload: {} })
}

/** A name as it may stand in a subject: control characters and line breaks become blanks, and it ends at 100. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 100)
}
