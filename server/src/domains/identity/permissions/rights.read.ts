// What a user may do where, and who may act in a tenant.
import { z } from 'zod'
import type { SessionReach } from '@caseloom/contract/kernel/permissions'
import type { SystemScope, Tx } from '../../../platform/database/types.ts'
import { RoleRow } from '../people/roles.rules.ts'
import {
  administersInstallation,
  missingFor,
  personNeeds,
  SignInPolicy,
  Strength,
} from '../sessions/sign-in-policy.rules.ts'

/** A person with what determines their permissions in one place. */
export interface RightsRow extends Omit<StoredRights, 'memberships'> {
  admin_of: string[] | null
}
export interface SessionRights extends RightsRow {
  session_id: string
  last_seen_at: Date
  reach: SessionReach
}
export interface Place {
  accountId: string | null
  tenantId: string | null
}

/** A membership as the statement answers it, with what its account demands of a session. */
const Membership = SignInPolicy.extend({ admin: z.boolean() })
type Membership = z.infer<typeof Membership>

const StoredRights = z.object({
  person_id: z.string(),
  name: z.string(),
  super_administrator: z.boolean(),
  user_id: z.string().nullable(),
  group_ids: z.array(z.string()).nullable(),
  roles: z.array(RoleRow).nullable(),
  memberships: z.array(Membership).nullable(),
})
type StoredRights = z.infer<typeof StoredRights>

const StoredUser = StoredRights.extend({ last_seen_at: z.date().nullable() })

const StoredSession = StoredRights.extend({
  session_id: z.string(),
  last_seen_at: z.date(),
  strength: Strength,
  only_account: z.string().nullable(),
})
type StoredSession = z.infer<typeof StoredSession>

/** $3 is the account, $4 the tenant; both may be null. `c` is the person. */
const RIGHTS = `
  c.*,
  (select jsonb_agg(jsonb_build_object('accountId', a.account_id, 'admin', a.account_admin,
            'mfaRequired', coalesce(i.mfa_required, false), 'passwordAllowed', coalesce(i.password_allowed, true),
            'mfaExempt', exists (select from caseloom.factor_exemption e where e.user_id = a.id and e.until > $2),
            'open', o.status = 'active'))
     from caseloom.user a join caseloom.account o on o.id = a.account_id
     left join caseloom.sign_in i on i.account_id = a.account_id
    where a.person_id = c.person_id and a.status = 'active') as memberships,
  u.id as user_id,
  (select array_agg(m.group_id) from caseloom.group_member m where m.user_id = u.id) as group_ids,
  (select jsonb_agg(distinct jsonb_build_object('id', r.id, 'built_in', r.built_in, 'permissions', r.permissions))
     from caseloom.role_assignment a join caseloom.role r on r.id = a.role_id
    where $4::uuid is not null and a.account_id = $3::uuid and (a.tenant_id is null or a.tenant_id = $4::uuid)
      and (a.user_id = u.id
        or a.group_id in (select m.group_id from caseloom.group_member m where m.user_id = u.id))) as roles`

const BY_SESSION = `
  with c as materialized (
    select p.id as person_id, p.name, p.super_administrator, s.id as session_id, s.last_seen_at, s.strength,
           s.only_account
      from caseloom.session s join caseloom.person p on p.id = s.person_id
     where s.token_hash = $1 and s.expires_at > $2 and s.idle_until > $2)
  select ${RIGHTS}
    from c left join caseloom.user u
      on u.person_id = c.person_id and u.account_id = $3::uuid and u.status = 'active'`

const BY_USER = `
  with c as materialized (
    select p.id as person_id, p.name, p.super_administrator
      from caseloom.user x join caseloom.person p on p.id = x.person_id
     where x.id = $1 and x.status = 'active' and $2::timestamptz is not null)
  select ${RIGHTS}
    from c join caseloom.user u
      on u.person_id = c.person_id and u.account_id = $3::uuid and u.status = 'active' and u.id = $1`

const IN_TENANT = `
  with c as materialized (
    select p.id as person_id, p.name, p.super_administrator, x.last_seen_at
      from caseloom.user x join caseloom.person p on p.id = x.person_id
     where x.account_id = $3::uuid and x.status = 'active' and ($1::uuid is null or x.id = $1)
       and $2::timestamptz is not null)
  select ${RIGHTS}
    from c join caseloom.user u
      on u.person_id = c.person_id and u.account_id = $3::uuid and u.status = 'active'
   order by c.name, u.id`

/**
 * The person behind an active session, with the permissions that it gives them in the place; null when there is none.
 */
export async function rightsOfSession(
  system: Pick<SystemScope, 'ask'>,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
  place: Place,
): Promise<SessionRights | null> {
  const values = [tokenHash, now, place.accountId, place.tenantId]
  const rows = await system.ask(StoredSession, BY_SESSION, values, 'identity-rights-of-session-3')
  const row = rows[0]
  return row === undefined ? null : asFarAsPolicyLets(row, place)
}

/** Disabled everywhere is no one; an account whose policy the session does not meet gives nothing. */
function asFarAsPolicyLets(row: StoredSession, place: Place): SessionRights | null {
  const { strength, only_account, memberships, ...rest } = row
  const all = memberships ?? []
  if (all.length === 0 && !row.super_administrator) return null
  const session = { strength, onlyAccount: only_account }
  const open = all.filter((membership) => missingFor(session, membership) === null)
  const isIn = open.some((membership) => membership.accountId === place.accountId)
  return {
    ...rest,
    super_administrator: row.super_administrator && administersInstallation(session, all),
    admin_of: adminOf(open),
    reach: {
      accounts: open.map((membership) => membership.accountId),
      personNeeds: personNeeds(session, all, row.super_administrator),
    },
    ...(isIn ? {} : { user_id: null, group_ids: null, roles: null }),
  }
}

function adminOf(memberships: readonly Membership[]): string[] {
  return memberships.filter((each) => each.admin && each.open).map((each) => each.accountId)
}

/** The permissions of all active users of the place's account, or of one of them, by name. */
export async function rightsInTenant(
  tx: Tx,
  place: Place,
  userId: string | null,
): Promise<(RightsRow & { last_seen_at: Date | null })[]> {
  const values = [userId, tx.now, place.accountId, place.tenantId]
  const rows = await tx.rows(StoredUser, IN_TENANT, values, 'identity-rights-in-tenant-3')
  return rows.map(({ memberships, ...rest }) => ({ ...rest, admin_of: adminOf(memberships ?? []) }))
}

/**
 * The permissions of an active user of the place's account, for work without a session; null when there is no such
 * user.
 */
export async function rightsOfUser(tx: Tx, userId: string, place: Place): Promise<RightsRow | null> {
  const values = [userId, tx.now, place.accountId, place.tenantId]
  const rows = await tx.rows(StoredRights, BY_USER, values, 'identity-rights-of-user-3')
  const row = rows[0]
  if (row === undefined) return null
  const { memberships, ...rest } = row
  return { ...rest, admin_of: adminOf(memberships ?? []) }
}
