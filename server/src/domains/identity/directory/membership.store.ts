import { z } from 'zod'
import type { Tx } from '../../../platform/database/types.ts'
import { UserStatus } from '../people/user.store.ts'

const Accepted = z.object({
  id: z.string(),
  account_id: z.string(),
  person_id: z.string(),
  rev: z.number(),
})
type Accepted = z.infer<typeof Accepted>

const AdminsRow = z.object({ admins: z.number() })

const IdRevRow = z.object({ id: z.string(), rev: z.number() })

const RevRow = z.object({ rev: z.number() })

/** A membership with its person, as the directory changes it. */
export const Membership = z.object({
  id: z.string(),
  account_id: z.string(),
  person_id: z.string(),
  status: UserStatus,
  account_admin: z.boolean(),
  rev: z.number(),
  invited_until: z.date().nullable(),
  kind: z.enum(['person', 'service']),
  /** What the inviter typed while an invitation of a known person is open, the person's own name else. */
  name: z.string(),
  goes_by_invited_name: z.boolean(),
  email: z.string(),
  time_zone: z.string().nullable(),
  locale: z.string().nullable(),
  super_administrator: z.boolean(),
  /** Belongs to other accounts too, or was invited there. */
  elsewhere: z.boolean(),
  has_password: z.boolean(),
})
export type Membership = z.infer<typeof Membership>

/** An account learns the name that a person goes by elsewhere only once they accepted its invitation. */
const GOES_BY_INVITED_NAME = '(u.invited_until is not null and u.invited_name is not null)'
export const SHOWN_NAME = `case when ${GOES_BY_INVITED_NAME} then u.invited_name else p.name end`

const COLUMNS = `u.id, u.account_id, u.person_id, u.status, u.account_admin, u.rev, u.invited_until, p.kind,
  ${SHOWN_NAME} as name, ${GOES_BY_INVITED_NAME} as goes_by_invited_name, p.email, p.time_zone, p.locale, p.super_administrator, p.password_hash is not null as has_password,
  exists (select from caseloom.user o where o.person_id = p.id and o.account_id <> u.account_id
            and o.status <> 'removed') as elsewhere`

/** A user of the account, locked until the transaction ends; null when removed, foreign or missing. */
export async function lockUser(tx: Tx, accountId: string, userId: string): Promise<Membership | null> {
  const rows = await tx.rows(
    Membership,
    `select ${COLUMNS} from caseloom.user u join caseloom.person p on p.id = u.person_id
      where u.account_id = $1 and u.id = $2 and u.status <> 'removed' for update of u`,
    [accountId, userId],
  )
  return rows[0] ?? null
}

/** The membership of a person in an account, removed ones included. */
export async function lockMembership(
  tx: Tx,
  accountId: string,
  personId: string,
): Promise<Membership | null> {
  const rows = await tx.rows(
    Membership,
    `select ${COLUMNS} from caseloom.user u join caseloom.person p on p.id = u.person_id
      where u.account_id = $1 and u.person_id = $2 for update of u`,
    [accountId, personId],
  )
  return rows[0] ?? null
}

/** Who may administer an account changes by one at a time: else two could take the right from one another. */
export async function lockAdmins(tx: Tx, accountId: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`admins/${accountId}`])
}

/** Active administrators who can sign in. */
export async function countAdmins(tx: Tx, accountId: string): Promise<number> {
  const rows = await tx.rows(
    AdminsRow,
    `select count(*)::int as admins from caseloom.user u join caseloom.person p on p.id = u.person_id
      where u.account_id = $1 and u.account_admin and u.status = 'active' and p.kind = 'person'`,
    [accountId],
  )
  return rows[0]?.admins ?? 0
}

export interface NewMembership {
  id: string
  accountId: string
  personId: string
  status: UserStatus
  accountAdmin: boolean
  invitedUntil: Date | null
  /** What the inviter typed for a person who exists already. */
  invitedName: string | null
}

/** Writes a membership; a removed one of the same person lives again under its old id. */
export async function saveMembership(tx: Tx, user: NewMembership): Promise<{ id: string; rev: number }> {
  const rows = await tx.rows(
    IdRevRow,
    `insert into caseloom.user as u (id, account_id, person_id, status, account_admin, created_at, invited_until,
                                     invited_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (person_id, account_id) do update
       set status = excluded.status, account_admin = excluded.account_admin, created_at = excluded.created_at,
           invited_until = excluded.invited_until, invited_name = excluded.invited_name, last_seen_at = null, rev = u.rev + 1
     returning u.id, u.rev`,
    [
      user.id,
      user.accountId,
      user.personId,
      user.status,
      user.accountAdmin,
      tx.now,
      user.invitedUntil,
      user.invitedName,
    ],
  )
  const row = rows[0]
  if (row === undefined) throw new Error('The membership wasn’t saved')
  return row
}

export async function updateMembership(
  tx: Tx,
  user: Pick<Membership, 'id' | 'status' | 'account_admin' | 'invited_until'>,
): Promise<number> {
  const rows = await tx.rows(
    RevRow,
    `update caseloom.user set status = $2, account_admin = $3, invited_until = $4, rev = rev + 1
      where id = $1 returning rev`,
    [user.id, user.status, user.account_admin, user.invited_until],
  )
  return rows[0]?.rev ?? 1
}

/** Open invitations of a person that can still be accepted become memberships; answers them. */
export async function acceptInvitations(
  tx: Tx,
  personId: string,
  only: { accountId?: string | null; userId?: string | null },
): Promise<Accepted[]> {
  return tx.rows(
    Accepted,
    `update caseloom.user set status = 'active', invited_until = null, rev = rev + 1
      where person_id = $1 and status = 'invited' and invited_until > $2
        and ($3::uuid is null or account_id = $3::uuid) and ($4::uuid is null or id = $4::uuid)
      returning id, account_id, person_id, rev`,
    [personId, tx.now, only.accountId ?? null, only.userId ?? null],
  )
}

/** Remembers that a person was in their accounts just now, or in the one whose provider let them in. */
export async function touchUsers(tx: Tx, personId: string, accountId: string | null): Promise<void> {
  await tx.query(
    `update caseloom.user set last_seen_at = $2
      where person_id = $1 and status = 'active' and ($3::uuid is null or account_id = $3::uuid)`,
    [personId, tx.now, accountId],
  )
}

/** Ends the sessions of a person that act in the account; those that another account opened for itself stay. */
export async function endSessionsIn(tx: Tx, personId: string, accountId: string): Promise<number> {
  const rows = await tx.query(
    `delete from caseloom.session where person_id = $1 and (only_account is null or only_account = $2)
     returning 1`,
    [personId, accountId],
  )
  return rows.length
}

export async function renameInvited(tx: Tx, userId: string, name: string): Promise<void> {
  await tx.query('update caseloom.user set invited_name = $2 where id = $1', [userId, name])
}

export async function renamePerson(tx: Tx, personId: string, name: string): Promise<void> {
  await tx.query('update caseloom.person set name = $2, updated_at = $3 where id = $1', [
    personId,
    name,
    tx.now,
  ])
}
