import { z } from 'zod'
import { DashboardId, UserId } from '../kernel/ids.ts'
import { route } from '../kernel/route.ts'
import { SharingLevel } from '../kernel/sharing.ts'
import { HomePageView } from './home-pages.ts'

export const FavoriteKind = z.enum(['app', 'workspace', 'dashboard', 'playbook'])
export type FavoriteKind = z.infer<typeof FavoriteKind>
const Id = z.guid()
/** Something that a user keeps at hand; what they may no longer see is left out, and comes back with the right. */
export const Favorite = z.object({
  kind: FavoriteKind,
  id: z.string(),
  name: z.string(),
  icon: z.string().nullable(),
})
export type Favorite = z.infer<typeof Favorite>

const base = '/api/tenant/:tenantId'
/** 404 while the flag HomePage is off for the account: the browser goes to the welcome page. */
export const home = route({
  method: 'GET',
  path: `${base}/home`,
  summary: 'Gets the caller’s home page: the page they chose, a default of their roles, or the built-in page',
  needs: 'tenant',
  reply: z.object({
    /** Null is the built-in page, which shows `dashboard` below its lists. */
    page: HomePageView.nullable(),
    /** Why it is this page: the caller chose it, a role of theirs has it, or neither. */
    source: z.enum(['chosen', 'role', 'builtIn']),
    dashboard: z.object({ id: DashboardId, name: z.string() }).nullable(),
    favourites: z.array(Favorite),
  }),
})
export const saveHome = route({
  method: 'PUT',
  path: `${base}/home`,
  summary: 'Sets the dashboard of the caller’s built-in home page; null removes it',
  needs: 'tenant',
  body: z.strictObject({ dashboardId: DashboardId.nullable() }),
  on404: 'here',
})
export const favorites = route({
  method: 'GET',
  path: `${base}/favourites`,
  summary: 'Lists the caller’s favorites in order',
  needs: 'tenant',
  reply: z.object({ items: z.array(Favorite) }),
})
export const addFavorite = route({
  method: 'PUT',
  path: `${base}/favourite`,
  summary: 'Adds an item to the caller’s favorites. Adding it again changes nothing.',
  needs: 'tenant',
  body: z.strictObject({ kind: FavoriteKind, id: Id }),
})
export const removeFavorite = route({
  method: 'DELETE',
  path: `${base}/favourite`,
  summary: 'Removes an item from the caller’s favorites',
  needs: 'tenant',
  query: z.strictObject({ kind: FavoriteKind, id: Id }),
})
const Shared = z.strictObject({ userId: UserId, level: SharingLevel })
export const shareDashboard = route({
  method: 'POST',
  path: `${base}/dashboards/:dashboardId/add-shared-user`,
  summary: 'Shares a dashboard with another user',
  needs: 'dashboard:build',
  body: Shared,
})
export const shareWorkspace = route({
  method: 'POST',
  path: `${base}/workspaces/:workspaceId/add-shared-user`,
  summary: 'Shares a workspace with another user',
  needs: 'workspace:manage',
  body: Shared,
})
