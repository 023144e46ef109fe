import { setTimeout as pause } from 'node:timers/promises'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { sqlStateOf } from '../../../platform/database/transient-errors.ts'

/** Lock not available; deadlock, as with indexes that are being made beside. */
const LOCKED: readonly (string | null)[] = ['55P03', '40P01']
const ATTEMPTS = 4

/** Changes tables of apps: in a transaction of the owner, again when a table was in use for longer than the lock timeout. */
export function defineApps<T>(scope: TenantScope, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  return retryLocked(() => scope.define('apps', work))
}

/**
 * Runs work again when a table was in use for longer than the lock timeout.
 * @throws dependency.unavailable when it is still in use after the last attempt
 */
export async function retryLocked<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!LOCKED.includes(sqlStateOf(error))) throw error
      if (attempt === ATTEMPTS)
        throw fail('dependency.unavailable', {
          detail: 'The records of this app are in use. Try again in a moment.',
          retryAfter: 5,
          cause: error,
        })
      await pause(attempt * 100 + Math.random() * 100)
    }
  }
}
