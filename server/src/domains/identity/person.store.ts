import type { Tx } from '../../platform/database/types.ts'
import { cleanEmail, emailKey } from './email.rules.ts'

export interface PersonRow {
  id: string
  email: string
  name: string
  password_hash: string | null
  super_administrator: boolean
  time_zone: string | null
  theme: 'system' | 'light' | 'dark'
}

const COLUMNS = 'p.id, p.email, p.name, p.password_hash, p.super_administrator, p.time_zone, p.theme'

export async function findPersonByEmail(tx: Tx, email: string): Promise<PersonRow | null> {
  const rows = await tx.query<PersonRow>(
    `select ${COLUMNS} from caseloom.person p where p.email_key = $1`,
    [emailKey(email)],
    'identity-person-by-email',
  )
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

/** True when the person may come in at all: member of an account, or super administrator. */
export async function mayComeIn(tx: Tx, person: PersonRow): Promise<boolean> {
  if (person.super_administrator) return true
  const rows = await tx.query(
    `select 1 from caseloom.user where person_id = $1 and status = 'active' limit 1`,
    [person.id],
  )
  return rows.length > 0
}
