import type { SystemScope } from '../../../platform/database/types.ts'
import { noteExpiredExemptions } from './exempt-user.ts'

const BATCH = 2000
const DAY_MS = 24 * 3600_000

/** What goes, and how long after the instant in its column. */
const RETENTION = [
  { table: 'known_device', key: '(person_id, digest)', column: 'seen_at', days: 90 },
  { table: 'sign_in_device', key: '(token_hash, person_id)', column: 'seen_at', days: 400 },
  { table: 'sign_in_unlock', key: 'token_hash', column: 'expires_at', days: 1 },
  { table: 'notification', key: 'id', column: 'at', days: 90 },
  { table: 'password_token', key: 'id', column: 'expires_at', days: 30 },
  { table: 'api_token', key: 'id', column: 'expires_at', days: 90 },
] as const

/** Deletes old notifications and tokens that ended long ago, and notes expired exemptions, in small transactions. */
export async function purgeExpiredDirectory(system: SystemScope): Promise<void> {
  await noteExpiredExemptions(system)
  for (const { table, key, column, days } of RETENTION) {
    for (;;) {
      const gone = await system.tx((tx) =>
        tx.query(
          `delete from caseloom.${table} where ${key} in (
             select ${key.replace(/[()]/g, '')} from caseloom.${table} where ${column} < $1 limit ${BATCH}) returning 1`,
          [new Date(tx.now.getTime() - days * DAY_MS)],
        ),
      )
      if (gone.length < BATCH) break
    }
  }
}
