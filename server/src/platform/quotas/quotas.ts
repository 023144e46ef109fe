import { z } from 'zod'
import type { QuotaName, QuotaUse } from '@caseloom/contract/tenancy/quotas'
import { LOOP_LIMITS, STANDARD_QUOTAS } from '@caseloom/contract/tenancy/quotas'
import type { SystemScope, Tx } from '../database/types.ts'
import { fail } from '../errors.ts'

const NameMaxRow = z.object({ name: z.string(), max: z.string() })

/** How much of a quota a tenant uses now, in bytes or as a count. */
export type Measure = (tenantId: string) => Promise<number>

/** Limits on what one tenant may take from all. Each part of the product registers how its own use is measured. */
export interface Quotas {
  measure(name: QuotaName, use: Measure): void
  /** How much is left, never below zero; a value may be some seconds old. */
  left(tenantId: string, name: QuotaName): Promise<number>
  /** Throws quota.reached when less than `more` is left. */
  check(tenantId: string, name: QuotaName, more: number): Promise<void>
  /** All limits of a tenant; values may be some seconds old. */
  limits(tenantId: string): Promise<Record<QuotaName, number>>
  /** All quotas of a tenant as they are now. */
  usage(tenantId: string): Promise<QuotaUse[]>
  /** Sets a limit of a tenant; null restores the standard. */
  set(tx: Tx, tenantId: string, name: QuotaName, max: number | null): Promise<void>
  /** Limits that were read before count no more. */
  forget(tenantId: string): void
}

const REMEMBERED_MS = 5_000
const MAX_REMEMBERED = 5_000
const NAMES = Object.keys(STANDARD_QUOTAS) as QuotaName[] // keys of a literal with just these names

interface Known {
  at: number
  left: Promise<number>
}

export function createQuotas(system: SystemScope, clock: () => number = Date.now): Quotas {
  const measures = new Map<QuotaName, Measure>()
  const known = new Map<string, Known>()
  const knownLimits = new Map<string, { at: number; limits: Promise<Record<QuotaName, number>> }>()
  const useOf = (tenantId: string, name: QuotaName) => measures.get(name)?.(tenantId) ?? Promise.resolve(0)
  const limits = (tenantId: string): Promise<Record<QuotaName, number>> => {
    const before = knownLimits.get(tenantId)
    if (before !== undefined && clock() - before.at < REMEMBERED_MS) return before.limits
    const read = system
      .read((tx) => limitsOf(tx, tenantId))
      .then((own) => ({ ...STANDARD_QUOTAS, ...Object.fromEntries(own) }))
    // The caller gets the error; only the memory of it is dropped.
    read.catch(() => knownLimits.delete(tenantId))
    remember(knownLimits, tenantId, { at: clock(), limits: read })
    return read
  }
  const usage = async (tenantId: string): Promise<QuotaUse[]> => {
    const own = await system.read((tx) => limitsOf(tx, tenantId))
    return Promise.all(
      NAMES.map(async (name) => ({
        name,
        used: name in LOOP_LIMITS ? null : await useOf(tenantId, name),
        max: own.get(name) ?? STANDARD_QUOTAS[name],
        standard: STANDARD_QUOTAS[name],
      })),
    )
  }
  const read = async (tenantId: string, name: QuotaName) => {
    const [own, used] = await Promise.all([
      system.read((tx) => limitsOf(tx, tenantId)),
      useOf(tenantId, name),
    ])
    return Math.max(0, (own.get(name) ?? STANDARD_QUOTAS[name]) - used)
  }
  const left = (tenantId: string, name: QuotaName): Promise<number> => {
    const key = `${tenantId} ${name}`
    const before = known.get(key)
    if (before !== undefined && clock() - before.at < REMEMBERED_MS) return before.left
    const now: Known = { at: clock(), left: read(tenantId, name) }
    // The caller gets the error; only the memory of it is dropped.
    now.left.catch(() => known.delete(key))
    remember(known, key, now)
    return now.left
  }
  return {
    measure: (name, use) => void measures.set(name, use),
    left,
    limits,
    usage,
    async check(tenantId, name, more) {
      const rest = await left(tenantId, name)
      if (rest < more) throw quotaReached(name)
      // What is taken now counts before the next measurement.
      const key = `${tenantId} ${name}`
      const at = known.get(key)?.at
      if (more > 0 && at !== undefined) known.set(key, { at, left: Promise.resolve(rest - more) })
    },
    async set(tx, tenantId, name, max) {
      if (max === null)
        await tx.query('delete from caseloom.tenant_quota where tenant_id = $1 and name = $2', [
          tenantId,
          name,
        ])
      else
        await tx.query(
          `insert into caseloom.tenant_quota (tenant_id, name, max) values ($1, $2, $3)
           on conflict (tenant_id, name) do update set max = excluded.max`,
          [tenantId, name, max],
        )
    },
    forget(tenantId) {
      knownLimits.delete(tenantId)
      for (const name of NAMES) known.delete(`${tenantId} ${name}`)
    },
  }
}

/** The newest stays last; the oldest goes when there are too many. */
function remember<Value>(known: Map<string, Value>, key: string, value: Value): void {
  known.delete(key)
  known.set(key, value)
  const [oldest] = known.keys()
  if (known.size > MAX_REMEMBERED && oldest !== undefined) known.delete(oldest)
}

const DETAILS: Partial<Record<QuotaName, string>> = {
  file_bytes: 'This tenant has reached its file quota. Delete files or ask a super administrator for more.',
  queued_bytes: 'Too much data is queued in this tenant. Try again later.',
  queued_runs: 'Too many runs are queued in this tenant. Try again later.',
  sockets: 'Too many pages of this tenant are open. Close some or ask a super administrator for more.',
}

export function quotaReached(name: QuotaName) {
  const isQueue = name === 'queued_bytes' || name === 'queued_runs'
  const detail = DETAILS[name]
  return fail('quota.reached', {
    ...(detail === undefined ? {} : { detail }),
    extra: { quota: name },
    ...(isQueue ? { retryAfter: 30 } : {}),
  })
}

async function limitsOf(tx: Tx, tenantId: string): Promise<Map<string, number>> {
  const rows = await tx.rows(
    NameMaxRow,
    'select name, max from caseloom.tenant_quota where tenant_id = $1',
    [tenantId],
    'quotas-of-tenant',
  )
  return new Map(rows.map(({ name, max }) => [name, Number(max)]))
}
