import { ConnectorView } from '@caseloom/contract/automation/connectors'
import type { Area } from './types.ts'

const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://pets.example' }],
  paths: { '/pets': { get: { operationId: 'listPets', responses: {} } } },
}

/** Connectors that come with the product, and those that tenants import. */
export const connectors: Area = {
  good: {
    importConnector: () => ({ query: 'key=imported&title=Imported', body: document }),
    // Loopback, which no operator of this world has listed: the refusal is the right answer.
    importConnectorFromUrl: () => ({ body: { key: 'far', url: 'http://127.0.0.1:9/openapi.json' } }),
    addMcpConnector: () => ({ body: { key: 'tools', title: 'Tools', url: 'http://127.0.0.1:9/mcp' } }),
    updateConnector: () => ({ body: { title: 'Pets', enabled: ['pets.listPets'], revision: 1 } }),
  },
  otherStatus: {
    importConnectorFromUrl: [422],
    addMcpConnector: [422],
    updateConnector: [200, 409],
    // It came from a file.
    refreshConnector: [422],
  },
  usedUp: ['deleteConnector'],
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const url = `/api/tenant/${ids.tenantId}/orchestration/api/connectors/import?key=pets`
    const made = await ask(web, { method: 'POST', url, cookie, body: document })
    return { connectorId: ConnectorView.parse(made.json).id ?? '', connectorKey: 'pets' }
  },
}
