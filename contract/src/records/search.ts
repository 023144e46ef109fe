import { z } from 'zod'
import { Filter } from '../values/filter.ts'
import { AppId } from '../kernel/ids.ts'
import { RecordView } from './records.ts'
import { GroupBy } from './grouping.ts'
import { route } from '../kernel/route.ts'
import { Hits } from '../values/snippet.ts'

export const FoundRecord = z.object({
  record: RecordView,
  title: z.string(),
  hits: Hits,
})
export type FoundRecord = z.infer<typeof FoundRecord>

export const searchEverywhere = route({
  method: 'POST',
  path: '/api/tenant/:tenantId/search',
  summary: 'Searches all readable apps by text or tracking ID and returns the number of hits per app',
  needs: 'record:read',
  body: z.strictObject({
    text: z.string().max(500),
    /** Narrows the items; the facet counts all apps all the same. */
    appId: AppId.optional(),
    limit: z.number().int().min(1).max(100).default(20),
    cursor: z.string().max(4000).optional(),
  }),
  reply: z.object({
    items: z.array(FoundRecord),
    next: z.string().nullable(),
    /** Readable apps with hits; counted to 1,000 each. */
    apps: z.array(
      z.object({
        id: AppId,
        name: z.string(),
        icon: z.string(),
        count: z.number().int(),
        capped: z.boolean(),
      }),
    ),
  }),
  on404: 'here',
})

export const recordFacets = route({
  method: 'POST',
  path: '/api/tenant/:tenantId/apps/:appId/records/facets',
  summary: 'Counts the values of given fields among the records a search finds, most frequent first',
  needs: 'record:read',
  body: z.strictObject({
    filter: Filter.optional(),
    text: z.string().max(500).optional(),
    /** Selection, user and group fields, and texts of few values; created_by and updated_by. */
    fields: z.array(z.string().max(100)).min(1).max(10),
    limit: z.number().int().min(1).max(100).default(20),
  }),
  reply: z.object({
    facets: z.array(
      z.object({
        field: z.string(),
        values: z.array(
          z.object({
            value: z.string().nullable(),
            label: z.string(),
            count: z.number().int(),
            filter: Filter,
          }),
        ),
        /** Records with other values than those listed. */
        others: z.number().int(),
      }),
    ),
  }),
  fails: ['field.unknown'],
  on404: 'here',
})

export const MAX_GROUPS = 200
/** A group with more records than this doesn't say how many. */
export const GROUP_COUNT_CAP = 10_000

/** Records that share a value, or a day, week, or month. */
export const RecordGroup = z.object({
  /** The value; for dates the first day of the group, for what is true or false these words. Null is empty. */
  value: z.string().nullable(),
  /** Of the option or person; empty for dates and for no value. */
  label: z.string(),
  count: z.number().int(),
  /** There are more than `count`. */
  capped: z.boolean(),
  /** Finds the records of the group within the search. */
  filter: Filter,
})
export type RecordGroup = z.infer<typeof RecordGroup>

export const recordGroups = route({
  method: 'POST',
  path: '/api/tenant/:tenantId/apps/:appId/records/groups',
  summary: 'Groups the records a search finds by a field and counts each group to 10,000',
  needs: 'record:read',
  body: z.strictObject({
    filter: Filter.optional(),
    text: z.string().max(500).optional(),
    groupBy: GroupBy,
  }),
  reply: z.object({
    /** Options in their order, people by name, dates newest first; the empty value comes last. */
    groups: z.array(RecordGroup),
    /** Some groups aren't listed: there are more than 200. */
    more: z.boolean(),
    /** Records found, each counted once. */
    total: z.object({ value: z.number().int(), capped: z.boolean() }),
  }),
  fails: ['field.unknown'],
  on404: 'here',
})
