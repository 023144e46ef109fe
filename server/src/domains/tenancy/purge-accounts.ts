import type { SystemScope } from '../../platform/database/types.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { AccountPurger } from '../../platform/database/tenant-purge.ts'
import { auditAccount } from './account-audit.ts'
import { claimAccountPurge, deleteAccountRow, renewAccountPurge } from './purge.store.ts'

/** A process that dies during a purge leaves the rest to others after this time. */
const LEASE_MS = 10 * 60_000
const RENEW_MS = 60_000

export interface AccountPurgeDeps {
  system: SystemScope
  /** In this order; see house-tenants.ts. */
  parts: readonly AccountPurger[]
  log: Log
}

/**
 * Removes the accounts whose grace period has ended and whose tenants are gone; answers how many. Each part may be
 * repeated: what fails leaves the account closed and the rest to the next time.
 */
export async function purgeAccounts({ system, parts, log }: AccountPurgeDeps): Promise<number> {
  const failed: string[] = []
  for (let done = 0; ; ) {
    const account = await system.tx((tx) => claimAccountPurge(tx, LEASE_MS, failed))
    if (account === null) return done
    try {
      let renewed = performance.now()
      const alive = async () => {
        if (performance.now() - renewed < RENEW_MS) return
        await system.tx((tx) => renewAccountPurge(tx, account.id, LEASE_MS))
        renewed = performance.now()
      }
      for (const part of parts) await part.purge({ accountId: account.id }, alive)
      await system.tx(async (tx) => {
        if (await deleteAccountRow(tx, account.id))
          await auditAccount(tx, null, account, { action: 'account.purged' })
      })
      done += 1
      log.info({ accountId: account.id }, 'account permanently deleted')
    } catch (err) {
      failed.push(account.id)
      log.error({ err, accountId: account.id }, 'failed to delete an account; it remains closed')
    }
  }
}
