import { z } from 'zod'
import { foldText } from '@caseloom/contract/values/normalize-text'
import type { Tx } from '../../../platform/database/types.ts'
import { SHOWN_NAME } from './membership.store.ts'

const TotalRow = z.object({ total: z.number() })

/** A user as the directory shows them. */
export const UserFacts = z.object({
  id: z.string(),
  person_id: z.string(),
  kind: z.enum(['person', 'service']),
  email: z.string(),
  name: z.string(),
  name_key: z.string(),
  status: z.enum(['invited', 'active', 'disabled']),
  account_admin: z.boolean(),
  roles: z.array(z.object({ roleId: z.string(), tenantId: z.string().nullable() })),
  group_ids: z.array(z.string()),
  mfa: z.boolean(),
  exemption: z
    .object({ reason: z.string(), grantedBy: z.string(), grantedAt: z.string(), until: z.string() })
    .nullable(),
  last_seen_at: z.date().nullable(),
  created_at: z.date(),
  invited_until: z.date().nullable(),
  /** The only active administrator who can sign in. */
  last_admin: z.boolean(),
})
export type UserFacts = z.infer<typeof UserFacts>

/** `now`: the parameter that holds the present. */
const columns = (now: string) => `
  u.id, u.person_id, p.kind, case when p.kind = 'service' then '' else p.email end as email, ${SHOWN_NAME} as name,
  caseloom.fold(${SHOWN_NAME}) as name_key, u.status, u.account_admin,
  coalesce((select jsonb_agg(jsonb_build_object('roleId', a.role_id, 'tenantId', a.tenant_id) order by a.created_at, a.id)
              from caseloom.role_assignment a where a.user_id = u.id and a.source = 'hand'), '[]') as roles,
  coalesce((select array_agg(m.group_id order by m.group_id) from caseloom.group_member m where m.user_id = u.id),
           '{}') as group_ids,
  u.invited_until is null and (
    exists (select from caseloom.totp t where t.person_id = p.id and t.secret is not null)
    or exists (select from caseloom.passkey k where k.person_id = p.id)) as mfa,
  (select jsonb_build_object('reason', e.reason, 'grantedBy', e.granted_by, 'grantedAt', e.granted_at,
            'until', e.until)
     from caseloom.factor_exemption e where e.user_id = u.id and e.until > ${now}) as exemption,
  greatest(u.last_seen_at, (select max(t.last_used_at) from caseloom.api_token t where t.user_id = u.id))
    as last_seen_at,
  u.created_at, case when u.status = 'invited' then u.invited_until end as invited_until,
  u.account_admin and u.status = 'active' and p.kind = 'person' and not exists (
    select from caseloom.user o join caseloom.person q on q.id = o.person_id
     where o.account_id = u.account_id and o.id <> u.id and o.account_admin and o.status = 'active'
       and q.kind = 'person') as last_admin`
const FROM = `from caseloom.user u join caseloom.person p on p.id = u.person_id`

export interface UserFilter {
  text?: string | undefined
  status?: string | undefined
  kind?: string | undefined
  groupId?: string | undefined
  roleId?: string | undefined
}

const MATCH = `u.account_id = $1 and u.status <> 'removed'
  and ($2::text is null or u.status = $2) and ($3::text is null or p.kind = $3)
  and ($4::text is null or strpos(caseloom.fold(${SHOWN_NAME}), $4) > 0
    or (p.kind = 'person' and strpos(caseloom.fold(p.email), $4) > 0))
  and ($5::uuid is null or exists (
    select from caseloom.group_member m where m.user_id = u.id and m.group_id = $5))
  and ($6::uuid is null or exists (
    select from caseloom.role_assignment a where a.user_id = u.id and a.role_id = $6))`

function values(accountId: string, filter: UserFilter): (string | null)[] {
  const text = filter.text === undefined ? null : foldText(filter.text.trim())
  const { status, kind, groupId, roleId } = filter
  return [accountId, status ?? null, kind ?? null, text, groupId ?? null, roleId ?? null]
}

/** Users by folded name; one more than the limit when there are more. */
export async function pageOfUsers(
  tx: Tx,
  accountId: string,
  filter: UserFilter,
  page: { after: { nameKey: string; id: string } | null; limit: number },
): Promise<UserFacts[]> {
  return tx.rows(
    UserFacts,
    `select ${columns('$10')} ${FROM} where ${MATCH}
        and ($7::text is null or (caseloom.fold(${SHOWN_NAME}) collate "C", u.id) > ($7 collate "C", $8::uuid))
      order by caseloom.fold(${SHOWN_NAME}) collate "C", u.id limit $9`,
    [
      ...values(accountId, filter),
      page.after?.nameKey ?? null,
      page.after?.id ?? null,
      page.limit + 1,
      tx.now,
    ],
  )
}

export async function countUsers(tx: Tx, accountId: string, filter: UserFilter): Promise<number> {
  const rows = await tx.rows(
    TotalRow,
    `select count(*)::int as total ${FROM} where ${MATCH}`,
    values(accountId, filter),
  )
  return rows[0]?.total ?? 0
}

/** One user of the account; null for removed, foreign and missing ones alike. */
export async function readUser(tx: Tx, accountId: string, userId: string): Promise<UserFacts | null> {
  const rows = await tx.rows(
    UserFacts,
    `select ${columns('$3')} ${FROM} where u.account_id = $1 and u.id = $2 and u.status <> 'removed'`,
    [accountId, userId, tx.now],
  )
  return rows[0] ?? null
}
