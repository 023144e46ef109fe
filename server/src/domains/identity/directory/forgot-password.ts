import { z } from 'zod'
import type { Tx } from '../../../platform/database/types.ts'
import { oneLine, queueMail } from '../../../platform/mail/queue-mail.ts'
import { newId } from '../../../platform/uuid.ts'
import { takeAttempt } from '../lockout/attempts.ts'
import { emailKey } from '../people/email.rules.ts'
import type { Origin } from '../sessions/session.store.ts'
import { sourceOf } from '../../../platform/http/source.rules.ts'
import type { DirectoryDeps } from './directory-deps.ts'
import { resetMail } from '../notices/mail-texts.rules.ts'
import { insertPasswordToken } from './password-token.store.ts'

type Deps = Pick<DirectoryDeps, 'system' | 'publicUrl' | 'forgot' | 'throttles'>

const Receiver = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  time_zone: z.string().nullable(),
  locale: z.string().nullable(),
})
type Receiver = z.infer<typeof Receiver>

/**
 * Mails a link for a new password to an active person who may have one. Every address gets the same answer after the
 * same work but for one row; the mail itself is sent by another process. Throws request.too_many.
 */
export async function forgotPassword(deps: Deps, asked: { email: string; origin: Origin }): Promise<void> {
  const { email: narrow, person: wide, ip } = deps.forgot
  await ip.take(sourceOf(asked.origin.ip))
  await takeAttempt(
    deps,
    { narrow, wide, quiet: true },
    { who: { emailKey: emailKey(asked.email) }, origin: asked.origin },
  )
  await deps.system.tx(async (tx) => {
    const receiver = await findReceiver(tx, asked.email)
    // A token is created for unknown addresses, too, but not stored.
    const { token, until } = await insertPasswordToken(tx, receiver?.id ?? newId(), {
      purpose: 'reset',
      keepsOlder: true,
    })
    const link = `${deps.publicUrl}/set-password?token=${token}`
    const mail = resetMail({
      name: oneLine(receiver?.name ?? ''),
      link,
      until,
      reader: receiver ?? undefined,
    })
    if (receiver === null) tx.announce({ topic: 'internal', name: 'mail.queued', payload: {} })
    else await queueMail(tx, { accountId: null, to: receiver.email, ...mail })
  })
}

/** A person who may come in with a password: super administrator, or active where passwords are allowed. */
async function findReceiver(tx: Tx, email: string): Promise<Receiver | null> {
  const rows = await tx.rows(
    Receiver,
    `select p.id, p.name, p.email, p.time_zone, p.locale from caseloom.person p
      where p.email_key = $1 and p.kind = 'person' and (p.super_administrator or exists (
        select from caseloom.user u left join caseloom.sign_in s on s.account_id = u.account_id
         where u.person_id = p.id and u.status = 'active' and coalesce(s.password_allowed, true)))`,
    [emailKey(email)],
  )
  return rows[0] ?? null
}
