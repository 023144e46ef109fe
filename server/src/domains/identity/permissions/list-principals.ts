import { Principals } from '@caseloom/contract/identity/identity'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { z } from 'zod'
import type { TenantRef } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'

const UserIdGroupsRow = z.object({ user_id: z.string(), groups: z.array(z.string()) })

/** What things of a tenant can be shared with, for someone in it. */
export async function listPrincipals(
  deps: Pick<IdentityDeps, 'system'>,
  actor: Actor,
  place: TenantRef,
): Promise<z.output<typeof Principals>> {
  allow(actor, 'tenant')
  return principalsIn(deps, place)
}

/** Names of all that things of a tenant can be shared with: roles, groups, and people with a role in it. */
export async function principalsIn(
  { system }: Pick<IdentityDeps, 'system'>,
  place: TenantRef,
): Promise<z.output<typeof Principals>> {
  const rows = await system.read((tx) =>
    tx.rows(
      Principals,
      `select
         (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name_key), '[]')
            from caseloom.role r where r.account_id is null or r.account_id = $1) as roles,
         (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name_key), '[]')
            from caseloom.group g where g.account_id = $1) as groups,
         (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', p.name) order by p.name, u.id), '[]')
            from caseloom.user u join caseloom.person p on p.id = u.person_id
           where u.account_id = $1 and u.status = 'active' and exists (
             select from caseloom.role_assignment a
              where a.account_id = u.account_id and (a.tenant_id is null or a.tenant_id = $2)
                and (a.user_id = u.id or a.group_id in (
                  select m.group_id from caseloom.group_member m where m.user_id = u.id)))) as users`,
      [place.accountId, place.tenantId],
    ),
  )
  const [row] = rows
  if (row === undefined) throw new Error('The principals weren’t read')
  return row
}

/** The groups of these users of an account, by the id of each of them. */
export async function groupsOfUsers(
  { system }: Pick<IdentityDeps, 'system'>,
  { accountId }: Pick<TenantRef, 'accountId'>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await system.read((tx) =>
    tx.rows(
      UserIdGroupsRow,
      `select m.user_id, array_agg(m.group_id) as groups
         from caseloom.group_member m join caseloom.user u on u.id = m.user_id
        where u.account_id = $1 and u.id = any($2::uuid[]) group by m.user_id`,
      [accountId, userIds],
    ),
  )
  const known = new Map(rows.map((row) => [row.user_id, row.groups]))
  return new Map(userIds.map((id) => [id, known.get(id) ?? []]))
}
