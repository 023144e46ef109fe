import { z } from 'zod'
import { Issue } from '../kernel/errors.ts'
import { Instant, RecordId } from '../kernel/ids.ts'
import { FieldValues, RecordCreate, RecordUpsert, RecordView } from './records.ts'
import { route } from '../kernel/route.ts'

/**
 * Writes accept `Idempotency-Key` (≤ 200 characters, retained for a day per actor and app): the same key with the same
 * body returns the first result; with another body, the write fails with 422 `request.key_reused`.
 */
export const IDEMPOTENCY_HEADER = 'idempotency-key'

const base = '/api/tenant/:tenantId/apps/:appId/records' as const

const Command = z.union([
  z.strictObject({ create: RecordCreate.shape.fields }),
  z.strictObject({ id: RecordId, version: z.number().int().optional(), update: FieldValues }),
  RecordUpsert,
  z.strictObject({ delete: RecordId }),
])
export const BatchReply = z.object({
  results: z.array(
    z.union([
      z.object({
        outcome: z.enum(['created', 'updated', 'unchanged', 'folded', 'deleted']),
        id: RecordId,
        trackingId: z.string(),
        version: z.number().int(),
      }),
      z.object({
        outcome: z.literal('failed'),
        code: z.string(),
        status: z.number().int(),
        issues: z.array(Issue).optional(),
      }),
    ]),
  ),
})
export const batchRecords = route({
  method: 'POST',
  path: `${base}/batch`,
  summary:
    'Applies up to 1,000 changes of any type. Each gets its own result, in order; a failure doesn’t affect the others.',
  needs: 'record:read',
  body: z.strictObject({ commands: z.array(Command).min(1).max(1000) }),
  reply: BatchReply,
  fails: ['request.key_reused'],
  on404: 'here',
})
export const recordChanges = route({
  method: 'GET',
  path: `${base}/changes`,
  summary:
    'Reads the complete change feed of an app, oldest first: keep following `next`. A record the reader lost access to is reported as deleted.',
  needs: 'record:read',
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(1000).default(100),
    /** `next` of the previous response. Absent: from now on; `0`: from the oldest retained change. */
    cursor: z.string().max(500).optional(),
    /** With the records as they are now. */
    records: z.enum(['true', 'false']).default('false'),
  }),
  reply: z.object({
    items: z.array(
      z.object({
        id: RecordId,
        version: z.number().int(),
        at: Instant,
        change: z.enum(['created', 'updated', 'deleted']),
        record: RecordView.optional(),
      }),
    ),
    next: z.string(),
  }),
  fails: ['feed.cursor_expired'],
  on404: 'here',
})
