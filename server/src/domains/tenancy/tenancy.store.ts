import { z } from 'zod'
import { cleanText } from '@caseloom/contract/values/normalize-text'
import type { Tx } from '../../platform/database/types.ts'
import { SetFlag } from './flags.rules.ts'

export const TenantRow = z.object({ id: z.string(), account_id: z.string(), name: z.string() })
export type TenantRow = z.infer<typeof TenantRow>
export const Named = z.object({ id: z.string(), name: z.string() })
export type Named = z.infer<typeof Named>

function nameKey(name: string): string {
  return name.toLowerCase().normalize('NFC')
}

/** Writes an account; one of this id takes the name. */
export async function saveAccount(tx: Tx, account: Named): Promise<void> {
  const name = cleanText(account.name.trim())
  await tx.query(
    `insert into caseloom.account (id, name, name_key, created_at) values ($1, $2, $3, $4)
     on conflict (id) do update set name = excluded.name, name_key = excluded.name_key`,
    [account.id, name, nameKey(name), tx.now],
  )
}

/** Writes a tenant; one of this id takes the name. Its zone is UTC unless given. */
export async function saveTenant(
  tx: Tx,
  tenant: Named & { accountId: string; timeZone?: string },
): Promise<void> {
  const name = cleanText(tenant.name.trim())
  await tx.query(
    `insert into caseloom.tenant (id, account_id, name, name_key, status, created_at, time_zone)
     values ($1, $2, $3, $4, 'active', $5, $6)
     on conflict (id) do update set name = excluded.name, name_key = excluded.name_key`,
    [tenant.id, tenant.accountId, name, nameKey(name), tx.now, tenant.timeZone ?? 'UTC'],
  )
}

const ActiveTenantRow = TenantRow.extend({
  private_networks: z.boolean(),
  time_zone: z.string(),
})
type ActiveTenantRow = z.infer<typeof ActiveTenantRow>

export async function findActiveTenant(tx: Tx, tenantId: string): Promise<ActiveTenantRow | null> {
  const rows = await tx.rows(
    ActiveTenantRow,
    `select id, account_id, name, private_networks, time_zone from caseloom.tenant where id = $1 and status = 'active'`,
    [tenantId],
    'tenancy-tenant-2',
  )
  return rows[0] ?? null
}

export async function activeTenants(tx: Tx, accountIds: readonly string[] | null): Promise<TenantRow[]> {
  return tx.rows(
    TenantRow,
    `select id, account_id, name from caseloom.tenant
      where status = 'active' and ($1::uuid[] is null or account_id = any($1::uuid[])) order by name_key, id`,
    [accountIds],
  )
}

export async function accountNames(tx: Tx, accountIds: readonly string[]): Promise<Named[]> {
  return tx.rows(
    Named,
    'select id, name from caseloom.account where id = any($1::uuid[]) order by name_key, id',
    [accountIds],
  )
}

export async function saveFlag(tx: Tx, flag: SetFlag): Promise<void> {
  await tx.query(
    `insert into caseloom.feature_flag (name, account_id, enabled) values ($1, $2, $3)
     on conflict on constraint feature_flag_once do update set enabled = excluded.enabled`,
    [flag.name, flag.account_id, flag.enabled],
  )
}

/** Flags set for the installation, and for the account when one is named. */
export async function setFlags(tx: Tx, accountId: string | null): Promise<SetFlag[]> {
  return tx.rows(
    SetFlag,
    'select name, account_id, enabled from caseloom.feature_flag where account_id is null or account_id = $1',
    [accountId],
  )
}

export async function allAccounts(tx: Tx): Promise<Named[]> {
  return tx.rows(Named, 'select id, name from caseloom.account order by name_key, id')
}
