import { JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { ValueStore } from '../../../platform/files/values.ts'
import type { RunBasis } from '../expressions/messages.ts'
import { type RunRow, StoredRequest } from './run.store.ts'

/** Bytes of a value that history refers to; throws when they are gone. */
export async function storedBytes(values: ValueStore, tx: TenantTx, ref: string): Promise<Buffer> {
  const bytes = await values.get(tx, ref)
  if (bytes === null) throw new Error(`The stored value ${ref} is missing`)
  return bytes
}

export async function storedJson(values: ValueStore, tx: TenantTx, ref: string): Promise<JsonValue> {
  const bytes = await storedBytes(values, tx, ref)
  return JSON.parse(bytes.toString('utf8'))
}

/** A view of its own memory: a message to a thread carries along all the memory that a view lies in. */
export function copyBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}

/** Everything that decides the run, the same for its first attempt, each replay and each later look into it. */
export function runInputOf(row: RunRow, payload: Uint8Array): RunBasis {
  const request = row.request === null ? null : StoredRequest.parse(row.request)
  const startedAt = row.created_at.getTime()
  return {
    versionId: row.version_id,
    run: { id: row.id, startedAt },
    tenant: { id: row.tenant_id },
    received: {
      ...(request?.kind === undefined ? {} : { kind: request.kind }),
      ...(request?.inputs === undefined ? {} : { inputs: request.inputs }),
      body: copyBytes(payload),
      headers: request?.headers ?? {},
      query: request?.query ?? {},
      receivedAt: request?.receivedAt ?? startedAt,
    },
  }
}

/** A run started by hand has no payload; its body reads as null. */
export const NO_PAYLOAD = Buffer.from('null')

/** What a trigger received, as expressions see it. */
export function receivedValue(request: StoredRequest, body: Buffer): JsonValue {
  const { headers, query, receivedAt, kind, inputs } = request
  const at = new Date(receivedAt).toISOString()
  const read: JsonValue = JSON.parse(body.toString('utf8'))
  if (kind === undefined) return { body: read, headers, query, receivedAt: at }
  const given = inputs === undefined || Object.keys(inputs).length === 0 ? {} : { inputs }
  return { ...JsonObject.safeParse(read).data, ...given, receivedAt: at }
}
