import { z } from 'zod'
import { ObservableKind } from '../values/case-fields.ts'
import { AppId, Instant, RecordId } from '../kernel/ids.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { route } from '../kernel/route.ts'

/** A record of any app, as it is named in lists of several apps. */
export const NamedRecord = z.object({
  id: RecordId,
  appId: AppId,
  appName: z.string(),
  trackingId: z.string(),
  title: z.string(),
})
export type NamedRecord = z.infer<typeof NamedRecord>

export const SharedObservable = z.object({ kind: ObservableKind, value: z.string() })

export const similarRecords = route({
  method: 'GET',
  path: '/api/tenant/:tenantId/apps/:appId/records/:recordId/similar',
  summary: 'Lists readable records that share observables with this one, most shared first',
  needs: 'record:read',
  query: z.strictObject({ limit: z.coerce.number().int().min(1).max(50).default(20) }),
  reply: z.object({
    items: z.array(
      z.object({
        record: NamedRecord,
        /** At most 20 of them. */
        shared: z.array(SharedObservable),
        count: z.number().int(),
        /** Percent of this record’s observables that the other one has as well. */
        score: z.number().int(),
      }),
    ),
  }),
  on404: 'here',
})

export const findObservables = route({
  method: 'GET',
  path: '/api/tenant/:tenantId/observables',
  summary:
    'Finds readable records that contain a value, of any type or a given one. Defanged values are accepted.',
  needs: 'record:read',
  query: PageQuery.extend({
    text: z.string().trim().min(1).max(4000),
    /** Absent: any type that the text can be. */
    kind: ObservableKind.optional(),
  }),
  reply: pageOf(
    z.object({
      record: NamedRecord,
      /** The observables field that holds it. */
      field: z.object({ key: z.string(), label: z.string() }),
      kind: ObservableKind,
      value: z.string(),
      /** When it came to this record. */
      at: Instant,
    }),
  ).extend({
    /** Records that the reader may see, and when the value came to the first and the last of them. */
    records: z.number().int(),
    firstSeen: Instant.nullable(),
    lastSeen: Instant.nullable(),
  }),
  on404: 'here',
})
