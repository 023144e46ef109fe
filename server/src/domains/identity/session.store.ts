import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '../../platform/database/types.ts'
import { newId } from '../../platform/uuid.ts'

/** A session ends when it is not used for so long, and in any case after the second time. */
export const IDLE_MS = 8 * 3600_000
export const ABSOLUTE_MS = 7 * 24 * 3600_000

/** 256 random bits; the table holds only its digest, so a stolen table opens no session. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A plain digest is enough for a token that nobody can guess. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export interface Origin {
  ip: string
  agent: string | null
}
export interface OpenedSession {
  token: string
  expiresAt: Date
}

/** Opens a session with a new token, and sweeps those of the person that are over. */
export async function insertSession(tx: Tx, personId: string, origin: Origin): Promise<OpenedSession> {
  await tx.query('delete from caseloom.session where person_id = $1 and least(expires_at, idle_until) < $2', [
    personId,
    tx.now,
  ])
  const token = newToken()
  const expiresAt = new Date(tx.now.getTime() + ABSOLUTE_MS)
  await tx.query(
    `insert into caseloom.session
       (id, token_hash, person_id, created_at, last_seen_at, idle_until, expires_at, account_id, tenant_id, ip, agent)
     select $1, $2, p.id, $4, $4, $5, $6, p.last_account_id, p.last_tenant_id, $7, $8
       from caseloom.person p where p.id = $3`,
    [
      newId(),
      tokenHash(token),
      personId,
      tx.now,
      new Date(tx.now.getTime() + IDLE_MS),
      expiresAt,
      origin.ip,
      origin.agent?.slice(0, 300) ?? null,
    ],
  )
  return { token, expiresAt }
}

/** Puts off the idle end of a session that is in use. */
export async function touchSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.query('update caseloom.session set last_seen_at = $2, idle_until = $3 where id = $1', [
    sessionId,
    tx.now,
    new Date(tx.now.getTime() + IDLE_MS),
  ])
}

/** Ends the session of this token; answers whose it was, null when there was none. */
export async function deleteSession(tx: Tx, token: string): Promise<string | null> {
  const rows = await tx.query<{ person_id: string }>(
    'delete from caseloom.session where token_hash = $1 returning person_id',
    [tokenHash(token)],
  )
  return rows[0]?.person_id ?? null
}

export async function deleteSessionsOf(tx: Tx, personId: string): Promise<void> {
  await tx.query('delete from caseloom.session where person_id = $1', [personId])
}

/** Remembers the tenant for this session and for the next log-in. */
export async function rememberPlace(
  tx: Tx,
  token: string,
  place: { accountId: string; tenantId: string },
): Promise<void> {
  await tx.query(
    `with s as (
       update caseloom.session set account_id = $2, tenant_id = $3 where token_hash = $1 returning person_id)
     update caseloom.person p set last_account_id = $2, last_tenant_id = $3 from s where p.id = s.person_id`,
    [tokenHash(token), place.accountId, place.tenantId],
  )
}
