import type { CryptoKey } from 'jose'
import type { SystemScope } from '../../platform/database/types.ts'
import type { StoredLicense } from './license.rules.ts'
import { readLicense } from './license.store.ts'
import { verifyLicense } from './verify-license.ts'

/** So long may another process continue with the license before. */
const KEEP_MS = 1000

/** The stored license, read at most once a second and its signature checked once per text: every request asks. */
export class CurrentLicense {
  readonly #system: SystemScope
  readonly #keys: readonly CryptoKey[]
  #reading: Promise<StoredLicense | null> | null = null
  #readAt = Number.NEGATIVE_INFINITY
  #verified: { text: string; license: StoredLicense } | null = null

  constructor(system: SystemScope, keys: readonly CryptoKey[]) {
    this.#system = system
    this.#keys = keys
  }

  /** The license, or null when there is none. */
  get(): Promise<StoredLicense | null> {
    if (this.#reading !== null && performance.now() - this.#readAt < KEEP_MS) return this.#reading
    this.#readAt = performance.now()
    const reading = this.#read().catch((error: unknown) => {
      if (this.#reading === reading) this.forget()
      throw error
    })
    this.#reading = reading
    return reading
  }

  forget(): void {
    this.#reading = null
  }

  async #read(): Promise<StoredLicense | null> {
    const text = await this.#system.read(readLicense)
    if (text === null) return null
    if (this.#verified?.text === text) return this.#verified.license
    const license = await verifyLicense(this.#keys, text)
    this.#verified = { text, license }
    return license
  }
}
