import { z } from 'zod'
import type { Tx } from '../../platform/database/types.ts'

const TokenRow = z.object({ token: z.string().nullable() })

const AnnouncedRow = z.object({ days: z.number().nullable() })

const RemovedTokenRow = z.object({ removed_token: z.string().nullable() })

/** Text of the stored license, or null when there is none. */
export async function readLicense(tx: Tx): Promise<string | null> {
  const rows = await tx.rows(TokenRow, 'select token from caseloom.license', [], 'licensing-read')
  return rows[0]?.token ?? null
}

/** The same, and no one else changes it until the end of the transaction. */
export async function lockLicense(tx: Tx): Promise<string | null> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('licensing', 0))`)
  return readLicense(tx)
}

export async function writeLicense(tx: Tx, token: string): Promise<void> {
  await tx.query(
    `insert into caseloom.license (token, stored_at) values ($1, $2)
     on conflict (only_one) do update
       set token = excluded.token, stored_at = excluded.stored_at, told_days = null, removed_token = null`,
    [token, tx.now],
  )
}

/** Days before the end at which the last reminder was sent; null when none was. */
export async function notifiedDays(tx: Tx): Promise<number | null> {
  const rows = await tx.rows(AnnouncedRow, 'select told_days as days from caseloom.license')
  return rows[0]?.days ?? null
}

export async function writeNotifiedDays(tx: Tx, days: number): Promise<void> {
  await tx.query('update caseloom.license set told_days = $1', [days])
}

/** The license is no longer stored, but can be restored until another one is. */
export async function removeToken(tx: Tx): Promise<void> {
  await tx.query('update caseloom.license set removed_token = token, token = null where token is not null')
}

/** The license that was removed last; null when another one was stored since. */
export async function readRemoved(tx: Tx): Promise<string | null> {
  const rows = await tx.rows(RemovedTokenRow, 'select removed_token from caseloom.license')
  return rows[0]?.removed_token ?? null
}
