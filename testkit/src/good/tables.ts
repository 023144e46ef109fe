import { TableChangeView, TableRowView, TableView } from '@caseloom/contract/automation/tables'
import { pageOf } from '@caseloom/contract/kernel/paging'
import type { Area } from './types.ts'

const body = {
  key: 'own_domains',
  name: 'Own domains',
  columns: [
    { key: 'domain', label: 'Domain', type: 'text' },
    { key: 'note', label: 'Note', type: 'text' },
    { key: 'range', label: 'Range', type: 'network' },
    { key: 'kind', label: 'Kind', type: 'selection', options: ['Company', 'Hosted'] },
    { key: 'owner', label: 'Owner', type: 'user' },
  ],
}

/** Reference tables and their rows. */
export const tables: Area = {
  good: {
    createTable: () => ({ body: { ...body, key: 'other_domains' } }),
    saveTable: () => ({ body: { ...body, revision: 1 } }),
    createTableRow: () => ({
      body: { values: { domain: 'example.net', kind: 'Hosted' }, expiresAt: '2999-01-01T00:00:00Z' },
    }),
    saveTableRow: () => ({ body: { values: { note: 'Mail only' }, revision: 1 } }),
    restoreTableRow: () => ({ body: { revision: 1 } }),
    importTable: () => ({ body: 'domain,note\nexample.org,Foundation\n' }),
  },
  // Mallory's table is deleted before its row is.
  otherStatus: {
    saveTable: [200, 409],
    saveTableRow: [200, 409],
    restoreTableRow: [200, 409],
    deleteTableRow: [404],
  },
  usedUp: ['deleteTable', 'deleteTableRow'],
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const url = `/api/tenant/${ids.tenantId}/orchestration/api/tables`
    const made = await ask(web, { method: 'POST', url, cookie, body })
    const { id: tableId } = TableView.parse(made.json)
    const values = { domain: 'example.com', note: 'Main domain' }
    const row = await ask(web, { method: 'POST', url: `${url}/${tableId}/rows`, cookie, body: { values } })
    const changes = await ask(web, { method: 'GET', url: `${url}/${tableId}/changes`, cookie })
    const [change] = pageOf(TableChangeView).parse(changes.json).items
    return { tableId, tableRowId: TableRowView.parse(row.json).id, tableChangeId: change?.id ?? '' }
  },
}
