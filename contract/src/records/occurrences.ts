import { z } from 'zod'
import { Instant, OccurrenceId, RecordId } from '../kernel/ids.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { route } from '../kernel/route.ts'
import { ActorRef, FieldValues, RecordView } from './records.ts'

/** What would have become a record, had a correlation rule not folded it into another one. */
export const Occurrence = z.object({
  id: OccurrenceId,
  at: Instant,
  by: ActorRef,
  /** Its title, where it has one that the reader may read. */
  title: z.string().nullable(),
  /** Values that it was to have, those of fields that the reader may read. */
  fields: FieldValues,
})
export type Occurrence = z.infer<typeof Occurrence>

const place = '/api/tenant/:tenantId/apps/:appId/records/:recordId/occurrences' as const

export const listOccurrences = route({
  method: 'GET',
  path: place,
  summary: 'Lists what correlation rules folded into a record, newest first',
  needs: 'record:read',
  query: PageQuery,
  reply: pageOf(Occurrence).extend({ total: z.number().int() }),
  on404: 'here',
})
export const splitOccurrence = route({
  method: 'POST',
  path: `${place}/:occurrenceId/split`,
  summary: 'Creates a record from an occurrence. It no longer counts as folded.',
  needs: 'record:update',
  reply: RecordView,
  status: 201,
  fails: ['record.locked', 'record.duplicate_value'],
  on404: 'here',
})
export const foldBackOccurrence = route({
  method: 'POST',
  path: `${place}/:occurrenceId/fold-back`,
  summary: 'Undoes splitting off an occurrence, as long as its record is unchanged',
  needs: 'record:update',
  body: z.strictObject({ record: RecordId }),
  fails: ['record.locked', 'record.duplicate_value', 'resource.version_conflict'],
  on404: 'here',
})
