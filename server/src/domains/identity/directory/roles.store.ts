import { z } from 'zod'
import type { Tx } from '../../../platform/database/types.ts'

const NameBuiltInRow = z.object({
  name: z.string(),
  built_in: z.string().nullable(),
  permissions: z.array(z.string()),
})

export const RoleFacts = z.object({
  id: z.string(),
  name: z.string(),
  built_in: z.string().nullable(),
  permissions: z.array(z.string()),
  holders: z.number(),
})
export type RoleFacts = z.infer<typeof RoleFacts>

/** Built-in roles and those of the account, or the one of this id. */
export async function readRoles(tx: Tx, accountId: string, roleId: string | null): Promise<RoleFacts[]> {
  return tx.rows(
    RoleFacts,
    `select r.id, r.name, r.built_in, r.permissions,
            (select count(distinct coalesce(a.user_id, a.group_id))::int from caseloom.role_assignment a
               left join caseloom.user u on u.id = a.user_id
              where a.role_id = r.id and a.account_id = $1 and (u.id is null or u.status <> 'removed')) as holders
       from caseloom.role r where (r.account_id is null or r.account_id = $1) and ($2::uuid is null or r.id = $2::uuid)
      order by r.built_in is null, case when r.built_in is null then r.name_key else r.id::text end collate "C", r.id`,
    [accountId, roleId],
  )
}

/** A role that the account sees, locked against being given meanwhile. */
export async function lockRole(
  tx: Tx,
  accountId: string,
  roleId: string,
): Promise<{ name: string; built_in: string | null; permissions: string[] } | null> {
  const rows = await tx.rows(
    NameBuiltInRow,
    `select name, built_in, permissions from caseloom.role
      where id = $2 and (account_id is null or account_id = $1) for update`,
    [accountId, roleId],
  )
  return rows[0] ?? null
}

export async function saveRole(
  tx: Tx,
  role: { id: string; name: string; nameKey: string; permissions: readonly string[] },
): Promise<void> {
  await tx.query('update caseloom.role set name = $2, name_key = $3, permissions = $4 where id = $1', [
    role.id,
    role.name,
    role.nameKey,
    role.permissions,
  ])
}

export async function deleteRole(tx: Tx, roleId: string): Promise<void> {
  await tx.query('delete from caseloom.role where id = $1', [roleId])
}
