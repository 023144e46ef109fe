import type { TenantRef } from '../../platform/database/types.ts'
import type { IdentityDeps } from './identity-deps.ts'

/** The groups of these users of an account, by the id of each of them. */
export async function groupsOfUsers(
  { system }: Pick<IdentityDeps, 'system'>,
  { accountId }: Pick<TenantRef, 'accountId'>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await system.read((tx) =>
    tx.query<{ user_id: string; groups: string[] }>(
      `select m.user_id, array_agg(m.group_id) as groups
         from caseloom.group_member m join caseloom.user u on u.id = m.user_id
        where u.account_id = $1 and u.id = any($2::uuid[]) group by m.user_id`,
      [accountId, userIds],
    ),
  )
  const known = new Map(rows.map((row) => [row.user_id, row.groups]))
  return new Map(userIds.map((id) => [id, known.get(id) ?? []]))
}
