import { z } from 'zod'
import { ManagedAccount } from '@caseloom/contract/identity/accounts'
import { HeldRole } from '@caseloom/contract/identity/directory'
import type { Tx } from '../../../platform/database/types.ts'
import { BUILT_IN_ROLE_IDS } from '../people/roles.rules.ts'
import type { Acting } from './directory-deps.ts'
import { inviteInto, renewAdministrator } from './invite-user.ts'

const AccountPeople = z.object({
  account_id: z.string(),
  users: z.number(),
  administrators: ManagedAccount.shape.administrators,
})
type AccountPeople = z.infer<typeof AccountPeople>

/** At most so many administrators are listed per account. */
const MAX_LISTED = 20

/** Of each account how many people belong to it, and its administrators by name. */
export async function peoplePerAccount(
  tx: Tx,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, AccountPeople>> {
  const rows = await tx.rows(
    AccountPeople,
    `select u.account_id, count(*) filter (where u.status in ('invited', 'active'))::int as users,
            coalesce((array_agg(jsonb_build_object('id', u.id, 'name', p.name, 'email', p.email, 'status', u.status)
              order by p.name, u.id) filter (where u.account_admin and u.status in ('invited', 'active')))[1:$2::int],
              '{}') as administrators
       from caseloom.user u join caseloom.person p on p.id = u.person_id
      where u.account_id = any($1::uuid[]) and p.kind = 'person' group by u.account_id`,
    [accountIds, MAX_LISTED],
  )
  return new Map(rows.map((row) => [row.account_id, row]))
}

/**
 * Whether a super administrator (this one, when a person is named) could still come in if the account closed: only
 * from an account of their own do they reach the administration.
 */
export async function superAdministratorRemains(
  tx: Tx,
  accountId: string,
  personId: string | null,
): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from caseloom.person p join caseloom.user u on u.person_id = p.id and u.status = 'active'
       join caseloom.account a on a.id = u.account_id and a.status = 'active' and a.id <> $1
      where p.super_administrator and ($2::uuid is null or p.id = $2::uuid) limit 1`,
    [accountId, personId],
  )
  return rows.length > 0
}

/** The account as it is now, whether or not the transaction has just made it. */
interface InvitingAccount {
  accountName: string
  publicUrl: string
  /** Tenants in which the administrator becomes Tenant administrator. */
  tenantIds: readonly string[]
}

/**
 * Invites an administrator of an account, or sends an open invitation again; answers the link that only new people get.
 * @throws user.exists when the person has joined already, request.invalid
 */
export async function inviteAccountAdministrator(
  tx: Tx,
  acting: Acting,
  { accountName, publicUrl, tenantIds }: InvitingAccount,
  person: { email: string; name: string },
): Promise<{ userId: string; link: string | null }> {
  const place = { accountName, publicUrl, tenants: tenantIds.map((id) => ({ id })) }
  const again = await renewAdministrator(tx, acting, place, person.email)
  if (again !== null) return again
  const roleId = BUILT_IN_ROLE_IDS.tenantAdministrator
  const roles = tenantIds.map((tenantId) => HeldRole.parse({ roleId, tenantId }))
  return inviteInto(tx, acting, place, { ...person, accountAdmin: true, roles, groupIds: [] })
}
