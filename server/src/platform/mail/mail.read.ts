import { z } from 'zod'
import type { Tx } from '../database/types.ts'

export const MailRow = z.object({
  id: z.string(),
  at: z.date(),
  recipient: z.string(),
  subject: z.string(),
  body: z.string(),
  state: z.enum(['waiting', 'sent', 'failed', 'captured']),
  error: z.string().nullable(),
})
export type MailRow = z.infer<typeof MailRow>

/** Whose mails: one account's, or all of the installation. */
export type MailOwner = { accountId: string } | 'all'

/** One link in a mail opens what it says to anyone who holds it: only captured mails show theirs. */
const COLUMNS = `id, at, recipient, subject, state, error, case when state = 'captured' then body
  else regexp_replace(body, '([?&]token=)[A-Za-z0-9_-]+', '\\1…', 'g') end as body`

/** A page of mails, latest first; one more than the limit when there are more. */
export async function pageOfMails(
  tx: Tx,
  owner: MailOwner,
  page: { limit: number; after: string | null },
): Promise<MailRow[]> {
  return tx.rows(
    MailRow,
    `select ${COLUMNS} from caseloom.mail
      where ($1::uuid is null or account_id = $1::uuid) and ($2::uuid is null or id < $2::uuid)
      order by id desc limit $3`,
    [owner === 'all' ? null : owner.accountId, page.after, page.limit + 1],
  )
}

export async function readMail(tx: Tx, owner: MailOwner, id: string): Promise<MailRow | null> {
  const rows = await tx.rows(
    MailRow,
    `select ${COLUMNS} from caseloom.mail where id = $2 and ($1::uuid is null or account_id = $1::uuid)`,
    [owner === 'all' ? null : owner.accountId, id],
  )
  return rows[0] ?? null
}
