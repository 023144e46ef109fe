import { z } from 'zod'
import { DashboardId, UserId } from './ids.ts'
import { route } from './route.ts'
import { SharingLevel } from './sharing.ts'

export const FavouriteKind = z.enum(['app', 'workspace', 'dashboard', 'playbook'])
export type FavouriteKind = z.infer<typeof FavouriteKind>
const Id = z.guid()
/** Something that a user keeps at hand; what they may no longer see is left out, and comes back with the right. */
export const Favourite = z.object({
  kind: FavouriteKind,
  id: z.string(),
  name: z.string(),
  icon: z.string().nullable(),
})
export type Favourite = z.infer<typeof Favourite>

const base = '/api/tenant/:tenantId'
/** 404 while the flag HomePage is off for the account: the browser goes to the welcome page. */
export const home = route({
  method: 'GET',
  path: `${base}/home`,
  summary: 'The caller’s home page: the dashboard on it, and favourites',
  needs: 'tenant',
  reply: z.object({
    dashboard: z.object({ id: DashboardId, name: z.string() }).nullable(),
    favourites: z.array(Favourite),
  }),
})
export const saveHome = route({
  method: 'PUT',
  path: `${base}/home`,
  summary: 'Puts a dashboard on the caller’s home page; null takes it away',
  needs: 'tenant',
  body: z.strictObject({ dashboardId: DashboardId.nullable() }),
  on404: 'here',
})
export const favourites = route({
  method: 'GET',
  path: `${base}/favourites`,
  summary: 'The caller’s favourites, in their order',
  needs: 'tenant',
  reply: z.object({ items: z.array(Favourite) }),
})
export const addFavourite = route({
  method: 'PUT',
  path: `${base}/favourite`,
  summary: 'Keeps something among the caller’s favourites; once is enough',
  needs: 'tenant',
  body: z.strictObject({ kind: FavouriteKind, id: Id }),
})
export const removeFavourite = route({
  method: 'DELETE',
  path: `${base}/favourite`,
  summary: 'Takes something out of the caller’s favourites',
  needs: 'tenant',
  query: z.strictObject({ kind: FavouriteKind, id: Id }),
})
const Shared = z.strictObject({ userId: UserId, level: SharingLevel })
export const shareDashboard = route({
  method: 'POST',
  path: `${base}/dashboards/:dashboardId/add-shared-user`,
  summary: 'Shares a dashboard with one more user',
  needs: 'dashboard:build',
  body: Shared,
})
export const shareWorkspace = route({
  method: 'POST',
  path: `${base}/workspaces/:workspaceId/add-shared-user`,
  summary: 'Shares a workspace with one more user',
  needs: 'workspace:manage',
  body: Shared,
})
