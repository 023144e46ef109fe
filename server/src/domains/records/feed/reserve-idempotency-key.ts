import { JsonColumn } from '../../../platform/database/rows.ts'
import { z } from 'zod'
import { IDEMPOTENCY_HEADER } from '@caseloom/contract/records/record-api'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { createHash } from 'node:crypto'
import type { SystemScope, TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { RequestFacts } from '../../../platform/http/types.ts'
import { newId } from '../../../platform/uuid.ts'

const MAX_CHARACTERS = 200
const RETENTION_HOURS = 24
const BATCH = 2000

/** A request that carries a key: what it does is done once under this operation. */
export interface KeyReservation {
  operation: string
  /** What was answered before; null when nothing was yet. */
  response: JsonValue
  remember(response: JsonValue): Promise<void>
}

/**
 * Reads a request's `Idempotency-Key`; null if it has none. Concurrent requests with the same key get the same
 * operation, which the writer performs once.
 * @throws request.key_reused if the key was used for another request, request.invalid if it is malformed
 */
export async function reserveIdempotencyKey(
  scope: TenantScope,
  actor: Actor,
  { request, place, body }: { request: RequestFacts; place: string; body: unknown },
): Promise<KeyReservation | null> {
  const key = request.headers[IDEMPOTENCY_HEADER]
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length === 0 || key.length > MAX_CHARACTERS) {
    const message = `Expected 1 to ${MAX_CHARACTERS} characters`
    throw fail('request.invalid', {
      issues: [{ path: ['headers', IDEMPOTENCY_HEADER], code: 'invalid_key', message }],
    })
  }
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64')
  const whole = `${place}/${actor.id ?? ''}`
  const row = await take(scope, { place: whole, key, digest })
  if (row.digest !== digest) throw fail('request.key_reused')
  return {
    operation: `api/${row.id}`,
    response: row.response,
    remember: (response) =>
      scope.tx(async (tx) => {
        await tx.query('update caseloom.record_request set response = $3 where tenant_id = $1 and id = $2', [
          tx.tenantId,
          row.id,
          JSON.stringify(response),
        ])
      }),
  }
}

const Row = z.object({
  id: z.string(),
  digest: z.string(),
  response: JsonColumn,
})
type Row = z.infer<typeof Row>

async function take(
  scope: TenantScope,
  { place, key, digest }: { place: string; key: string; digest: string },
): Promise<Row> {
  return scope.tx(async (tx) => {
    const old = `r.at < $6::timestamptz - interval '${RETENTION_HOURS} hours'`
    const rows = await tx.rows(
      Row,
      `insert into caseloom.record_request as r (tenant_id, place, key, digest, id, at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (tenant_id, place, key) do update set
         digest = case when ${old} then excluded.digest else r.digest end,
         id = case when ${old} then excluded.id else r.id end,
         response = case when ${old} then null else r.response end,
         at = case when ${old} then excluded.at else r.at end
       returning id, digest, response`,
      [tx.tenantId, place, key, digest, newId(), tx.now],
    )
    const row = rows[0]
    if (row === undefined) throw new Error('The request wasn’t saved')
    return row
  })
}

/** Forgets keys after a day. */
export async function purgeRequestKeys(system: SystemScope): Promise<void> {
  let gone = BATCH
  while (gone === BATCH)
    gone = await system.tx(async (tx) => {
      const rows = await tx.query(
        `delete from caseloom.record_request where ctid = any(array(
           select ctid from caseloom.record_request where at < $1::timestamptz - interval '${RETENTION_HOURS} hours'
            limit ${BATCH})) returning 1`,
        [tx.now],
      )
      return rows.length
    })
}
