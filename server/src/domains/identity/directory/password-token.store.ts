import { z } from 'zod'
import { randomBytes } from 'node:crypto'
import type { Tx } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import { tokenHash } from '../sessions/session.store.ts'

const HOUR_MS = 3600_000
/** How long a one-time token can be used. */
export const TOKEN_LIFE_MS = { invitation: 7 * 24 * HOUR_MS, reset: HOUR_MS } as const

/** `keepsOlder`: strangers who ask for links must not end those that the person asked for. */
export type TokenFor = { purpose: 'invitation'; userId: string } | { purpose: 'reset'; keepsOlder?: boolean }

export const PasswordTokenRow = z.object({
  id: z.string(),
  person_id: z.string(),
  purpose: z.enum(['invitation', 'reset']),
  user_id: z.string().nullable(),
  expires_at: z.date(),
  used_at: z.date().nullable(),
  email: z.string(),
  name: z.string(),
  /** Of the membership that an invitation is for. */
  user_status: z.string().nullable(),
  account_id: z.string().nullable(),
  /** Whether the person may come in at all. */
  welcome: z.boolean(),
})
export type PasswordTokenRow = z.infer<typeof PasswordTokenRow>

/**
 * Creates a one-time token and ends older ones for the same purpose, unless asked to keep them. Stores none for a
 * person who doesn't exist.
 */
export async function insertPasswordToken(
  tx: Tx,
  personId: string,
  use: TokenFor,
): Promise<{ token: string; until: Date }> {
  const token = randomBytes(32).toString('base64url')
  const until = new Date(tx.now.getTime() + TOKEN_LIFE_MS[use.purpose])
  const userId = use.purpose === 'invitation' ? use.userId : null
  if (use.purpose === 'invitation' || use.keepsOlder !== true)
    await endPasswordTokens(tx, personId, { purpose: use.purpose, userId })
  await tx.query(
    `insert into caseloom.password_token (id, token_hash, person_id, purpose, user_id, created_at, expires_at)
     select $1, $2, p.id, $4, $5, $6, $7 from caseloom.person p where p.id = $3`,
    [newId(), tokenHash(token), personId, use.purpose, userId, tx.now, until],
  )
  return { token, until }
}

/** Ends unused tokens of a person: of one purpose, or all of them. */
export async function endPasswordTokens(
  tx: Tx,
  personId: string,
  which: { purpose: 'invitation' | 'reset'; userId: string | null } | 'all',
): Promise<void> {
  const one = which === 'all' ? null : which
  await tx.query(
    `update caseloom.password_token set expires_at = $2
      where person_id = $1 and used_at is null and expires_at > $2
        and ($3::text is null or (purpose = $3 and user_id is not distinct from $4::uuid))`,
    [personId, tx.now, one?.purpose ?? null, one?.userId ?? null],
  )
}

/** A token with what decides whether it counts; locked against a second use. */
export async function findPasswordToken(
  tx: Tx,
  token: string,
  lock: boolean,
): Promise<PasswordTokenRow | null> {
  const rows = await tx.rows(
    PasswordTokenRow,
    `select t.id, t.person_id, t.purpose, t.user_id, t.expires_at, t.used_at, p.email, p.name,
            u.status as user_status, u.account_id,
            p.super_administrator or exists (select from caseloom.user m
              where m.person_id = p.id and m.status = 'active') as welcome
       from caseloom.password_token t join caseloom.person p on p.id = t.person_id
       left join caseloom.user u on u.id = t.user_id
      where t.token_hash = $1 ${lock ? 'for update of t' : ''}`,
    [tokenHash(token)],
  )
  return rows[0] ?? null
}

export async function usePasswordToken(tx: Tx, id: string): Promise<void> {
  await tx.query('update caseloom.password_token set used_at = $2 where id = $1', [id, tx.now])
}
