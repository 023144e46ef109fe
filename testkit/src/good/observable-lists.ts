import { ListedRow } from '@caseloom/contract/automation/observable-lists'
import { TableView } from '@caseloom/contract/automation/tables'
import type { Area } from './types.ts'

const TABLE = {
  key: 'blocked',
  name: 'Blocked addresses',
  columns: [{ key: 'address', label: 'Address', type: 'text' }],
  listing: { purpose: 'block', column: 'address', kinds: ['ipv4'], editors: true },
}
const LISTED = { kind: 'ipv4', value: '198.51.100.7' }

/** A block list with an address. */
export const observableLists: Area = {
  good: {
    findOnLists: () => ({ body: { observables: [LISTED] } }),
    addToList: () => ({ body: { ...LISTED, value: '198.51.100.8' } }),
  },
  usedUp: ['removeFromList'],
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const base = `/api/tenant/${ids.tenantId}/orchestration/api`
    const made = await ask(web, { method: 'POST', url: `${base}/tables`, cookie, body: TABLE })
    const { id: observableListId } = TableView.parse(made.json)
    const url = `${base}/observable-lists/${observableListId}/observables`
    const row = await ask(web, { method: 'POST', url, cookie, body: LISTED })
    return { observableListId, listedRowId: ListedRow.parse(row.json).rowId }
  },
}
