import { z } from 'zod'
import { AppId, RecordId } from '../kernel/ids.ts'
import { JsonValue } from '../kernel/json.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { route } from '../kernel/route.ts'

/**
 * A record that another refers to, as the reader may see it. In `fields` of a record view a reference field holds
 * `{items, total}`: the first 20 in their order, and how many the reader may see.
 */
export const LinkedRecord = z.object({
  id: RecordId,
  appId: AppId,
  trackingId: z.string(),
  title: z.string(),
  /** The columns that the reference field shows, by field key of the other app. */
  columns: z.record(z.string(), JsonValue).optional(),
})
export type LinkedRecord = z.infer<typeof LinkedRecord>

/** What a reference field of a record view holds. Beyond 100 counting stops: `capped` says that there are more. */
export const LinkedValue = z.object({
  items: z.array(LinkedRecord),
  total: z.number().int(),
  capped: z.boolean().optional(),
})
export type LinkedValue = z.infer<typeof LinkedValue>

/**
 * What a write puts into a reference field: a list of record ids replaces all (at most 1,000), `{add, remove}` changes
 * some of many (at most 1,000 each), null empties it. For a single reference: one id or null.
 */
export const LinkChange = z.union([
  z.array(RecordId).max(1000),
  z.strictObject({
    add: z.array(RecordId).max(1000).optional(),
    remove: z.array(RecordId).max(1000).optional(),
  }),
])
export type LinkChange = z.infer<typeof LinkChange>

const base = '/api/tenant/:tenantId/apps/:appId/records/:recordId' as const

export const listLinks = route({
  method: 'GET',
  path: `${base}/links/:field`,
  summary: 'Lists the records a reference field of the record points to, with the columns it shows',
  needs: 'record:read',
  query: PageQuery,
  reply: pageOf(LinkedRecord),
  fails: ['field.unknown'],
  on404: 'here',
})
export const listRelated = route({
  method: 'GET',
  path: `${base}/related`,
  summary: 'Lists links to and from the record by app and field, the first 20 of each',
  needs: 'record:read',
  reply: z.object({
    groups: z.array(
      z.object({
        direction: z.enum(['out', 'in']),
        /** The reference field, in whose app it is. */
        field: z.object({ appId: AppId, key: z.string(), label: z.string() }),
        /** App of the items. */
        app: z.object({ id: AppId, name: z.string(), icon: z.string() }),
        items: z.array(LinkedRecord),
        /** Counted to 10,000; `capped` says that there are more. */
        total: z.number().int(),
        capped: z.boolean().optional(),
      }),
    ),
  }),
  on404: 'here',
})
export const listBackReferences = route({
  method: 'GET',
  path: `${base}/back-references`,
  summary: 'Lists records whose reference field points to this one',
  needs: 'record:read',
  query: PageQuery.extend({ fromAppId: AppId, field: z.string().max(100) }),
  reply: pageOf(LinkedRecord),
  fails: ['field.unknown'],
  on404: 'here',
})
export const findLinkable = route({
  method: 'GET',
  path: '/api/tenant/:tenantId/apps/:appId/reference/:field/candidates',
  summary: 'Finds records of the other app that a reference field can point to, by text, newest first',
  needs: 'record:read',
  query: z.strictObject({
    text: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(50).default(20),
  }),
  reply: z.object({ items: z.array(LinkedRecord) }),
  fails: ['field.unknown'],
  on404: 'here',
})
