import { ReportView } from '@caseloom/contract/workspaces/reports'
import type { Area } from './types.ts'

const view = {
  filter: { field: 'title', op: 'contains', value: 'Thing' },
  sort: [{ field: 'created_at', direction: 'desc' }],
  columns: [{ field: 'title', width: 300 }, { field: 'level' }],
}

/** Saved views. */
export const reports: Area = {
  good: {
    listReports: ({ appId }) => ({ query: `appId=${appId}` }),
    createReport: ({ appId }) => ({ body: { ...view, appId, name: 'Another', sharing: null } }),
    updateReport: () => ({ body: { ...view, name: 'Things', sharing: [], revision: 1 } }),
  },
  otherStatus: {
    // Alice's revisions have moved on when these run: the conflict is the right answer.
    updateReport: [200, 409],
  },
  usedUp: ['deleteReport'],
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const url = `/api/tenant/${ids.tenantId}/reports`
    const body = { ...view, appId: ids.appId, name: 'Things', sharing: null }
    const made = await ask(web, { method: 'POST', url, cookie, body })
    return { reportId: ReportView.parse(made.json).id }
  },
}
