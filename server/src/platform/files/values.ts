import { Bytes } from '../database/rows.ts'
import { z } from 'zod'
import type { TenantTx } from '../database/types.ts'
import { type FileStore, sha256Of } from './file-store.ts'

const BytesRow = z.object({ bytes: Bytes.nullable() })

/** A stored value by its content: equal bytes of a tenant are one value. */
export interface StoredValue {
  /** 64 hex digits. */
  sha256: string
  /** Bytes. */
  size: number
}

export interface NewValue {
  bytes: Uint8Array
  mediaType: string
}

/** Payloads and step values of tenants, each content once. */
export interface ValueStore {
  put(tx: TenantTx, bytes: Uint8Array, mediaType: string): Promise<StoredValue>
  /** Stores all in one statement; the answers stand in the order of the values. */
  putMany(tx: TenantTx, values: readonly NewValue[]): Promise<StoredValue[]>
  /** The bytes, or null when the tenant has no such value. */
  get(tx: TenantTx, sha256: string): Promise<Buffer | null>
}

/** Up to this size a value lies in its row; beyond, in the file store. */
export const INLINE_BYTES = 256 * 1024

/** A value store over the table `caseloom.value` and a file store for what is large. */
export function createValueStore(files: FileStore): ValueStore {
  return {
    async put(tx, bytes, mediaType) {
      return storeOne(await prepare(tx, files, { bytes, mediaType }), tx)
    },
    async putMany(tx, values) {
      const prepared = await Promise.all(values.map((value) => prepare(tx, files, value)))
      await insert(tx, prepared)
      return prepared.map(({ sha256, size }) => ({ sha256, size }))
    },
    get: (tx, sha256) => get(tx, files, sha256),
  }
}

interface Prepared extends StoredValue {
  mediaType: string
  inline: Uint8Array | null
}

// Large bytes reach the file store before any row names them: a rolled back row leaves a spare file, never a gap.
async function prepare(tx: TenantTx, files: FileStore, value: NewValue): Promise<Prepared> {
  const { bytes, mediaType } = value
  const size = bytes.byteLength
  if (size <= INLINE_BYTES) return { sha256: sha256Of(bytes), size, mediaType, inline: bytes }
  return { sha256: await files.put(tx.tenantId, bytes), size, mediaType, inline: null }
}

async function storeOne(value: Prepared, tx: TenantTx): Promise<StoredValue> {
  await insert(tx, [value])
  return { sha256: value.sha256, size: value.size }
}

const INSERT = `
  insert into caseloom.value (tenant_id, sha256, size, media_type, bytes)
  select $1, decode(sha256, 'hex'), size, media_type, bytes
    from unnest($2::text[], $3::int[], $4::text[], $5::bytea[]) as v(sha256, size, media_type, bytes)
  on conflict (tenant_id, sha256) do nothing`

async function insert(tx: TenantTx, values: readonly Prepared[]): Promise<void> {
  // One order for all writers, so that two batches with the same values cannot lock each other out.
  const distinct = [...new Map(values.map((value) => [value.sha256, value])).values()].toSorted((a, b) =>
    a.sha256 < b.sha256 ? -1 : 1,
  )
  if (distinct.length === 0) return
  await tx.query(
    INSERT,
    [
      tx.tenantId,
      distinct.map((value) => value.sha256),
      distinct.map((value) => value.size),
      distinct.map((value) => value.mediaType),
      distinct.map((value) => (value.inline === null ? null : asBuffer(value.inline))),
    ],
    'value-insert',
  )
}

async function get(tx: TenantTx, files: FileStore, sha256: string): Promise<Buffer | null> {
  if (!/^[0-9a-f]{64}$/.test(sha256)) return null
  const rows = await tx.rows(
    BytesRow,
    `select bytes from caseloom.value where tenant_id = $1 and sha256 = decode($2, 'hex')`,
    [tx.tenantId, sha256],
    'value-get',
  )
  const row = rows[0]
  if (row === undefined) return null
  if (row.bytes !== null) return row.bytes
  const bytes = await files.get(tx.tenantId, sha256)
  if (bytes === null) throw new Error(`The file of a stored value is missing: ${sha256}`)
  return bytes
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
