// People, users, and roles as they are stored, with the rules for their names and passwords.
import { z } from 'zod'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Tx } from '../../../platform/database/types.ts'
import { cleanEmail, emailKey } from './email.rules.ts'

export const PersonRow = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  password_hash: z.string().nullable(),
  super_administrator: z.boolean(),
  time_zone: z.string().nullable(),
  locale: z.string().nullable(),
  theme: z.enum(['system', 'light', 'dark']),
  /** Choices that were made; defaults are filled in by `choicesOf`. */
  notifications: z.unknown(),
  /** Times that were chosen; `timesOf` fills in the defaults. */
  notification_times: z.unknown(),
})
export type PersonRow = z.infer<typeof PersonRow>

/** Of a person that the statement calls `p`. */
export const PERSON_COLUMNS =
  'p.id, p.email, p.name, p.password_hash, p.super_administrator, p.time_zone, p.locale, p.theme, p.notifications, p.notification_times'

export async function findPersonByEmail(tx: Tx, email: string): Promise<PersonRow | null> {
  const rows = await tx.rows(
    PersonRow,
    `select ${PERSON_COLUMNS} from caseloom.person p where p.email_key = $1`,
    [emailKey(email)],
    'identity-person-by-email',
  )
  return rows[0] ?? null
}

export async function getPerson(tx: Tx, id: string): Promise<PersonRow | null> {
  const rows = await tx.rows(PersonRow, `select ${PERSON_COLUMNS} from caseloom.person p where p.id = $1`, [
    id,
  ])
  return rows[0] ?? null
}

export interface PersonValues {
  id: string
  email: string
  name: string
  passwordHash: string | null
  superAdministrator: boolean
  timeZone: string | null
}

/** Writes a person whole; a person of this id takes the new values. */
export async function savePerson(tx: Tx, person: PersonValues): Promise<void> {
  await tx.query(
    `insert into caseloom.person
       (id, email, email_key, name, password_hash, super_administrator, time_zone, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     on conflict (id) do update set email = excluded.email, email_key = excluded.email_key, name = excluded.name,
       password_hash = excluded.password_hash, super_administrator = excluded.super_administrator,
       time_zone = excluded.time_zone, updated_at = excluded.updated_at`,
    [
      person.id,
      cleanEmail(person.email),
      emailKey(person.email),
      person.name,
      person.passwordHash,
      person.superAdministrator,
      person.timeZone,
      tx.now,
    ],
  )
}

export async function renewPasswordHash(tx: Tx, id: string, before: string, hash: string): Promise<void> {
  await tx.query('update caseloom.person set password_hash = $3 where id = $1 and password_hash = $2', [
    id,
    before,
    hash,
  ])
}

/** Sets the hash of a new password. */
export async function setPasswordHash(tx: Tx, id: string, hash: string): Promise<void> {
  await tx.query('update caseloom.person set password_hash = $2, updated_at = $3 where id = $1', [
    id,
    hash,
    tx.now,
  ])
}

/** What people say of themselves; absent is left alone. */
export interface ProfileChange {
  name?: string | undefined
  timeZone?: string | null | undefined
  locale?: string | null | undefined
  theme?: 'system' | 'light' | 'dark' | undefined
  notifications?: JsonObject | undefined
  notificationTimes?: JsonObject | undefined
}

export async function updateProfile(tx: Tx, id: string, change: ProfileChange): Promise<void> {
  await tx.query(
    `update caseloom.person set updated_at = $2, name = coalesce($3, name),
            time_zone = case when $4 then $5 else time_zone end, locale = case when $6 then $7 else locale end,
            theme = coalesce($8, theme), notifications = coalesce($9::jsonb, notifications),
            notification_times = coalesce($10::jsonb, notification_times)
      where id = $1`,
    [
      id,
      tx.now,
      change.name ?? null,
      change.timeZone !== undefined,
      change.timeZone ?? null,
      change.locale !== undefined,
      change.locale ?? null,
      change.theme ?? null,
      change.notifications === undefined ? null : JSON.stringify(change.notifications),
      change.notificationTimes === undefined ? null : JSON.stringify(change.notificationTimes),
    ],
  )
}

/** True when the person may come in at all: member of an account, invited to one, or super administrator. */
export async function mayComeIn(tx: Tx, person: PersonRow): Promise<boolean> {
  if (person.super_administrator) return true
  const rows = await tx.query(
    `select 1 from caseloom.user
      where person_id = $1 and (status = 'active' or (status = 'invited' and invited_until > $2)) limit 1`,
    [person.id, tx.now],
  )
  return rows.length > 0
}
