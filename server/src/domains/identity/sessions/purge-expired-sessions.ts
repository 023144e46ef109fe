import type { SystemScope } from '../../../platform/database/types.ts'

const BATCH = 2000
const SWEPT = [
  ['session', 'token_hash', 'least(expires_at, idle_until)'],
  ['sign_in_challenge', 'token_hash', 'expires_at'],
  ['sso_request', 'token_hash', 'expires_at'],
  ['sso_answer', 'code_hash', 'expires_at'],
  ['sso_assertion', 'assertion_hash', 'expires_at'],
] as const

/** Deletes sessions and questions that have ended, in small transactions; answers how many. */
export async function purgeExpiredSessions(system: SystemScope): Promise<number> {
  let total = 0
  for (const [table, key, end] of SWEPT) {
    for (;;) {
      const gone = await system.tx((tx) =>
        tx.query(
          `delete from caseloom.${table} where ${key} in
             (select ${key} from caseloom.${table} where ${end} < $1 limit ${BATCH} for update skip locked)
           returning 1`,
          [tx.now],
        ),
      )
      total += gone.length
      if (gone.length < BATCH) break
    }
  }
  return total
}
