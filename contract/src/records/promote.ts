import { z } from 'zod'
import { RecordId } from '../kernel/ids.ts'
import { RecordView } from './records.ts'
import { route } from '../kernel/route.ts'

export const promoteRecords = route({
  method: 'POST',
  path: '/api/tenant/:tenantId/apps/:appId/records/promote',
  summary:
    'Promotes records to another app, such as alerts to a case: creates a record there or adds to an existing one',
  needs: 'record:update',
  body: z.strictObject({
    /** Key of a promotion of the app. */
    promotion: z.string().max(32),
    records: z.array(RecordId).min(1).max(200),
    /** A record of the other app that takes them in; absent makes a new one. */
    into: RecordId.optional(),
    /** Sent again after a broken connection, the same key does nothing twice. */
    operationKey: z.string().min(1).max(100).optional(),
  }),
  reply: z.object({
    record: RecordView,
    promoted: z.number().int(),
    /** Records that could not be changed, each with the code of its error; the others are in. */
    failed: z.array(z.object({ id: RecordId, code: z.string() })),
  }),
  fails: ['record.locked', 'field.unknown'],
  on404: 'here',
})
