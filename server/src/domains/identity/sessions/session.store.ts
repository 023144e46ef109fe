// Sessions and what proves them: challenges, devices, factors, passkeys, and the account’s sign-in policy.
import { Bytes } from '../../../platform/database/rows.ts'
import { z } from 'zod'
import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import { deleteChallengesOf } from './challenge.store.ts'
import { type SessionStrength, Strength } from './sign-in-policy.rules.ts'
import { SIGN_IN_DEFAULTS as DEFAULTS } from './sign-in-settings.store.ts'

const ExpiresAtRow = z.object({ expires_at: z.date() })

const PersonIdRow = z.object({ person_id: z.string() })

/** 256 random bits; the table holds only its digest, so a stolen table opens no session. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A plain digest is enough for a token that no one can guess. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export interface Origin {
  ip: string
  agent: string | null
  /** Token of the browser's device cookie, known or not; absent where none can be. */
  device?: string | null
}
export interface OpenedSession {
  token: string
  expiresAt: Date
  /** For the device cookie; absent where the session was not opened by signing in. */
  device?: string
}
export interface NewSession extends SessionStrength {
  personId: string
  origin: Origin
}

/** The strictest bounds among the accounts that the session may act in; `personId` and `only` are SQL. */
const bounds = (personId: string, only: string) => `
  select coalesce(min(coalesce(i.idle_minutes, ${DEFAULTS.idle_minutes})), ${DEFAULTS.idle_minutes}) as idle_minutes,
         coalesce(min(coalesce(i.absolute_hours, ${DEFAULTS.absolute_hours})), ${DEFAULTS.absolute_hours}) as absolute_hours
    from caseloom.user m left join caseloom.sign_in i on i.account_id = m.account_id
   where m.person_id = ${personId} and m.status = 'active' and (${only} is null or m.account_id = ${only})`

/** Opens a session with a new token. Account and tenant last used come along, where the session may act. */
export async function insertSession(tx: Tx, session: NewSession): Promise<OpenedSession> {
  const token = newToken()
  const rows = await tx.rows(
    ExpiresAtRow,
    `insert into caseloom.session
       (id, token_hash, person_id, created_at, last_seen_at, idle_until, expires_at, account_id, tenant_id, ip, agent,
        strength, only_account)
     select $1, $2, p.id, $4, $4, $4::timestamptz + make_interval(mins => b.idle_minutes),
            $4::timestamptz + make_interval(hours => b.absolute_hours), coalesce($8, p.last_account_id),
            case when $8::uuid is null or p.last_account_id = $8 then p.last_tenant_id end, $5, $6, $7, $8
       from caseloom.person p, (${bounds('$3', '$8::uuid')}) b where p.id = $3
     returning expires_at`,
    [
      newId(),
      tokenHash(token),
      session.personId,
      tx.now,
      session.origin.ip,
      session.origin.agent?.slice(0, 300) ?? null,
      session.strength,
      session.onlyAccount,
    ],
  )
  const row = rows[0]
  if (row === undefined) throw new Error('The session was not written')
  return { token, expiresAt: row.expires_at }
}

/** Puts off the idle end of a session that is in use, within what the accounts allow by now. */
export async function touchSession(tx: Tx, sessionId: string, userId: string | null): Promise<void> {
  if (userId !== null)
    await tx.query('update caseloom.user set last_seen_at = $2 where id = $1', [userId, tx.now])
  await tx.query(
    `update caseloom.session s set last_seen_at = $2,
            idle_until = $2::timestamptz + make_interval(mins => b.idle_minutes),
            expires_at = least(s.expires_at, s.created_at + make_interval(hours => b.absolute_hours))
       from caseloom.session o, lateral (${bounds('o.person_id', 'o.only_account')}) b
      where s.id = $1 and o.id = s.id`,
    [sessionId, tx.now],
  )
}

/** Shortens the living sessions of an account's people to its bounds, for when these became stricter. */
export async function shortenSessions(
  tx: Tx,
  {
    accountId,
    idleMinutes,
    absoluteHours,
  }: { accountId: string; idleMinutes: number; absoluteHours: number },
): Promise<void> {
  await tx.query(
    `update caseloom.session s
        set idle_until = least(s.idle_until, s.last_seen_at + make_interval(mins => $2)),
            expires_at = least(s.expires_at, s.created_at + make_interval(hours => $3))
       from caseloom.user u
      where u.person_id = s.person_id and u.account_id = $1 and u.status = 'active'
        and (s.only_account is null or s.only_account = $1)`,
    [accountId, idleMinutes, absoluteHours],
  )
}

/** Makes a session as strong as two factors, under a new token; the old one ends. Null when it is strong already. */
export async function liftSession(tx: Tx, sessionId: string): Promise<OpenedSession | null> {
  const token = newToken()
  const rows = await tx.rows(
    ExpiresAtRow,
    `update caseloom.session set token_hash = $2, strength = 'mfa' where id = $1 and strength = 'password'
     returning expires_at`,
    [sessionId, tokenHash(token)],
  )
  return rows[0] === undefined ? null : { token, expiresAt: rows[0].expires_at }
}

/** For who has no second factor left: two factors were proven once, but can't be proven again. */
export async function weakenSessions(tx: Tx, personId: string): Promise<void> {
  await tx.query(
    `update caseloom.session set strength = 'password' where person_id = $1 and strength = 'mfa'`,
    [personId],
  )
}

/** Ends the session of this token; answers whose it was, null when there was none. */
export async function deleteSession(tx: Tx, token: string): Promise<string | null> {
  const rows = await tx.rows(
    PersonIdRow,
    'delete from caseloom.session where token_hash = $1 returning person_id',
    [tokenHash(token)],
  )
  return rows[0]?.person_id ?? null
}

/** Ends all sessions of a person and the sign-ins that are half done, and forgets the person's devices. */
export async function deleteSessionsOf(tx: Tx, personId: string): Promise<void> {
  await tx.query('delete from caseloom.session where person_id = $1', [personId])
  await tx.query('delete from caseloom.sign_in_device where person_id = $1', [personId])
  await deleteChallengesOf(tx, personId)
}

/** Ends one session of a person; false when it is none of theirs. */
export async function deleteSessionById(
  tx: Tx,
  { id, personId, only }: { id: string; personId: string; only: string | null },
): Promise<boolean> {
  const rows = await tx.query(
    `delete from caseloom.session
      where id = $1 and person_id = $2 and ($3::uuid is null or only_account = $3) returning 1`,
    [id, personId, only],
  )
  return rows.length > 0
}

/** Ends the sessions of a person but one, or only those of one strength or provider; answers how many. */
export async function deleteOtherSessions(
  tx: Tx,
  {
    personId,
    keep,
    strength,
    only,
  }: { personId: string; keep: string; strength?: Strength; only?: string | null },
): Promise<number> {
  const rows = await tx.query(
    `delete from caseloom.session
      where person_id = $1 and id <> $2 and ($3::text is null or strength = $3)
        and ($4::uuid is null or only_account = $4) returning 1`,
    [personId, keep, strength ?? null, only ?? null],
  )
  return rows.length
}

export const SessionRow = z.object({
  id: z.string(),
  token_hash: Bytes,
  created_at: z.date(),
  last_seen_at: z.date(),
  idle_until: z.date(),
  expires_at: z.date(),
  ip: z.string(),
  agent: z.string().nullable(),
  strength: Strength,
})
export type SessionRow = z.infer<typeof SessionRow>

/** The living sessions of a person, or those that an account's provider opened, latest use first. */
export async function sessionsOf(
  tx: Tx,
  { personId, only }: { personId: string; only: string | null },
): Promise<SessionRow[]> {
  return tx.rows(
    SessionRow,
    `select id, token_hash, created_at, last_seen_at, idle_until, expires_at, ip, agent, strength
       from caseloom.session where person_id = $1 and expires_at > $2 and idle_until > $2
        and ($3::uuid is null or only_account = $3)
      order by last_seen_at desc, id desc`,
    [personId, tx.now, only],
  )
}

/** Forgets the account and tenant last used: this session and the next one begin with a choice. */
export async function forgetPlace(tx: Tx, token: string): Promise<void> {
  await tx.query(
    `with s as (
       update caseloom.session set account_id = null, tenant_id = null where token_hash = $1 returning person_id)
     update caseloom.person p set last_account_id = null, last_tenant_id = null from s where p.id = s.person_id`,
    [tokenHash(token)],
  )
}

/** Remembers the tenant for this session and for the next sign-in. */
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
