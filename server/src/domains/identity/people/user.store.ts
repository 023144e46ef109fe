import { z } from 'zod'
import { cleanText } from '@caseloom/contract/values/normalize-text'
import type { Permission } from '@caseloom/contract/kernel/permissions'
import type { Tx } from '../../../platform/database/types.ts'
import { nameKey } from './email.rules.ts'
import { Assignment } from './roles.rules.ts'

const RevRow = z.object({ rev: z.number() })

/** A removed user stays as a name for what they did; for all else there is none. */
export const UserStatus = z.enum(['invited', 'active', 'disabled', 'removed'])
export type UserStatus = z.infer<typeof UserStatus>
export const UserRow = z.object({
  id: z.string(),
  account_id: z.string(),
  person_id: z.string(),
  status: UserStatus,
  account_admin: z.boolean(),
  rev: z.number(),
})
export type UserRow = z.infer<typeof UserRow>

const COLUMNS = 'u.id, u.account_id, u.person_id, u.status, u.account_admin, u.rev'

export async function getUser(tx: Tx, id: string): Promise<UserRow | null> {
  const rows = await tx.rows(UserRow, `select ${COLUMNS} from caseloom.user u where u.id = $1`, [id])
  return rows[0] ?? null
}

export async function usersOfPerson(tx: Tx, personId: string): Promise<UserRow[]> {
  return tx.rows(
    UserRow,
    `select ${COLUMNS} from caseloom.user u where u.person_id = $1 and u.status <> 'removed' order by u.id`,
    [personId],
  )
}

/** Writes a membership whole; one of the same person in the same account, or of this id, takes the new values. */
export async function saveUser(tx: Tx, user: Omit<UserRow, 'rev'>): Promise<UserRow> {
  const rows = await tx.rows(
    UserRow,
    `insert into caseloom.user as u (id, account_id, person_id, status, account_admin, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (person_id, account_id) do update
       set status = excluded.status, account_admin = excluded.account_admin, rev = u.rev + 1,
           invited_until = case when excluded.status <> 'active' then u.invited_until end
     returning ${COLUMNS}`,
    [user.id, user.account_id, user.person_id, user.status, user.account_admin, tx.now],
  )
  const row = rows[0]
  if (row === undefined) throw new Error('The membership wasn’t saved')
  return row
}

export async function setStatus(tx: Tx, userId: string, status: UserStatus): Promise<UserRow | null> {
  const rows = await tx.rows(
    UserRow,
    `update caseloom.user u set status = $2, rev = u.rev + 1,
            invited_until = case when $2 <> 'active' then u.invited_until end
      where u.id = $1 returning ${COLUMNS}`,
    [userId, status],
  )
  return rows[0] ?? null
}

/** The next revision of a user whose permissions changed. */
export async function bumpUser(tx: Tx, userId: string): Promise<number> {
  const rows = await tx.rows(RevRow, 'update caseloom.user set rev = rev + 1 where id = $1 returning rev', [
    userId,
  ])
  return rows[0]?.rev ?? 1
}

export interface NamedThing {
  id: string
  accountId: string
  name: string
}

export async function insertGroup(tx: Tx, group: NamedThing): Promise<void> {
  await tx.query(
    'insert into caseloom.group (id, account_id, name, name_key, created_at) values ($1, $2, $3, $4, $5)',
    [group.id, group.accountId, cleanText(group.name.trim()), nameKey(group.name), tx.now],
  )
}

/** Adds a user to a group; false when either is missing in the account. */
export async function insertMember(
  tx: Tx,
  member: { accountId: string; groupId: string; userId: string },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into caseloom.group_member (group_id, user_id)
     select g.id, u.id from caseloom.group g join caseloom.user u on u.account_id = g.account_id
      where g.account_id = $1 and g.id = $2 and u.id = $3
     on conflict (user_id, group_id) do update set user_id = excluded.user_id
     returning 1`,
    [member.accountId, member.groupId, member.userId],
  )
  return rows.length > 0
}

export async function insertRole(
  tx: Tx,
  role: NamedThing & { permissions: readonly Permission[] },
): Promise<void> {
  await tx.query(
    `insert into caseloom.role (id, account_id, name, name_key, permissions, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [role.id, role.accountId, cleanText(role.name.trim()), nameKey(role.name), role.permissions, tx.now],
  )
}

export interface NewAssignment {
  id: string
  accountId: string
  roleId: string
  userId: string | null
  groupId: string | null
  tenantId: string | null
}

/** Gives a role; false when role, user or group are not of the account. A role given twice is given once. */
export async function insertAssignment(tx: Tx, given: NewAssignment): Promise<boolean> {
  const rows = await tx.query(
    `insert into caseloom.role_assignment (id, account_id, role_id, user_id, group_id, tenant_id, created_at)
     select $1, $2, r.id, $4, $5, $6, $7 from caseloom.role r
      where r.id = $3 and (r.account_id is null or r.account_id = $2)
        and ($4::uuid is null or exists (select from caseloom.user u where u.id = $4 and u.account_id = $2))
        and ($5::uuid is null or exists (select from caseloom.group g where g.id = $5 and g.account_id = $2))
     on conflict on constraint role_assignment_once do update set role_id = excluded.role_id
     returning 1`,
    [given.id, given.accountId, given.roleId, given.userId, given.groupId, given.tenantId, tx.now],
  )
  return rows.length > 0
}

/** All roles that the active memberships of a person hold, directly or through groups. */
export async function assignmentsOfPerson(tx: Tx, personId: string): Promise<Assignment[]> {
  return tx.rows(
    Assignment,
    `select distinct a.account_id, a.tenant_id, r.id, r.built_in, r.permissions
       from caseloom.user u
       left join caseloom.group_member m on m.user_id = u.id
       join caseloom.role_assignment a
         on a.account_id = u.account_id and (a.user_id = u.id or a.group_id = m.group_id)
       join caseloom.role r on r.id = a.role_id
      where u.person_id = $1 and u.status = 'active'`,
    [personId],
  )
}
