import { z } from 'zod'
import { createHash } from 'node:crypto'
import type { Tx } from '../../../platform/database/types.ts'
import { deviceOf } from '../sessions/device.rules.ts'
import type { Origin } from '../sessions/session.store.ts'
import { keepNote } from '../notices/notify.ts'

const IsKnownRow = z.object({ is_known: z.boolean() })

export interface SignedIn {
  id: string
  notifications: unknown
}

/** Notifies a person of a sign-in from a browser, system, or address that they have not used for 90 days. */
export async function noteSignIn(tx: Tx, person: SignedIn, origin: Origin): Promise<void> {
  const device = deviceOf(origin.agent)
  if (await rememberDevice(tx, person.id, `${device}\n${origin.ip}`)) return
  const text = `${device}, from ${origin.ip}. If this wasn’t you, change your password and end your other sessions.`
  await keepNote(
    tx,
    {
      personId: person.id,
      accountId: null,
      kind: 'signIn',
      title: 'New sign-in from an unknown device',
      text,
    },
    person.notifications,
  )
}

/** True when it was known, or when it is the first one of the person. */
async function rememberDevice(tx: Tx, personId: string, facts: string): Promise<boolean> {
  const digest = createHash('sha256').update(facts).digest()
  const rows = await tx.rows(
    IsKnownRow,
    `with before as (select digest from caseloom.known_device where person_id = $1),
          saved as (insert into caseloom.known_device (person_id, digest, seen_at) values ($1, $2, $3)
                     on conflict (person_id, digest) do update set seen_at = excluded.seen_at)
     select not exists (select from before) or exists (select from before where digest = $2) as is_known`,
    [personId, digest, tx.now],
  )
  return rows[0]?.is_known ?? true
}
