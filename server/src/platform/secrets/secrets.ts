import { LRUCache } from 'lru-cache'
import { UUID_TEXT } from '@caseloom/contract/kernel/ids'
import type { TenantScope, TenantTx, Tx } from '../database/types.ts'
import { decrypt, encrypt } from './cipher.ts'
import { type MasterKeys, oneMasterKey } from './master-keys.ts'
import { currentDataKey, type DataKey, dataKey, INSTALLATION } from './data-keys.ts'

/** Where a secret is; a sealed text opens at this place only. */
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
const CACHE_MS = 10 * 60_000
const MAX_CACHED = 10_000
const FORM = new RegExp(`^c1\\.(${UUID_TEXT})\\.([A-Za-z0-9_-]+)$`)

/** Seals what belongs to no tenant (persons, accounts) under the installation's own key, in system transactions. */
export interface InstallationSecrets {
  seal(tx: Tx, place: SecretPlace, text: string): Promise<string>
  /** Throws when the text was sealed elsewhere, was changed, or its key is gone. */
  open(tx: Tx, place: SecretPlace, sealed: string): Promise<string>
}

/** Envelope encryption: the master key wraps a data key per tenant, which seals the texts (AES-256-GCM). */
export function createSecrets(master: Buffer | MasterKeys): Secrets {
  const keys = new Keys(master)
  return {
    seal: (tx, place, text) => keys.seal(tx, { holder: tx.tenantId, place }, text),
    open: (tx, place, sealed) => keys.open(tx, { holder: tx.tenantId, place }, sealed),
    async openWith(scope, place, sealed) {
      const { keyId, box } = parse(sealed)
      const cached = keys.cached(scope.tenantId, keyId)
      const key = cached ?? (await scope.read((tx) => keys.find(tx, scope.tenantId, keyId)))
      return unseal(key, { holder: scope.tenantId, place }, box)
    },
  }
}

/** The same envelope under one data key of the installation. */
export function createInstallationSecrets(master: Buffer | MasterKeys): InstallationSecrets {
  const keys = new Keys(master)
  return {
    seal: (tx, place, text) => keys.seal(tx, { holder: INSTALLATION, place }, text),
    open: (tx, place, sealed) => keys.open(tx, { holder: INSTALLATION, place }, sealed),
  }
}

/** Where a secret is, and whose key seals it. */
interface Held {
  holder: string
  place: SecretPlace
}

class Keys {
  readonly #master: MasterKeys
  readonly #cache = new LRUCache<string, DataKey>({ max: MAX_CACHED, ttl: CACHE_MS })

  constructor(master: Buffer | MasterKeys) {
    this.#master = Buffer.isBuffer(master) ? oneMasterKey(master) : master
  }

  cached(holder: string, keyId: string): DataKey | null {
    return this.#cache.get(`${holder}/${keyId}`) ?? null
  }

  async find(tx: Tx, holder: string, keyId: string): Promise<DataKey> {
    const cached = this.cached(holder, keyId)
    if (cached !== null) return cached
    const found = await dataKey(tx, holder, { keys: this.#master, keyId })
    if (found === null) throw new Error('The key of this secret has been deleted')
    tx.afterCommit(() => this.#cache.set(`${holder}/${found.id}`, found))
    return found
  }

  async seal(tx: Tx, held: Held, text: string): Promise<string> {
    const key = await currentDataKey(tx, held.holder, this.#master)
    // Only then is the key's row certain to stay.
    tx.afterCommit(() => this.#cache.set(`${held.holder}/${key.id}`, key))
    const box = encrypt(key.key, contextOf(held), Buffer.from(text, 'utf8'))
    return `c1.${key.id}.${box.toString('base64url')}`
  }

  async open(tx: Tx, held: Held, sealed: string): Promise<string> {
    const { keyId, box } = parse(sealed)
    return unseal(await this.find(tx, held.holder, keyId), held, box)
  }
}

function parse(sealed: string): { keyId: string; box: Buffer } {
  const [, keyId, box] = FORM.exec(sealed) ?? []
  if (keyId === undefined || box === undefined) throw new Error('This isn’t an encrypted text')
  return { keyId, box: Buffer.from(box, 'base64url') }
}

function unseal(key: DataKey, held: Held, box: Buffer): string {
  try {
    return decrypt(key.key, contextOf(held), box).toString('utf8')
  } catch (error) {
    throw new Error('The encrypted text belongs elsewhere or was modified', { cause: error })
  }
}

function contextOf({ holder, place }: Held): string {
  return JSON.stringify([holder, place.table, place.id, place.field])
}
