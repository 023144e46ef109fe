import { DashboardView, WorkspaceView } from '@caseloom/contract/workspaces/workspaces'
import type { Area, Ids } from './types.ts'

const place = { x: 0, y: 0, w: 4, h: 3, title: 'Things' }

function widgets({ appId }: Ids) {
  const source = { app: appId, measure: { of: 'count' } }
  return [
    { ...place, id: 'number', kind: 'number', ...source, timeField: 'created', compare: true },
    { ...place, id: 'bar', kind: 'bar', ...source, groupBy: 'level' },
    { ...place, id: 'trend', kind: 'trend', ...source, splitBy: 'level' },
    { ...place, id: 'funnel', kind: 'funnel', app: appId, groupBy: 'level' },
    { ...place, id: 'table', kind: 'table', app: appId, columns: ['title', 'level'] },
    { ...place, id: 'text', kind: 'text', markdown: '# Things' },
  ]
}

/** Workspaces, dashboards, and what their widgets show. */
export const workspaces: Area = {
  good: {
    createDashboard: (ids) => ({ body: { name: 'Another', widgets: widgets(ids) } }),
    saveDashboard: (ids) => ({ body: { revision: 1, name: 'Overview', widgets: widgets(ids) } }),
    widgetData: () => ({
      query: `range=7d&filter=${encodeURIComponent(JSON.stringify([{ field: 'level', op: 'notEmpty' }]))}`,
    }),
    previewWidget: (ids) => ({ body: { widget: widgets(ids)[2], range: '30d' } }),
    createWorkspace: ({ appId = '' }) => ({ body: { name: 'Another', apps: [appId] } }),
    saveWorkspace: ({ appId = '', dashboardId = '' }) => ({
      body: { revision: 1, name: 'Main', apps: [appId], dashboards: [dashboardId] },
    }),
  },
  otherStatus: {
    // Alice's revisions have moved on when these run: the conflict is the right answer.
    saveDashboard: [200, 409],
    saveWorkspace: [200, 409],
    // The shared app places no widget; record-widget.test.ts has one that does.
    recordWidget: [404],
  },
  usedUp: ['deleteDashboard', 'deleteWorkspace'],
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const base = `/api/tenant/${ids.tenantId}`
    const body = { name: 'Overview', widgets: widgets(ids) }
    const made = await ask(web, { method: 'POST', url: `${base}/dashboards`, cookie, body })
    const dashboardId = DashboardView.parse(made.json).id
    const workspace = { name: 'Main', apps: [ids.appId], dashboards: [dashboardId] }
    const reply = await ask(web, { method: 'POST', url: `${base}/workspaces`, cookie, body: workspace })
    return { dashboardId, workspaceId: WorkspaceView.parse(reply.json).id, widget: 'bar', block: 'none' }
  },
}
