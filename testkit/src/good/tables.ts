import { TableRowView, TableView } from '@caseloom/contract/automation/tables'
import type { Area } from './types.ts'

const body = {
  key: 'own_domains',
  name: 'Own domains',
  columns: [
    { key: 'domain', label: 'Domain', type: 'text' },
    { key: 'note', label: 'Note', type: 'text' },
  ],
}

/** Reference tables and their rows. */
export const tables: Area = {
  good: {
    createTable: () => ({ body: { ...body, key: 'other_domains' } }),
    saveTable: () => ({ body: { ...body, revision: 1 } }),
    createTableRow: () => ({ body: { values: { domain: 'example.net' } } }),
    saveTableRow: () => ({ body: { values: { note: 'Mail only' }, revision: 1 } }),
    importTable: () => ({ body: 'domain,note\nexample.org,Foundation\n' }),
  },
  // Mallory's table is deleted before its row is.
  otherStatus: { saveTable: [200, 409], saveTableRow: [200, 409], deleteTableRow: [404] },
  usedUp: ['deleteTable', 'deleteTableRow'],
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const url = `/api/tenant/${ids.tenantId}/orchestration/api/tables`
    const made = await ask(web, { method: 'POST', url, cookie, body })
    const { id: tableId } = TableView.parse(made.json)
    const values = { domain: 'example.com', note: 'Main domain' }
    const row = await ask(web, { method: 'POST', url: `${url}/${tableId}/rows`, cookie, body: { values } })
    return { tableId, tableRowId: TableRowView.parse(row.json).id }
  },
}
