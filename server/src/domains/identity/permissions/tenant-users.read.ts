import { z } from 'zod'
import type { Tx } from '../../../platform/database/types.ts'

const TenantIdUsersRow = z.object({ tenant_id: z.string(), users: z.number() })

/** How many users of the account have a role in each of these tenants, on their own or by a group. */
export async function usersPerTenant(
  tx: Tx,
  accountId: string,
  tenantIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.rows(
    TenantIdUsersRow,
    `select t.id as tenant_id, count(distinct u.id)::int as users
       from unnest($2::uuid[]) as t(id)
       join caseloom.role_assignment a on a.account_id = $1 and (a.tenant_id is null or a.tenant_id = t.id)
       left join caseloom.group_member m on m.group_id = a.group_id
       join caseloom.user u on u.id = coalesce(a.user_id, m.user_id) and u.status in ('invited', 'active')
      group by t.id`,
    [accountId, tenantIds],
  )
  return new Map(rows.map((row) => [row.tenant_id, row.users]))
}
