import type { Tx } from '../database/types.ts'
import { newId } from '../uuid.ts'
import type { MailParts } from './mail-parts.ts'

export interface OutgoingMail {
  /** The account whose administrators may read it when it is captured; null: super administrators only. */
  accountId: string | null
  to: string
  /** One line. */
  subject: string
  /** Plain text; links stand on a line of their own. */
  text: string
  /** More recipients, HTML, files; `to` then only says who they are. */
  parts?: MailParts
}

/** Queues a mail in the caller's transaction; it is sent, or stored for reading, after the commit. Returns its ID. */
export async function queueMail(tx: Tx, mail: OutgoingMail): Promise<string> {
  // Callers put names through `oneLine`; a line break that gets here would start a header of its own.
  const { to = [], cc = [], bcc = [], replyTo = null } = mail.parts ?? {}
  const headers = [mail.to, mail.subject, ...to, ...cc, ...bcc, replyTo ?? '']
  if (headers.some((header) => /[\p{Cc}\u2028\u2029]/u.test(header))) {
    throw new Error('The recipient or subject of an email contains control characters')
  }
  const id = newId()
  const parts = mail.parts === undefined ? null : JSON.stringify(mail.parts)
  await tx.query(
    `insert into caseloom.mail (id, account_id, at, recipient, subject, body, parts, state, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'waiting', $3)`,
    [id, mail.accountId, tx.now, mail.to, mail.subject, mail.text, parts],
  )
  tx.announce({ topic: 'internal', name: 'mail.queued', payload: {} })
  return id
}

/** What turns the direction of the words after a name, and what no one sees. */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** A name as it may stand in a subject: one line of 100 characters that turns nothing of what is around it. */
export function oneLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(UNSEEN, '')
    .trim()
  // By characters, not by halves of them.
  return [...line].slice(0, 100).join('')
}
