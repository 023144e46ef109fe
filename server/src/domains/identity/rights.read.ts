import type { Tx } from '../../platform/database/types.ts'
import type { RoleRow } from './roles.rules.ts'

/** A person with what decides their rights in one place. */
export interface RightsRow {
  person_id: string
  name: string
  super_administrator: boolean
  admin_of: string[] | null
  user_id: string | null
  group_ids: string[] | null
  roles: RoleRow[] | null
}
export interface SessionRights extends RightsRow {
  session_id: string
  last_seen_at: Date
}
export interface Place {
  accountId: string | null
  tenantId: string | null
}

/** $3 is the account, $4 the tenant; both may be null. `c` is the person. */
const RIGHTS = `
  c.*,
  (select array_agg(a.account_id) from caseloom.user a
    where a.person_id = c.person_id and a.status = 'active' and a.account_admin) as admin_of,
  u.id as user_id,
  (select array_agg(m.group_id) from caseloom.group_member m where m.user_id = u.id) as group_ids,
  (select jsonb_agg(distinct jsonb_build_object('id', r.id, 'built_in', r.built_in, 'permissions', r.permissions))
     from caseloom.role_assignment a join caseloom.role r on r.id = a.role_id
    where $4::uuid is not null and a.account_id = $3::uuid and (a.tenant_id is null or a.tenant_id = $4::uuid)
      and (a.user_id = u.id
        or a.group_id in (select m.group_id from caseloom.group_member m where m.user_id = u.id))) as roles`

const BY_SESSION = `
  with c as materialized (
    select p.id as person_id, p.name, p.super_administrator, s.id as session_id, s.last_seen_at
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

/** The person behind a living session, with their rights in the place; null when there is none. */
export async function rightsOfSession(
  tx: Tx,
  tokenHash: Buffer,
  place: Place,
): Promise<SessionRights | null> {
  const values = [tokenHash, tx.now, place.accountId, place.tenantId]
  const rows = await tx.query<SessionRights>(BY_SESSION, values, 'identity-rights-of-session')
  return rows[0] ?? null
}

/** The rights of an active user of the place's account; null when they are none. */
export async function rightsOfUser(tx: Tx, userId: string, place: Place): Promise<RightsRow | null> {
  const values = [userId, tx.now, place.accountId, place.tenantId]
  const rows = await tx.query<RightsRow>(BY_USER, values, 'identity-rights-of-user')
  return rows[0] ?? null
}
