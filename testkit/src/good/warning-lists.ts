import { WarningListView } from '@caseloom/contract/records/warning-lists'
import type { Area } from './types.ts'

const body = {
  name: 'Partners',
  description: 'Domains of partners',
  type: 'hostname',
  kinds: ['domain', 'url'],
  entries: ['partner.example'],
}
const file = (name: string) =>
  JSON.stringify({
    name,
    description: 'Networks of the office',
    version: 3,
    type: 'cidr',
    matching_attributes: ['ip-src', 'ip-dst'],
    list: ['203.0.113.0/24'],
  })

/** Warning lists, and what they say about values. */
export const warningLists: Area = {
  good: {
    createWarningList: () => ({ body: { ...body, name: 'Suppliers' } }),
    saveWarningList: () => ({ body: { ...body, version: 1 } }),
    turnWarningList: () => ({ body: { enabled: false, version: 1 } }),
    importWarningList: () => ({ body: file('Office networks') }),
    replaceWarningList: () => ({ body: file('Office networks, replaced') }),
    checkObservables: () => ({ body: { observables: [{ kind: 'ipv4', value: '10.1.2.3' }] } }),
    extractFromText: () => ({ body: { text: 'From 10.1.2.3 to 198.51.100.7', kinds: ['ipv4'] } }),
  },
  otherStatus: { saveWarningList: [200, 409], turnWarningList: [200, 409] },
  usedUp: ['deleteWarningList'],
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const url = `/api/tenant/${ids.tenantId}/warning-lists`
    const made = await ask(web, { method: 'POST', url, cookie, body })
    return { warningListId: WarningListView.parse(made.json).id }
  },
}
