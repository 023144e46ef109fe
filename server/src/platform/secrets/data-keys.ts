import { Bytes } from '../database/rows.ts'
import { z } from 'zod'
import { randomBytes } from 'node:crypto'
import type { SystemScope, Tx } from '../database/types.ts'
import { newId } from '../uuid.ts'
import { decrypt, encrypt } from './cipher.ts'
import { masterKeyId } from './master-key.ts'
import { type MasterKeys, ROTATION_LOCK } from './master-keys.ts'

const IdRow = z.object({ id: z.string().nullable() })

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

const KeyRow = z.object({
  key_id: z.string(),
  wrapped: Bytes,
})
type KeyRow = z.infer<typeof KeyRow>

const TenantKeyRow = KeyRow.extend({ tenant_id: z.string() })

/** The holder's newest key, made when there is none. */
export async function currentDataKey(tx: Tx, holder: string, keys: MasterKeys): Promise<DataKey> {
  const rows = await tx.rows(
    KeyRow,
    'select key_id, wrapped from caseloom.data_key where tenant_id = $1 order by key_id desc limit 1',
    [holder],
  )
  if (rows[0] !== undefined) return unwrap(keys, holder, rows[0])
  const made = { id: newId(), key: randomBytes(32) }
  await tx.query('insert into caseloom.data_key (tenant_id, key_id, wrapped) values ($1, $2, $3)', [
    holder,
    made.id,
    wrap(await presentKey(tx, keys), holder, made),
  ])
  return made
}

/** One key of the holder, or null when it has been destroyed or never was. */
export async function dataKey(
  tx: Tx,
  holder: string,
  { keys, keyId }: { keys: MasterKeys; keyId: string },
): Promise<DataKey | null> {
  const rows = await tx.rows(
    KeyRow,
    'select key_id, wrapped from caseloom.data_key where tenant_id = $1 and key_id = $2',
    [holder, keyId],
  )
  return rows[0] === undefined ? null : unwrap(keys, holder, rows[0])
}

/** The master key that wraps new data keys; it stays the present one until this transaction ends. */
async function presentKey(tx: Tx, keys: MasterKeys): Promise<Buffer> {
  await tx.query('select pg_advisory_xact_lock_shared($1)', [ROTATION_LOCK])
  const rows = await tx.rows(IdRow, 'select caseloom.present_master_key() as id')
  const id = rows[0]?.id ?? null
  if (id === null) return keys.own()
  const found = keys.find(id)
  if (found === null)
    throw new Error(`The master key ${id} of this installation isn’t available to this process`)
  return found
}

/** Wraps all data keys with `to`, in small transactions; answers how many. Repeatable. */
export async function rewrapDataKeys(system: SystemScope, from: MasterKeys, to: Buffer): Promise<number> {
  let total = 0
  for (;;) {
    const done = await system.tx((tx) => rewrapSome(tx, from, to))
    total += done
    if (done < REWRAP_BATCH) return total
  }
}

/** The same in the caller's transaction. */
export async function rewrapAll(tx: Tx, from: MasterKeys, to: Buffer): Promise<number> {
  let total = 0
  for (;;) {
    const done = await rewrapSome(tx, from, to)
    total += done
    if (done < REWRAP_BATCH) return total
  }
}

async function rewrapSome(tx: Tx, from: MasterKeys, to: Buffer): Promise<number> {
  const rows = await tx.rows(
    TenantKeyRow,
    `select tenant_id, key_id, wrapped from caseloom.data_key
      where substring(wrapped from 1 for ${MASTER_ID_BYTES}) <> $1 limit ${REWRAP_BATCH} for update`,
    [masterIdOf(to)],
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
}

function wrap(master: Buffer, tenantId: string, { id, key }: DataKey): Buffer {
  return Buffer.concat([masterIdOf(master), encrypt(master, contextOf(tenantId, id), key)])
}

function unwrap(keys: MasterKeys, tenantId: string, row: KeyRow): DataKey {
  const master = keys.find(row.wrapped.subarray(0, MASTER_ID_BYTES).toString('hex'))
  if (master === null) throw new Error('The data key of this tenant was encrypted with another master key')
  const box = row.wrapped.subarray(MASTER_ID_BYTES)
  return { id: row.key_id, key: decrypt(master, contextOf(tenantId, row.key_id), box) }
}

function masterIdOf(master: Buffer): Buffer {
  return Buffer.from(masterKeyId(master), 'hex')
}

function contextOf(tenantId: string, keyId: string): string {
  return JSON.stringify(['data_key', tenantId, keyId])
}
