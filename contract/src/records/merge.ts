import { z } from 'zod'
import { Instant, RecordId } from '../kernel/ids.ts'
import { LinkedRecord } from './record-links.ts'
import { ActorRef, RecordView } from './records.ts'
import { route } from '../kernel/route.ts'

/** Records that can be merged into another one at a time. */
export const MAX_MERGED = 50

const place = '/api/tenant/:tenantId/apps/:appId/records/:recordId' as const

export const mergeRecords = route({
  method: 'POST',
  path: `${place}/merge`,
  summary:
    'Merges other records of the app into this one. Empty fields are filled and lists combined; comments, files, and links move here. Merged records redirect to this one.',
  needs: 'record:update',
  body: z.strictObject({ records: z.array(RecordId).min(1).max(MAX_MERGED) }),
  reply: RecordView,
  fails: ['record.locked'],
  on404: 'here',
})
export const listMerged = route({
  method: 'GET',
  path: `${place}/merged`,
  summary: 'Lists the records merged into this one, newest first',
  needs: 'record:read',
  reply: z.object({
    items: z.array(
      LinkedRecord.extend({
        at: Instant,
        by: ActorRef,
      }),
    ),
  }),
  on404: 'here',
})
export const unmergeRecord = route({
  method: 'POST',
  path: `${place}/unmerge`,
  summary: 'Unmerges a record. What it brought moves back; values changed since stay here.',
  needs: 'record:update',
  body: z.strictObject({ record: RecordId }),
  reply: RecordView,
  fails: ['record.locked', 'record.duplicate_value'],
  on404: 'here',
})
