import { randomBytes } from 'node:crypto'
import type { SystemScope, Tx } from '../database/types.ts'
import { newId } from '../uuid.ts'
import { decrypt, encrypt } from './cipher.ts'
import { masterKeyId } from './master-key.ts'

/** The holder of the keys that seal what belongs to no tenant: persons, accounts. No tenant can have this id. */
export const INSTALLATION = '00000000-0000-0000-0000-000000000000'

/** The key of a holder (a tenant, or the installation), unwrapped. */
export interface DataKey {
  id: string
  key: Buffer
}

/** Bytes of the master key's id before the wrapped key itself, so that a rotation knows what is still to do. */
const MASTER_ID_BYTES = 8
const REWRAP_BATCH = 500

interface KeyRow {
  key_id: string
  wrapped: Buffer
}

/** The holder's newest key, made when there is none. */
export async function currentDataKey(tx: Tx, holder: string, master: Buffer): Promise<DataKey> {
  const rows = await tx.query<KeyRow>(
    'select key_id, wrapped from caseloom.data_key where tenant_id = $1 order by key_id desc limit 1',
    [holder],
  )
  if (rows[0] !== undefined) return unwrap(master, holder, rows[0])
  const made = { id: newId(), key: randomBytes(32) }
  await tx.query('insert into caseloom.data_key (tenant_id, key_id, wrapped) values ($1, $2, $3)', [
    holder,
    made.id,
    wrap(master, holder, made),
  ])
  return made
}

/** One key of the holder, or null when it has been destroyed or never was. */
export async function dataKey(
  tx: Tx,
  holder: string,
  { master, keyId }: { master: Buffer; keyId: string },
): Promise<DataKey | null> {
  const rows = await tx.query<KeyRow>(
    'select key_id, wrapped from caseloom.data_key where tenant_id = $1 and key_id = $2',
    [holder, keyId],
  )
  return rows[0] === undefined ? null : unwrap(master, holder, rows[0])
}

/** Wraps all data keys anew, from one master key to another, in small transactions; answers how many. Repeatable. */
export async function rewrapDataKeys(system: SystemScope, from: Buffer, to: Buffer): Promise<number> {
  let total = 0
  for (;;) {
    const done = await system.tx(async (tx) => {
      const rows = await tx.query<KeyRow & { tenant_id: string }>(
        `select tenant_id, key_id, wrapped from caseloom.data_key
          where substring(wrapped from 1 for ${MASTER_ID_BYTES}) = $1 limit ${REWRAP_BATCH} for update`,
        [masterIdOf(from)],
      )
      for (const row of rows) {
        const wrapped = wrap(to, row.tenant_id, unwrap(from, row.tenant_id, row))
        await tx.query('update caseloom.data_key set wrapped = $3 where tenant_id = $1 and key_id = $2', [
          row.tenant_id,
          row.key_id,
          wrapped,
        ])
      }
      return rows.length
    })
    total += done
    if (done < REWRAP_BATCH) return total
  }
}

function wrap(master: Buffer, tenantId: string, { id, key }: DataKey): Buffer {
  return Buffer.concat([masterIdOf(master), encrypt(master, contextOf(tenantId, id), key)])
}

function unwrap(master: Buffer, tenantId: string, row: KeyRow): DataKey {
  if (!row.wrapped.subarray(0, MASTER_ID_BYTES).equals(masterIdOf(master)))
    throw new Error('The data key of this tenant was wrapped by another master key')
  const box = row.wrapped.subarray(MASTER_ID_BYTES)
  return { id: row.key_id, key: decrypt(master, contextOf(tenantId, row.key_id), box) }
}

function masterIdOf(master: Buffer): Buffer {
  return Buffer.from(masterKeyId(master), 'hex')
}

function contextOf(tenantId: string, keyId: string): string {
  return JSON.stringify(['data_key', tenantId, keyId])
}
