import { z } from 'zod'
import { route } from '../kernel/route.ts'

/**
 * What a tenant may take from all: bytes of files, bytes and number of queued runs, open live connections; and when
 * playbooks that start one another count as a loop.
 */
export const QuotaName = z.enum([
  'file_bytes',
  'queued_bytes',
  'queued_runs',
  'sockets',
  'chain_depth',
  'chain_repeats',
  'loop_runs',
])
export type QuotaName = z.infer<typeof QuotaName>

const GB = 1_000_000_000
/** Limits of a tenant that has none of its own; bytes, or a count. */
export const STANDARD_QUOTAS: Readonly<Record<QuotaName, number>> = {
  file_bytes: 100 * GB,
  queued_bytes: 2 * GB,
  queued_runs: 10_000,
  /** Per web process; each open page takes one. */
  sockets: 2_000,
  /** Runs that may lead to a run, one after the other. */
  chain_depth: 50,
  /** Times that a playbook may come again below itself in one chain. */
  chain_repeats: 10,
  /** Runs on loops per root cause and hour. */
  loop_runs: 60,
}

/** Limits that guard a tenant against its own playbooks: its account's administrators set them, from 1 to these values. */
export const LOOP_LIMITS: Readonly<Partial<Record<QuotaName, number>>> = {
  chain_depth: 100,
  chain_repeats: 50,
  loop_runs: 1_000,
}

/** A quota as it is measured. */
export const QuotaUse = z.object({
  name: QuotaName,
  /** Bytes, or a count, now; null for a limit that nothing uses up. */
  used: z.number().nullable(),
  max: z.number(),
  /** The limit without a setting of this tenant's own. */
  standard: z.number(),
})
export type QuotaUse = z.infer<typeof QuotaUse>
export const QuotaView = QuotaUse.extend({
  /** The highest limit that can be set; null without one. */
  highest: z.number().nullable(),
  can: z.object({ set: z.boolean() }),
})
export type QuotaView = z.infer<typeof QuotaView>
const Usage = z.object({ items: z.array(QuotaView) })

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
  summary:
    'Sets a quota limit of a tenant; null restores the default. Account administrators can set loop limits, super administrators all.',
  needs: 'account:admin',
  body: z.strictObject({ max: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable() }),
  reply: Usage,
  on404: 'here',
})
