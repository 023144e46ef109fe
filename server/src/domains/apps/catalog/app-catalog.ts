import { LRUCache } from 'lru-cache'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { TenantTx } from '../../../platform/database/types.ts'
import { findApp, findAppByKey, findRevision } from './apps.store.ts'
import { type CompiledApp, compileApp } from '../definition/compiled-app.ts'

/** Compiled apps cached in memory, across all tenants; the least recently used is evicted first. */
const MAX_APPS = 500

/**
 * Compiled apps of this process. An entry may be older than the database's revision: anyone who runs a statement on an
 * app's tables reads the revision in the same statement, and asks again with `fresh` when it differs.
 */
export class AppCatalog {
  readonly #apps = new LRUCache<string, CompiledApp>({ max: MAX_APPS })
  /** Keys are fixed; that of an app which is permanently deleted leads to an id that is not found, and is then forgotten. */
  readonly #ids = new LRUCache<string, string>({ max: MAX_APPS * 10 })

  /** The app by id or key, or null. `fresh` reads the database even when the app is known. */
  async find(tx: TenantTx, idOrKey: string, fresh = false): Promise<CompiledApp | null> {
    const id = normalizeGuid(idOrKey) ?? this.#ids.get(`${tx.tenantId}/${idOrKey}`)
    if (id !== undefined && !fresh) {
      const known = this.#apps.get(`${tx.tenantId}/${id}`)
      if (known !== undefined) return known
    }
    const stored = id === undefined ? await findAppByKey(tx, idOrKey) : await findApp(tx, id)
    if (stored === null) {
      if (id !== undefined) this.#lose(tx.tenantId, id)
      // A key may have come to another app since.
      return id === undefined || normalizeGuid(idOrKey) !== null ? null : this.find(tx, idOrKey, true)
    }
    const same = this.#apps.get(`${tx.tenantId}/${stored.id}`)
    // Statements are cached by the compiled app: the same revision stays the same object.
    if (same?.revision === stored.revision) return same
    const app = compileApp(tx, stored)
    this.#put(app)
    return app
  }

  /** Without a database: an app that this process has already met, or null. */
  peek(tenantId: string, idOrKey: string): CompiledApp | null {
    const id = normalizeGuid(idOrKey) ?? this.#ids.get(`${tenantId}/${idOrKey}`)
    return id === undefined ? null : (this.#apps.get(`${tenantId}/${id}`) ?? null)
  }

  /** Forgets an app, after a change of its definition in this process. */
  forget(tenantId: string, id: string): void {
    this.#apps.delete(`${tenantId}/${id}`)
  }

  #lose(tenantId: string, id: string): void {
    this.forget(tenantId, id)
    for (const [place, known] of this.#ids) if (known === id) this.#ids.delete(place)
  }

  #put(app: CompiledApp): void {
    this.#apps.set(`${app.tenantId}/${app.id}`, app)
    this.#ids.set(`${app.tenantId}/${app.key}`, app.id)
  }
}

/** The app as one of its revisions defined it; null when there is none. */
export async function compiledRevision(
  tx: TenantTx,
  idOrKey: string,
  revision: number,
): Promise<CompiledApp | null> {
  const id = normalizeGuid(idOrKey)
  const app = id === null ? await findAppByKey(tx, idOrKey) : await findApp(tx, id)
  const definition = app === null ? null : await findRevision(tx, app.id, revision)
  return app === null || definition === null ? null : compileApp(tx, { ...app, definition, revision })
}
