import { z } from 'zod'
import { IdRow } from '../../../platform/database/rows.ts'
import type { Tx } from '../../../platform/database/types.ts'
import { Held } from './holdings.store.ts'
import { ChangedUser } from './rights-changed.ts'

const NameRow = z.object({ name: z.string() })

const UserIdRow = z.object({ user_id: z.string() })

export const GroupRow = z.object({
  id: z.string(),
  name: z.string(),
  members: z.number(),
  roles: z.array(Held),
})
export type GroupRow = z.infer<typeof GroupRow>

/** All groups of an account by name, or the one of this id. */
export async function readGroups(tx: Tx, accountId: string, groupId: string | null): Promise<GroupRow[]> {
  return tx.rows(
    GroupRow,
    `select g.id, g.name,
            (select count(*)::int from caseloom.group_member m join caseloom.user u on u.id = m.user_id
              where m.group_id = g.id and u.status <> 'removed') as members,
            coalesce((select jsonb_agg(jsonb_build_object('roleId', a.role_id, 'tenantId', a.tenant_id)
                                       order by a.created_at, a.id)
                        from caseloom.role_assignment a where a.group_id = g.id), '[]') as roles
       from caseloom.group g where g.account_id = $1 and ($2::uuid is null or g.id = $2::uuid)
      order by g.name_key collate "C", g.id`,
    [accountId, groupId],
  )
}

export async function lockGroup(
  tx: Tx,
  accountId: string,
  groupId: string,
): Promise<{ name: string } | null> {
  const rows = await tx.rows(
    NameRow,
    'select name from caseloom.group where account_id = $1 and id = $2 for update',
    [accountId, groupId],
  )
  return rows[0] ?? null
}

export async function renameGroup(
  tx: Tx,
  id: string,
  named: { name: string; nameKey: string },
): Promise<void> {
  await tx.query('update caseloom.group set name = $2, name_key = $3 where id = $1', [
    id,
    named.name,
    named.nameKey,
  ])
}

/** The users of the account among these ids. */
export async function knownUsers(tx: Tx, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows(
    IdRow,
    `select id from caseloom.user where account_id = $1 and id = any($2::uuid[]) and status <> 'removed'`,
    [accountId, ids],
  )
  return new Set(rows.map((row) => row.id))
}

/** Adds and removes members; returns those that changed. */
export async function changeMembers(
  tx: Tx,
  groupId: string,
  change: { add: readonly string[]; remove: readonly string[] },
): Promise<ChangedUser[]> {
  const added = await tx.rows(
    UserIdRow,
    `insert into caseloom.group_member (group_id, user_id) select $1, u from unnest($2::uuid[]) as u
     on conflict do nothing returning user_id`,
    [groupId, change.add],
  )
  const removed = await tx.rows(
    UserIdRow,
    'delete from caseloom.group_member where group_id = $1 and user_id = any($2::uuid[]) returning user_id',
    [groupId, change.remove],
  )
  const ids = new Set([...added, ...removed].map((row) => row.user_id))
  return tx.rows(
    ChangedUser,
    'update caseloom.user set rev = rev + 1 where id = any($1::uuid[]) returning id, person_id, rev',
    [[...ids]],
  )
}

export async function deleteGroup(tx: Tx, groupId: string): Promise<void> {
  await tx.query('delete from caseloom.group where id = $1', [groupId])
}
