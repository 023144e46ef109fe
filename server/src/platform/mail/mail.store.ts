import { z } from 'zod'
import type { Tx } from '../database/types.ts'

/** A mail that this process has taken on to send. */
export const ClaimedMail = z.object({
  id: z.string(),
  at: z.date(),
  recipient: z.string(),
  subject: z.string(),
  body: z.string(),
  attempts: z.number(),
  /** As MailParts. */
  parts: z.unknown(),
})
export type ClaimedMail = z.infer<typeof ClaimedMail>

/** How long a claimed mail is left alone: longer than all timeouts of one delivery together. */
const LEASE_MS = 5 * 60_000

/** Takes due mails on, so that no other process sends them meanwhile. */
export async function claimMails(tx: Tx, limit: number): Promise<ClaimedMail[]> {
  return tx.rows(
    ClaimedMail,
    `with due as (
       select id from caseloom.mail where state = 'waiting' and due_at <= $1
        order by due_at limit $3 for update skip locked)
     update caseloom.mail m set attempts = m.attempts + 1, due_at = $2 from due where m.id = due.id
     returning m.id, m.at, m.recipient, m.subject, m.body, m.attempts, m.parts`,
    [tx.now, new Date(tx.now.getTime() + LEASE_MS), limit],
  )
}

/** Without a mail server, waiting emails can be read here. */
export async function captureMails(tx: Tx): Promise<void> {
  await tx.query(`update caseloom.mail set state = 'captured' where state = 'waiting'`)
}

/** Marks a mail sent; its one-time links are forgotten, the receiver has them now. */
export async function markSent(tx: Tx, id: string): Promise<void> {
  await tx.query(
    `update caseloom.mail set state = 'sent', error = null,
       body = regexp_replace(body, '([?&]token=)[A-Za-z0-9_-]+', '\\1…', 'g')
     where id = $1`,
    [id],
  )
}

/** Puts a mail off until `due`, or gives it up when that is null. */
export async function markFailed(tx: Tx, id: string, fault: { error: string; due: Date | null }) {
  await tx.query(
    `update caseloom.mail set state = case when $3::timestamptz is null then 'failed' else 'waiting' end,
       due_at = coalesce($3, due_at), error = $2
     where id = $1 and state = 'waiting'`,
    [id, fault.error, fault.due],
  )
}

/** Deletes old mails, some at a time; answers how many. */
export async function deleteOldMails(tx: Tx, before: Date, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from caseloom.mail where id in (
       select id from caseloom.mail where at < $1 and state <> 'waiting' order by id limit $2) returning 1`,
    [before, limit],
  )
  return rows.length
}
