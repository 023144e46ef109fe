import { HomePageView } from '@caseloom/contract/workspaces/home-pages'
import { tenantUsers } from '@caseloom/contract/identity/identity'
import type { Area } from './types.ts'

function widgets(dashboardId: string) {
  return [
    { id: 'queue', kind: 'queue', width: 2, rows: 5 },
    { id: 'clocks', kind: 'clocks' },
    { id: 'dashboard', kind: 'dashboard', dashboardId, widget: 'bar', width: 3 },
    { id: 'text', kind: 'text', markdown: '# Shift' },
    { id: 'links', kind: 'links', links: [{ label: 'Wiki', url: 'https://wiki.example' }] },
  ]
}

/** Home pages, favorites, and sharing with one more user. */
export const home: Area = {
  good: {
    saveHome: ({ dashboardId }) => ({ body: { dashboardId } }),
    createHomePage: ({ dashboardId = '' }) => ({ body: { name: 'Another', widgets: widgets(dashboardId) } }),
    saveHomePage: ({ dashboardId = '' }) => ({
      body: { revision: 1, name: 'Shift', widgets: widgets(dashboardId), sharing: null },
    }),
    chooseHomePage: ({ homePageId }) => ({ body: { page: homePageId } }),
    addFavorite: ({ appId }) => ({ body: { kind: 'app', id: appId } }),
    removeFavorite: ({ appId }) => ({ query: `kind=app&id=${appId}` }),
    shareDashboard: ({ colleagueId }) => ({ body: { userId: colleagueId, level: 'read' } }),
    shareWorkspace: ({ colleagueId }) => ({ body: { userId: colleagueId, level: 'read' } }),
  },
  // Alice's revision has moved on when this runs: the conflict is the right answer.
  otherStatus: { saveHomePage: [200, 409] },
  usedUp: ['deleteHomePage'],
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const users = await ask(web, { method: 'GET', url: `/iam/tenant/${ids.tenantId}/users`, cookie })
    const url = `/api/tenant/${ids.tenantId}/homepages`
    const made = await ask(web, { method: 'POST', url, cookie, body: { name: 'Shift', sharing: null } })
    const homePageId = HomePageView.parse(made.json).id
    return { homePageId, colleagueId: tenantUsers.reply?.parse(users.json).items[0]?.id ?? '' }
  },
}
