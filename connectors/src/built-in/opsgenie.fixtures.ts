import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const ID = '70413a06-38d6-4c85-92b8-5ebc900d42e2'
const accepted = { result: 'Request will be processed', took: 0.3, requestId: '43a29c5c' }
const alert = {
  id: ID,
  tinyId: '23',
  alias: 'INC-7',
  message: 'Disk full',
  status: 'open',
  acknowledged: false,
  priority: 'P1',
  owner: '',
  tags: [],
  createdAt: '2026-11-20T16:10:00.000Z',
}

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://api.eu.opsgenie.com' },
  actions: {
    'opsgenie.createAlert': {
      input: {
        message: 'Disk full',
        alias: 'INC-7',
        priority: 'P1',
        responders: [{ type: 'team', name: 'S' }],
      },
      sends: 'POST /v2/alerts',
      body: {
        message: 'Disk full',
        alias: 'INC-7',
        priority: 'P1',
        responders: [{ type: 'team', name: 'S' }],
      },
      answers: accepted,
      output: { requestId: '43a29c5c' },
    },
    'opsgenie.acknowledge': {
      input: { alert: 'INC-7', identifierType: 'alias', note: 'Seen' },
      sends: 'POST /v2/alerts/INC-7/acknowledge?identifierType=alias',
      body: { note: 'Seen', source: 'Caseloom' },
      answers: accepted,
    },
    'opsgenie.close': {
      input: { alert: ID },
      sends: `POST /v2/alerts/${ID}/close`,
      body: { source: 'Caseloom' },
      answers: accepted,
    },
    'opsgenie.addNote': {
      input: { alert: ID, note: 'Cleaned', user: 'ana@example.org' },
      sends: `POST /v2/alerts/${ID}/notes`,
      body: { note: 'Cleaned', user: 'ana@example.org' },
      answers: accepted,
      output: { result: 'Request will be processed' },
    },
    'opsgenie.getAlert': {
      input: { alert: '23', identifierType: 'tiny' },
      sends: 'GET /v2/alerts/23?identifierType=tiny',
      answers: { data: alert, took: 0.1, requestId: '9ae63dd7' },
      output: { id: ID },
    },
    'opsgenie.listAlerts': {
      input: { query: 'status:open' },
      sends: 'GET /v2/alerts?query=status:open&limit=100',
      answers: { data: [alert], paging: {}, took: 0.1, requestId: '9ae63dd7' },
      output: { items: [{ message: 'Disk full' }], more: false },
    },
  },
}
