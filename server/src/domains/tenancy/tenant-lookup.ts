import { LRUCache } from 'lru-cache'
import type { SystemScope, TenantRef } from '../../platform/database/types.ts'
import { findActiveTenant } from './tenancy.store.ts'

/** A tenant with what its playbooks may reach and by whose calendar they count. */
export interface KnownTenant extends TenantRef {
  privateNetworks: boolean
  timeZone: string
}

/** So long may another process continue with a tenant that was disabled. */
const CACHE_MS = 1000
const MAX_CACHED = 10_000

/** Finds tenants by id and remembers those that exist for a second: every request asks. */
export class TenantLookup {
  readonly #system: SystemScope
  readonly #known = new LRUCache<string, KnownTenant>({ max: MAX_CACHED, ttl: CACHE_MS })
  /** Those who ask while someone reads the same tenant wait for that one answer. */
  readonly #asked = new Map<string, Promise<KnownTenant | null>>()

  constructor(system: SystemScope) {
    this.#system = system
  }

  /** The tenant while it is active; null for any other id. */
  async find(tenantId: string): Promise<KnownTenant | null> {
    const known = this.#known.get(tenantId)
    if (known !== undefined) return known
    const under = this.#asked.get(tenantId)
    if (under !== undefined) return under
    const asked = this.#read(tenantId).finally(() => {
      if (this.#asked.get(tenantId) === asked) this.#asked.delete(tenantId)
    })
    this.#asked.set(tenantId, asked)
    return asked
  }

  async #read(tenantId: string): Promise<KnownTenant | null> {
    const row = await this.#system.read((tx) => findActiveTenant(tx, tenantId))
    if (row === null) {
      this.#known.delete(tenantId)
      return null
    }
    const ref = {
      tenantId: row.id,
      accountId: row.account_id,
      privateNetworks: row.private_networks,
      timeZone: row.time_zone,
    }
    this.#known.set(tenantId, ref)
    return ref
  }

  forget(tenantId: string): void {
    this.#known.delete(tenantId)
    this.#asked.delete(tenantId)
  }
}
