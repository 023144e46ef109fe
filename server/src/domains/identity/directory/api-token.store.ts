import { z } from 'zod'
import type { Tx } from '../../../platform/database/types.ts'
import { tokenHash } from '../sessions/session.store.ts'

const NameUserIdRow = z.object({ name: z.string(), user_id: z.string(), person_id: z.string() })

export const ApiTokenRow = z.object({
  id: z.string(),
  account_id: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  name: z.string(),
  start: z.string(),
  scopes: z.array(z.string()),
  created_at: z.date(),
  expires_at: z.date(),
  last_used_at: z.date().nullable(),
})
export type ApiTokenRow = z.infer<typeof ApiTokenRow>

const FoundToken = ApiTokenRow.extend({ person_id: z.string() })

const COLUMNS = `t.id, t.account_id, t.user_id, p.name as user_name, t.name, t.start, t.scopes, t.created_at,
  t.expires_at, t.last_used_at`
const FROM = `from caseloom.api_token t join caseloom.user u on u.id = t.user_id
  join caseloom.person p on p.id = u.person_id`

/** Tokens of an account, of one user when one is named; the newest first. */
export async function readApiTokens(
  tx: Tx,
  accountId: string,
  userId: string | null,
): Promise<ApiTokenRow[]> {
  return tx.rows(
    ApiTokenRow,
    `select ${COLUMNS} ${FROM} where t.account_id = $1 and ($2::uuid is null or t.user_id = $2::uuid)
      order by t.id desc`,
    [accountId, userId],
  )
}

/** A living token of an active user in an account that is open, with the person behind it. */
export async function findApiToken(tx: Tx, text: string): Promise<z.infer<typeof FoundToken> | null> {
  const rows = await tx.rows(
    FoundToken,
    `select ${COLUMNS}, u.person_id ${FROM} join caseloom.account a on a.id = t.account_id
      where t.token_hash = $1 and t.expires_at > $2 and u.status = 'active' and a.status = 'active'`,
    [tokenHash(text), tx.now],
    'identity-api-token-2',
  )
  return rows[0] ?? null
}

export interface NewApiToken {
  id: string
  accountId: string
  userId: string
  name: string
  text: string
  scopes: readonly string[]
  expiresAt: Date
}

export async function insertApiToken(tx: Tx, token: NewApiToken): Promise<void> {
  await tx.query(
    `insert into caseloom.api_token
       (id, account_id, user_id, name, start, token_hash, scopes, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      token.id,
      token.accountId,
      token.userId,
      token.name,
      token.text.slice(0, 10),
      tokenHash(token.text),
      token.scopes,
      tx.now,
      token.expiresAt,
    ],
  )
}

export async function touchApiToken(tx: Tx, id: string): Promise<void> {
  await tx.query('update caseloom.api_token set last_used_at = $2 where id = $1', [id, tx.now])
}

/** Ends a token of the account, of one user when one is named; answers what it was. */
export async function deleteApiToken(
  tx: Tx,
  accountId: string,
  { id, userId }: { id: string; userId: string | null },
): Promise<{ name: string; user_id: string; person_id: string } | null> {
  const rows = await tx.rows(
    NameUserIdRow,
    `delete from caseloom.api_token t using caseloom.user u
      where u.id = t.user_id and t.account_id = $1 and t.id = $2 and ($3::uuid is null or t.user_id = $3::uuid)
      returning t.name, t.user_id, u.person_id`,
    [accountId, id, userId],
  )
  return rows[0] ?? null
}
