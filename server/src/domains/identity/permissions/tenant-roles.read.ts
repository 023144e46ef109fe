import type { Permission } from '@caseloom/contract/kernel/permissions'
import { z } from 'zod'
import type { TenantRef } from '../../../platform/database/types.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import { permissionsOf } from '../people/roles.rules.ts'

const Row = z.object({
  id: z.string(),
  name: z.string(),
  built_in: z.string().nullable(),
  permissions: z.array(z.string()),
})

/** The roles that users of a tenant can have, by name, with what each of them permits. */
export async function tenantRoles(
  { system }: Pick<IdentityDeps, 'system'>,
  { accountId }: Pick<TenantRef, 'accountId'>,
): Promise<{ id: string; name: string; permissions: ReadonlySet<Permission> }[]> {
  const rows = await system.read((tx) =>
    tx.rows(
      Row,
      `select id, name, built_in, permissions from caseloom.role
        where account_id is null or account_id = $1 order by name_key`,
      [accountId],
    ),
  )
  return rows.map((row) => ({ id: row.id, name: row.name, permissions: permissionsOf([row]) }))
}
