import { TenantUser } from '@caseloom/contract/identity/identity'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { z } from 'zod'
import type { TenantRef } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'

/** People with a role in the tenant, by name; those no longer active stay listed for what they did. */
export async function listTenantUsers(
  { system }: Pick<IdentityDeps, 'system'>,
  actor: Actor,
  place: TenantRef,
): Promise<z.output<typeof TenantUser>[]> {
  allow(actor, 'record:read')
  return tenantUsersIn({ system }, place)
}

/** The same for work that needs no permission of its own. */
export async function tenantUsersIn(
  { system }: Pick<IdentityDeps, 'system'>,
  place: TenantRef,
): Promise<z.output<typeof TenantUser>[]> {
  return system.read((tx) =>
    tx.rows(
      TenantUser,
      `select u.id, p.name, case when p.kind = 'service' then '' else p.email end as email, u.status = 'active' as active,
              coalesce((select array_agg(m.group_id) from caseloom.group_member m where m.user_id = u.id), '{}') as groups
         from caseloom.user u join caseloom.person p on p.id = u.person_id
        where u.account_id = $1 and exists (
          select from caseloom.role_assignment a
           where a.account_id = u.account_id and (a.tenant_id is null or a.tenant_id = $2)
             and (a.user_id = u.id
               or a.group_id in (select m.group_id from caseloom.group_member m where m.user_id = u.id)))
        order by p.name, u.id`,
      [place.accountId, place.tenantId],
    ),
  )
}
