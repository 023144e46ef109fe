import type { TenantScope, TenantTx } from '../database/types.ts'
import { decrypt, encrypt } from './cipher.ts'
import { currentDataKey, type DataKey, dataKey } from './data-keys.ts'

/** Where a secret stands; a sealed text opens at this place only. */
export interface SecretPlace {
  table: string
  id: string
  field: string
}

/** Seals texts of a tenant under its own key. Neither plain texts nor keys are ever logged or returned elsewhere. */
export interface Secrets {
  seal(tx: TenantTx, place: SecretPlace, text: string): Promise<string>
  /** Throws when the text was sealed elsewhere, was changed, or its key is gone. */
  open(tx: TenantTx, place: SecretPlace, sealed: string): Promise<string>
  /** Like `open`, but takes a transaction only when the key is not at hand: for paths that run for every request. */
  openWith(scope: TenantScope, place: SecretPlace, sealed: string): Promise<string>
}

/** Unwrapped keys stay in memory this long; a destroyed tenant's key is gone from all processes after it. */
const KEPT_MS = 10 * 60_000
const KEPT_KEYS = 10_000
const FORM = /^c1\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]+)$/

/** Envelope encryption: the master key wraps a data key per tenant, which seals the texts (AES-256-GCM). */
export function createSecrets(master: Buffer): Secrets {
  const cache = new KeyCache()
  const keyFor = async (tx: TenantTx, keyId: string): Promise<DataKey> => {
    const kept = cache.get(tx.tenantId, keyId)
    if (kept !== null) return kept
    const found = await dataKey(tx, master, keyId)
    if (found === null) throw new Error('The key of this secret is gone')
    tx.afterCommit(() => cache.set(tx.tenantId, found))
    return found
  }
  return {
    async seal(tx, place, text) {
      const key = await currentDataKey(tx, master)
      // Only then is the key's row certain to stay.
      tx.afterCommit(() => cache.set(tx.tenantId, key))
      const box = encrypt(key.key, contextOf(tx.tenantId, place), Buffer.from(text, 'utf8'))
      return `c1.${key.id}.${box.toString('base64url')}`
    },
    async open(tx, place, sealed) {
      const { keyId, box } = parse(sealed)
      return unseal(await keyFor(tx, keyId), { tenantId: tx.tenantId, place, box })
    },
    async openWith(scope, place, sealed) {
      const { keyId, box } = parse(sealed)
      const key = cache.get(scope.tenantId, keyId) ?? (await scope.read((tx) => keyFor(tx, keyId)))
      return unseal(key, { tenantId: scope.tenantId, place, box })
    },
  }
}

function parse(sealed: string): { keyId: string; box: Buffer } {
  const [, keyId, box] = FORM.exec(sealed) ?? []
  if (keyId === undefined || box === undefined) throw new Error('This is no sealed text')
  return { keyId, box: Buffer.from(box, 'base64url') }
}

function unseal(key: DataKey, sealed: { tenantId: string; place: SecretPlace; box: Buffer }): string {
  try {
    return decrypt(key.key, contextOf(sealed.tenantId, sealed.place), sealed.box).toString('utf8')
  } catch (error) {
    throw new Error('The sealed text does not belong here or was changed', { cause: error })
  }
}

function contextOf(tenantId: string, place: SecretPlace): string {
  return JSON.stringify([tenantId, place.table, place.id, place.field])
}

class KeyCache {
  readonly #keys = new Map<string, { key: DataKey; until: number }>()

  get(tenantId: string, keyId: string): DataKey | null {
    const kept = this.#keys.get(`${tenantId}/${keyId}`)
    return kept !== undefined && kept.until > Date.now() ? kept.key : null
  }

  set(tenantId: string, key: DataKey): void {
    const oldest = this.#keys.keys().next().value
    if (this.#keys.size >= KEPT_KEYS && oldest !== undefined) this.#keys.delete(oldest)
    this.#keys.set(`${tenantId}/${key.id}`, { key, until: Date.now() + KEPT_MS })
  }
}
