import { z } from 'zod'
import { Label } from '../field-types/common-settings.ts'
import { Address } from '../kernel/address.ts'
import { DashboardId, HomePageId, Instant, RoleId, UserId } from '../kernel/ids.ts'
import { route } from '../kernel/route.ts'
import { Sharing } from '../kernel/sharing.ts'

/** Pages that one user may own. */
export const MAX_HOME_PAGES = 50
export const MAX_HOME_WIDGETS = 40

const common = {
  id: z.string().regex(/^[A-Za-z0-9-]{1,40}$/),
  /** Empty: the usual title of the kind; texts and links then have none. */
  title: z.string().trim().max(100).default(''),
  /** Of three columns. */
  width: z.number().int().min(1).max(3).default(1),
}
const list = { ...common, rows: z.number().int().min(1).max(50).default(10) }

/** Widgets that name nothing else. */
export const ownHomeWidgets = [
  z.strictObject({ ...list, kind: z.literal('queue') }),
  z.strictObject({ ...list, kind: z.literal('unassigned') }),
  z.strictObject({ ...list, kind: z.literal('clocks') }),
  z.strictObject({ ...list, kind: z.literal('waiting') }),
  z.strictObject({ ...list, kind: z.literal('tasks') }),
  z.strictObject({ ...list, kind: z.literal('runs') }),
  z.strictObject({ ...common, kind: z.literal('onCall') }),
  z.strictObject({ ...common, kind: z.literal('favorites') }),
  z.strictObject({ ...common, kind: z.literal('text'), markdown: z.string().max(20_000) }),
  z.strictObject({
    ...common,
    kind: z.literal('links'),
    links: z
      .array(z.strictObject({ label: Label, url: Address }))
      .min(1)
      .max(50),
  }),
] as const
export const dashboardWidget = z.strictObject({
  ...common,
  kind: z.literal('dashboard'),
  dashboardId: DashboardId,
  /** One widget of the dashboard; absent is the whole dashboard. */
  widget: z.string().max(40).optional(),
})

/** What a home page is made of. Each widget reads with the permissions of the person who opens the page. */
export const HomeWidget = z.discriminatedUnion('kind', [...ownHomeWidgets, dashboardWidget])
export type HomeWidget = z.infer<typeof HomeWidget>

const body = {
  name: z.string().trim().min(1).max(100),
  /** In the order of the page. */
  widgets: z.array(HomeWidget).max(MAX_HOME_WIDGETS).default([]),
  /** An empty list is personal; null is everyone in the tenant. */
  sharing: Sharing.default([]),
  /** Roles whose users see this page unless they chose another; a role has one default page. */
  defaultFor: z.array(RoleId).max(100).default([]),
}
export const HomePageView = z.object({
  id: HomePageId,
  name: z.string(),
  ownerId: UserId,
  widgets: z.array(HomeWidget),
  sharing: Sharing,
  defaultFor: z.array(RoleId),
  revision: z.number().int(),
  updatedAt: Instant,
  /** `share` covers the defaults of roles. */
  can: z.object({ manage: z.boolean(), share: z.boolean() }),
})
export type HomePageView = z.infer<typeof HomePageView>
export const HomePageItem = HomePageView.omit({ widgets: true, revision: true }).extend({
  widgets: z.number().int(),
})
export type HomePageItem = z.infer<typeof HomePageItem>
export const HomePageCreate = z.strictObject(body)

const pages = '/api/tenant/:tenantId/homepages'
export const listHomePages = route({
  method: 'GET',
  path: pages,
  summary: 'Lists the home pages that the caller owns or that are shared with them, by name',
  needs: 'tenant',
  reply: z.object({ items: z.array(HomePageItem), can: z.object({ share: z.boolean() }) }),
})
export const createHomePage = route({
  method: 'POST',
  path: pages,
  summary: 'Creates a home page that the caller owns',
  needs: 'tenant',
  body: HomePageCreate,
  reply: HomePageView,
  status: 201,
  fails: ['right.missing'],
  on404: 'here',
})
export const getHomePage = route({
  method: 'GET',
  path: `${pages}/:homePageId`,
  summary: 'Gets a home page with its widgets',
  needs: 'tenant',
  reply: HomePageView,
})
export const saveHomePage = route({
  method: 'PUT',
  path: `${pages}/:homePageId`,
  summary: 'Updates a home page',
  needs: 'tenant',
  body: z.strictObject({ revision: z.number().int(), ...body }),
  reply: HomePageView,
  fails: ['resource.version_conflict', 'right.missing'],
  on404: 'here',
})
export const deleteHomePage = route({
  method: 'DELETE',
  path: `${pages}/:homePageId`,
  summary: 'Deletes a home page. Its users see the default of their roles, or the built-in page.',
  needs: 'tenant',
  fails: ['right.missing'],
  on404: 'here',
})
export const chooseHomePage = route({
  method: 'PUT',
  path: '/api/tenant/:tenantId/home/page',
  summary: 'Sets the caller’s home page; null follows the default of their roles',
  needs: 'tenant',
  body: z.strictObject({ page: z.union([HomePageId, z.literal('builtIn')]).nullable() }),
  on404: 'here',
})
