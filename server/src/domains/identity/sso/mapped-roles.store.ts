import { z } from 'zod'
import type { Tx } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'

const RoleRow = z.object({ role: z.string() })

export interface MappedRole {
  roleId: string
  tenantId: string | null
}

/**
 * Makes these the roles that the provider gives a user; those given by hand stay. Roles that the account does not
 * have (any more) are left out. Answers the roles before and after, in order, when they differ.
 */
export async function replaceMappedRoles(
  tx: Tx,
  user: { accountId: string; userId: string },
  wanted: readonly MappedRole[],
): Promise<{ before: string[]; after: string[] } | null> {
  const before = await rolesOf(tx, user.userId)
  await tx.query(
    `delete from caseloom.role_assignment a where a.user_id = $1 and a.source = 'provider' and not exists (
       select from unnest($2::uuid[], $3::uuid[]) w (role_id, tenant_id)
        where w.role_id = a.role_id and w.tenant_id is not distinct from a.tenant_id)`,
    [user.userId, wanted.map(({ roleId }) => roleId), wanted.map(({ tenantId }) => tenantId)],
  )
  for (const { roleId, tenantId } of wanted) {
    await tx.query(
      `insert into caseloom.role_assignment (id, account_id, role_id, user_id, tenant_id, created_at, source)
       select $1, $2, r.id, $4, $5, $6, 'provider' from caseloom.role r
        where r.id = $3 and (r.account_id is null or r.account_id = $2)
       on conflict on constraint role_assignment_once do nothing`,
      [newId(), user.accountId, roleId, user.userId, tenantId, tx.now],
    )
  }
  const after = await rolesOf(tx, user.userId)
  return before.join() === after.join() ? null : { before, after }
}

async function rolesOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.rows(
    RoleRow,
    `select role_id || '/' || coalesce(tenant_id::text, '*') as role from caseloom.role_assignment
      where user_id = $1 and source = 'provider' order by 1`,
    [userId],
  )
  return rows.map(({ role }) => role)
}
