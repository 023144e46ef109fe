import { z } from 'zod'
import { Condition, Filter } from '../values/filter.ts'
import { Key } from '../field-types/common-settings.ts'
import { AppId, DashboardId, Instant, WorkspaceId } from '../kernel/ids.ts'
import { RecordView } from '../records/records.ts'
import { route } from '../kernel/route.ts'
import { Sharing } from '../kernel/sharing.ts'
import {
  AttackData,
  attackSettings,
  FunnelData,
  funnelSettings,
  SlaData,
  slaSettings,
} from './security-widgets.ts'

const Name = z.string().trim().min(1).max(100)

/** count needs no field; the others a number field. p95 is the value that 95 of 100 records don't exceed. */
export const Measure = z.strictObject({
  of: z.enum(['count', 'sum', 'average', 'median', 'p95', 'min', 'max']),
  field: Key.optional(),
})
export type Measure = z.infer<typeof Measure>

/** Whether figures of parts add up to that of the whole: those of counts and sums do. Of nothing, such figures are 0. */
export function isAdditive({ of }: Pick<Measure, 'of'>): boolean {
  return of === 'count' || of === 'sum'
}
const source = { app: AppId, filter: Filter.optional() }
const Place = {
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  title: z.string().trim().max(100),
  /** On a grid of 12 columns and rows of 40 px with gaps of 16. */
  x: z.number().int().min(0).max(11),
  y: z.number().int().min(0).max(1000),
  w: z.number().int().min(2).max(12),
  h: z.number().int().min(2).max(24),
}
/** The time that a widget filters by: `created` or a date-time field, over the range of the dashboard. */
const overTime = { timeField: z.union([Key, z.literal('created')]).optional() }
export const Widget = z.discriminatedUnion('kind', [
  z.strictObject({
    ...Place,
    kind: z.literal('number'),
    ...source,
    ...overTime,
    measure: Measure,
    /** Shows the change against the same time before. */
    compare: z.boolean().default(false),
    /** Absent: the figure alone. A gauge fills up to its target. */
    as: z.literal('gauge').optional(),
    /** In the unit of the figure: seconds of durations and clocks. `below` is good when the figure doesn't exceed it. */
    target: z.strictObject({ value: z.number(), good: z.enum(['below', 'above']) }).optional(),
    /** Shows the figure over the range as a small line. */
    sparkline: z.boolean().optional(),
  }),
  z.strictObject({
    ...Place,
    kind: z.literal('bar'),
    ...source,
    ...overTime,
    measure: Measure,
    groupBy: Key,
    limit: z.number().int().min(1).max(30).default(10),
    /** Absent: bars. */
    as: z.literal('donut').optional(),
  }),
  z.strictObject({
    ...Place,
    kind: z.literal('heat'),
    ...source,
    ...overTime,
    measure: Measure,
    /** One row for each value. */
    groupBy: Key,
    /** One column for each value, at most twelve. */
    splitBy: Key,
    limit: z.number().int().min(1).max(30).default(10),
  }),
  z.strictObject({
    ...Place,
    kind: z.literal('trend'),
    ...source,
    timeField: z.union([Key, z.literal('created')]).default('created'),
    measure: Measure,
    /** One line for each value of this selection field, at most eight. */
    splitBy: Key.optional(),
    /** Absent: counts and sums are bars, other measures lines. */
    as: z.enum(['bars', 'line', 'area']).optional(),
  }),
  z.strictObject({
    ...Place,
    kind: z.literal('table'),
    ...source,
    ...overTime,
    columns: z.array(z.string().max(40)).min(1).max(10),
    sort: z.strictObject({ field: z.string().max(40), direction: z.enum(['asc', 'desc']) }).optional(),
    limit: z.number().int().min(1).max(50).default(10),
  }),
  z.strictObject({ ...Place, ...source, ...slaSettings }),
  z.strictObject({ ...Place, ...source, ...overTime, ...attackSettings }),
  z.strictObject({ ...Place, ...source, ...overTime, ...funnelSettings }),
  z.strictObject({ ...Place, kind: z.literal('text'), markdown: z.string().max(20_000) }),
])
export type Widget = z.infer<typeof Widget>

export const TimeRange = z.enum(['24h', '7d', '30d', '90d', '365d', 'all'])
export type TimeRange = z.infer<typeof TimeRange>
/** Conditions that narrow every widget of a dashboard whose app has their fields, while someone views it. */
export const DashboardFilter = z.array(Condition).max(3)
export type DashboardFilter = z.infer<typeof DashboardFilter>
/** One value of an axis: the stored key, its words, and how to filter for its records (null: cannot be filtered). */
const Bucket = z.object({
  key: z.string().nullable(),
  label: z.string(),
  value: z.number().nullable(),
  filter: Filter.nullable(),
})
/** What a widget shows now, computed with the caller's permissions. */
export const WidgetData = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('number'),
    value: z.number().nullable(),
    before: z.number().nullable(),
    filter: Filter.nullable(),
    /** The figure in each step of the range; only with a sparkline. */
    steps: z.array(z.number().nullable()).optional(),
  }),
  z.object({
    kind: z.literal('bar'),
    buckets: z.array(Bucket),
    /** Sum of what did not fit. */
    others: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('heat'),
    columns: z.array(z.object({ key: z.string().nullable(), label: z.string() })),
    rows: z.array(
      z.object({
        key: z.string().nullable(),
        label: z.string(),
        /** One for each column; null where there is nothing to measure. */
        cells: z.array(z.object({ value: z.number().nullable(), filter: Filter.nullable() })),
      }),
    ),
  }),
  z.object({
    kind: z.literal('trend'),
    unit: z.enum(['hour', 'day', 'week', 'month']),
    /** Beginning of each step in the caller's zone. */
    steps: z.array(Instant),
    series: z.array(
      z.object({ key: z.string().nullable(), label: z.string(), values: z.array(z.number().nullable()) }),
    ),
    /** What finds the records of all steps, but for their time; null finds all. */
    filter: Filter.nullable(),
  }),
  z.object({ kind: z.literal('table'), items: z.array(RecordView), total: z.number().int() }),
  SlaData,
  AttackData,
  FunnelData,
  z.object({ kind: z.literal('text') }),
])
export type WidgetData = z.infer<typeof WidgetData>

const can = z.object({ manage: z.boolean() })
export const DashboardView = z.object({
  id: DashboardId,
  name: z.string(),
  description: z.string(),
  range: TimeRange,
  widgets: z.array(Widget),
  sharing: Sharing,
  revision: z.number().int(),
  updatedAt: Instant,
  can,
})
export type DashboardView = z.infer<typeof DashboardView>
const DashboardBody = {
  name: Name,
  description: z.string().trim().max(1000).default(''),
  range: TimeRange.default('30d'),
  widgets: z.array(Widget).max(60).default([]),
  sharing: Sharing.default(null),
}
export const DashboardCreate = z.strictObject({ ...DashboardBody, workspaceId: WorkspaceId.optional() })
export const DashboardItem = DashboardView.pick({
  id: true,
  name: true,
  description: true,
  updatedAt: true,
  can: true,
}).extend({
  widgets: z.number().int(),
  workspaceIds: z.array(WorkspaceId),
})
export type DashboardItem = z.infer<typeof DashboardItem>
const dashboards = '/api/tenant/:tenantId/dashboards'
export const listDashboards = route({
  method: 'GET',
  path: dashboards,
  summary: 'Lists the dashboards the caller can read, by name',
  needs: 'dashboard:read',
  reply: z.object({ items: z.array(DashboardItem) }),
})
export const createDashboard = route({
  method: 'POST',
  path: dashboards,
  summary: 'Creates a dashboard',
  needs: 'dashboard:build',
  body: DashboardCreate,
  reply: DashboardView,
  status: 201,
  fails: ['field.unknown'],
  on404: 'here',
})
export const getDashboard = route({
  method: 'GET',
  path: `${dashboards}/:dashboardId`,
  summary: 'Gets a dashboard with its widgets',
  needs: 'dashboard:read',
  reply: DashboardView,
})
export const saveDashboard = route({
  method: 'PUT',
  path: `${dashboards}/:dashboardId`,
  summary: 'Updates a dashboard',
  needs: 'dashboard:build',
  body: z.strictObject({ revision: z.number().int(), ...DashboardBody }),
  reply: DashboardView,
  fails: ['resource.version_conflict', 'field.unknown'],
  on404: 'here',
})
export const deleteDashboard = route({
  method: 'DELETE',
  path: `${dashboards}/:dashboardId`,
  summary: 'Deletes a dashboard and removes it from its workspaces',
  needs: 'dashboard:build',
  on404: 'here',
})
export const widgetData = route({
  method: 'GET',
  path: `${dashboards}/:dashboardId/widgets/:widget`,
  summary: 'Gets the current data of a dashboard widget',
  needs: 'dashboard:read',
  query: z.strictObject({
    range: TimeRange.optional(),
    /** A `DashboardFilter` as JSON. */
    filter: z.string().max(4000).optional(),
  }),
  reply: WidgetData,
  fails: ['field.unknown'],
  on404: 'here',
})
export const recordWidget = route({
  method: 'GET',
  path: '/api/tenant/:tenantId/apps/:appId/records/:recordId/widgets/:block',
  summary:
    'Gets a widget that the caller’s layout of the app places on the record page, over the records that match this one',
  needs: 'dashboard:read',
  reply: z.object({
    dashboard: z.object({ id: DashboardId, name: z.string() }),
    widget: Widget,
    /** Null while the record has no value in a field that it is matched by. */
    data: WidgetData.nullable(),
  }),
  fails: ['field.unknown'],
  on404: 'here',
})
export const previewWidget = route({
  method: 'POST',
  path: '/api/tenant/:tenantId/dashboards-preview',
  summary: 'Previews the data of an unsaved widget',
  needs: 'dashboard:build',
  body: z.strictObject({ widget: Widget, range: TimeRange, filter: DashboardFilter.optional() }),
  reply: WidgetData,
  fails: ['field.unknown'],
  on404: 'here',
})

export const WorkspaceView = z.object({
  id: WorkspaceId,
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  /** In the order of the page; those that the caller may not read are left out. */
  apps: z.array(AppId),
  dashboards: z.array(z.object({ id: DashboardId, name: z.string() })),
  sharing: Sharing,
  revision: z.number().int(),
  updatedAt: Instant,
  can,
})
export type WorkspaceView = z.infer<typeof WorkspaceView>
const WorkspaceBody = {
  name: Name,
  description: z.string().trim().max(1000).default(''),
  icon: z.string().max(50).default('layout-grid'),
  apps: z.array(AppId).max(200).default([]),
  dashboards: z.array(DashboardId).max(200).default([]),
  sharing: Sharing.default(null),
}
export const WorkspaceCreate = z.strictObject(WorkspaceBody)
const workspaces = '/api/tenant/:tenantId/workspaces'
export const listWorkspaces = route({
  method: 'GET',
  path: workspaces,
  summary: 'Lists the workspaces the caller can read, by name',
  needs: 'workspace:read',
  reply: z.object({ items: z.array(WorkspaceView) }),
})
export const createWorkspace = route({
  method: 'POST',
  path: workspaces,
  summary: 'Creates a workspace',
  needs: 'workspace:manage',
  body: WorkspaceCreate,
  reply: WorkspaceView,
  status: 201,
  fails: ['name.taken'],
  on404: 'here',
})
export const getWorkspace = route({
  method: 'GET',
  path: `${workspaces}/:workspaceId`,
  summary: 'Gets a workspace with its apps and dashboards',
  needs: 'workspace:read',
  reply: WorkspaceView,
})
export const saveWorkspace = route({
  method: 'PUT',
  path: `${workspaces}/:workspaceId`,
  summary: 'Updates a workspace. Contents the caller can’t see are left unchanged.',
  needs: 'workspace:manage',
  body: z.strictObject({ revision: z.number().int(), ...WorkspaceBody }),
  reply: WorkspaceView,
  fails: ['resource.version_conflict', 'name.taken'],
  on404: 'here',
})
export const deleteWorkspace = route({
  method: 'DELETE',
  path: `${workspaces}/:workspaceId`,
  summary: 'Deletes a workspace. Its apps and dashboards are not deleted.',
  needs: 'workspace:manage',
  on404: 'here',
})
