import { z } from 'zod'
import type { SystemScope, TenantRef } from '../../../platform/database/types.ts'

const UserRow = z.object({ id: z.string() })

/** Of these users, the ones who can act in the tenant: active people with a role in it. */
export async function activeUsers(
  system: SystemScope,
  place: TenantRef,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await system.read((tx) =>
    tx.rows(
      UserRow,
      `select u.id from caseloom.user u join caseloom.person p on p.id = u.person_id
        where u.account_id = $1 and u.id = any($3::uuid[]) and u.status = 'active' and p.kind = 'person'
          and exists (select from caseloom.role_assignment a
            where a.account_id = u.account_id and (a.tenant_id is null or a.tenant_id = $2)
              and (a.user_id = u.id
                or a.group_id in (select m.group_id from caseloom.group_member m where m.user_id = u.id)))`,
      [place.accountId, place.tenantId, userIds],
      'identity-on-call-active-users',
    ),
  )
  return new Set(rows.map(({ id }) => id))
}
