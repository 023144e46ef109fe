import { z } from 'zod'
import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '../../../platform/database/types.ts'

const PersonIdRow = z.object({ person_id: z.string() })

/** Digest of the token in a browser's device cookie. */
export function deviceHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Whether this browser signed in before as the person who has the address or the id. */
export async function knowsDevice(
  tx: Tx,
  token: string,
  who: { emailKey: string } | { personId: string },
): Promise<boolean> {
  const [email, id] = 'emailKey' in who ? [who.emailKey, null] : [null, who.personId]
  const rows = await tx.query(
    `select 1 from caseloom.sign_in_device d join caseloom.person p on p.id = d.person_id
      where d.token_hash = $1 and (p.email_key = $2 or p.id = $3::uuid)`,
    [deviceHash(token), email, id],
  )
  return rows.length > 0
}

/**
 * Remembers the browser as one of the person's; answers the token that its cookie must hold. A token that the browser
 * made up itself is replaced: no one may plant one that they know.
 */
export async function rememberDevice(tx: Tx, personId: string, held: string | null): Promise<string> {
  const known =
    held !== null &&
    (await tx.query('select 1 from caseloom.sign_in_device where token_hash = $1', [deviceHash(held)]))
      .length > 0
  const token = known ? held : randomBytes(32).toString('base64url')
  await tx.query(
    `insert into caseloom.sign_in_device (token_hash, person_id, seen_at) values ($1, $2, $3)
     on conflict (token_hash, person_id) do update set seen_at = excluded.seen_at`,
    [deviceHash(token), personId, tx.now],
  )
  return token
}

const UNLOCK_MS = 24 * 3600_000

/** A one-time link for someone whose sign-in is locked; stored only as a digest. */
export async function insertUnlock(tx: Tx, personId: string): Promise<{ token: string; until: Date }> {
  const token = randomBytes(32).toString('base64url')
  const until = new Date(tx.now.getTime() + UNLOCK_MS)
  await tx.query(
    'insert into caseloom.sign_in_unlock (token_hash, person_id, expires_at) values ($1, $2, $3)',
    [deviceHash(token), personId, until],
  )
  return { token, until }
}

/** Uses an unlock link up; answers whose it was, null when it has ended. */
export async function takeUnlock(tx: Tx, token: string): Promise<string | null> {
  const rows = await tx.rows(
    PersonIdRow,
    'delete from caseloom.sign_in_unlock where token_hash = $1 and expires_at > $2 returning person_id',
    [deviceHash(token), tx.now],
  )
  return rows[0]?.person_id ?? null
}
