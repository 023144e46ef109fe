import { tenantUsers } from '@caseloom/contract/identity/identity'
import type { Area } from './types.ts'

/** Home pages, favorites, and sharing with one more user. */
export const home: Area = {
  good: {
    saveHome: ({ dashboardId }) => ({ body: { dashboardId } }),
    addFavorite: ({ appId }) => ({ body: { kind: 'app', id: appId } }),
    removeFavorite: ({ appId }) => ({ query: `kind=app&id=${appId}` }),
    shareDashboard: ({ colleagueId }) => ({ body: { userId: colleagueId, level: 'read' } }),
    shareWorkspace: ({ colleagueId }) => ({ body: { userId: colleagueId, level: 'read' } }),
  },
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const users = await ask(web, { method: 'GET', url: `/iam/tenant/${ids.tenantId}/users`, cookie })
    return { colleagueId: tenantUsers.reply?.parse(users.json).items[0]?.id ?? '' }
  },
}
