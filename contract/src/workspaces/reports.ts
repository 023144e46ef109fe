import { z } from 'zod'
import { Filter } from '../values/filter.ts'
import { AppId, Instant, ReportId, UserId } from '../kernel/ids.ts'
import { GroupBy } from '../records/grouping.ts'
import { route } from '../kernel/route.ts'
import { Sharing } from '../kernel/sharing.ts'

/** A column of a list as the person arranged it; field key or system field. */
export const ReportColumn = z.strictObject({
  field: z.string().max(100),
  /** In pixels; absent is the column's own width. */
  width: z.number().int().min(40).max(1200).optional(),
  pinned: z.boolean().optional(),
})
/** How the records of a list are shown: one below the other, or as cards in a column for each value. */
export const LIST_SHOWS = ['list', 'board'] as const
/** A saved query over an app: the record list with its filter, text, order, columns, grouping, and how it's shown. */
const definition = {
  name: z.string().trim().min(1).max(100),
  description: z.string().trim().max(500).default(''),
  filter: Filter.nullable().default(null),
  text: z.string().max(500).default(''),
  sort: z
    .array(z.strictObject({ field: z.string().max(100), direction: z.enum(['asc', 'desc']) }))
    .max(3)
    .default([]),
  columns: z.array(ReportColumn).max(100).default([]),
  /** Null: one list. */
  groupBy: GroupBy.nullable().default(null),
  /** A board has a column for each value of `groupBy`; of the state when that is null. */
  show: z.enum(LIST_SHOWS).default('list'),
  /** Similar records in one row, by the correlation rules of the app. */
  similar: z.boolean().optional(),
  /** Null: everyone who may read the app's records. An empty list is one's own. */
  sharing: Sharing,
}
/** A view without a home: what a file of an app carries. */
export const SavedView = z.strictObject(definition).omit({ sharing: true })
export const ReportView = z.object({
  id: ReportId,
  appId: AppId,
  ...definition,
  owner: z.object({ id: UserId.nullable(), name: z.string() }),
  revision: z.number().int(),
  updatedAt: Instant,
  /** Leaves out conditions, columns, and groupings over fields that the reader may not read; then true. */
  narrowed: z.boolean(),
  can: z.object({ manage: z.boolean() }),
})
export type ReportView = z.infer<typeof ReportView>

const base = '/api/tenant/:tenantId/reports' as const
export const listReports = route({
  method: 'GET',
  path: base,
  summary: 'Lists the saved views the caller has access to, by name',
  needs: 'report:read',
  query: z.strictObject({ appId: AppId.optional() }),
  reply: z.object({ items: z.array(ReportView) }),
  on404: 'here',
})
export const getReport = route({
  method: 'GET',
  path: `${base}/:reportId`,
  summary: 'Gets a saved view',
  needs: 'report:read',
  reply: ReportView,
})
export const ReportCreate = z.strictObject({ appId: AppId, ...definition })
export const createReport = route({
  method: 'POST',
  path: base,
  summary: 'Saves a view. A private view requires report:read, a shared view report:build.',
  needs: 'report:read',
  body: ReportCreate,
  reply: ReportView,
  status: 201,
  fails: ['field.unknown', 'name.taken'],
  on404: 'here',
})
export const updateReport = route({
  method: 'PUT',
  path: `${base}/:reportId`,
  summary: 'Updates a saved view. Returns 409 if it has changed since the given revision.',
  needs: 'report:read',
  body: z.strictObject({ revision: z.number().int(), ...definition }),
  reply: ReportView,
  fails: ['field.unknown', 'name.taken', 'resource.version_conflict'],
  on404: 'here',
})
export const deleteReport = route({
  method: 'DELETE',
  path: `${base}/:reportId`,
  summary: 'Deletes a saved view',
  needs: 'report:read',
  on404: 'here',
})
