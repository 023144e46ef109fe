import { z } from 'zod'
import { route } from './route.ts'

/** What a tenant may take from all: bytes of files, bytes and number of queued runs, open live connections. */
export const QuotaName = z.enum(['file_bytes', 'queued_bytes', 'queued_runs', 'sockets'])
export type QuotaName = z.infer<typeof QuotaName>

const GB = 1_000_000_000
/** Limits of a tenant that has none of its own; bytes, or a count. */
export const STANDARD_QUOTAS: Readonly<Record<QuotaName, number>> = {
  file_bytes: 100 * GB,
  queued_bytes: 2 * GB,
  queued_runs: 10_000,
  /** Per web process; each open page takes one. */
  sockets: 2_000,
}

export const QuotaUse = z.object({
  name: QuotaName,
  /** Bytes, or a count, now. */
  used: z.number(),
  max: z.number(),
  /** The limit without a setting of this tenant's own. */
  standard: z.number(),
})
export type QuotaUse = z.infer<typeof QuotaUse>
const Usage = z.object({ items: z.array(QuotaUse) })

const base = '/tenant/account/:accountId/managed-tenants/:managedTenantId/quotas' as const
export const tenantQuotas = route({
  method: 'GET',
  path: base,
  summary: 'Gets the usage and limit of each quota of a tenant',
  needs: 'account:admin',
  reply: Usage,
  on404: 'here',
})
export const saveTenantQuota = route({
  method: 'PUT',
  path: `${base}/:quota`,
  summary: 'Sets a quota limit of a tenant; null restores the default. Super administrators only.',
  needs: 'account:admin',
  body: z.strictObject({ max: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable() }),
  reply: Usage,
  on404: 'here',
})
