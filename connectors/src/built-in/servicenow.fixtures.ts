import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const ID = '9c573169c611228700193229fff72400'
const incident = {
  sys_id: ID,
  number: 'INC0010001',
  short_description: 'Leak',
  state: '1',
  priority: '3',
}

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://example.service-now.com' },
  actions: {
    'servicenow.createIncident': {
      input: { short_description: 'Leak', urgency: '2' },
      sends: 'POST /table/incident?sysparm_input_display_value=true',
      body: { short_description: 'Leak', urgency: '2' },
      answers: { result: incident },
      output: { number: 'INC0010001' },
    },
    'servicenow.updateIncident': {
      input: { id: ID, state: '2', work_notes: 'Seen' },
      sends: `PATCH /table/incident/${ID}`,
      body: { state: '2', work_notes: 'Seen' },
      answers: { result: { ...incident, state: '2' } },
      output: { state: '2' },
    },
    'servicenow.getIncident': {
      input: { number: 'INC0010001' },
      sends: 'GET /table/incident?sysparm_query=number%3DINC0010001&sysparm_limit=1',
      answers: { result: [incident] },
      output: { sys_id: ID },
    },
    'servicenow.createRecord': {
      input: { table: 'sc_task', fields: { short_description: 'Do it' } },
      sends: 'POST /table/sc_task',
      body: { short_description: 'Do it' },
      answers: { result: { sys_id: ID } },
    },
    'servicenow.updateRecord': {
      input: { table: 'sc_task', id: ID, fields: { state: '3' } },
      sends: `PATCH /table/sc_task/${ID}`,
      body: { state: '3' },
      answers: { result: { sys_id: ID } },
    },
    'servicenow.getRecord': {
      input: { table: 'sc_task', id: ID, only: 'state' },
      sends: `GET /table/sc_task/${ID}?sysparm_fields=state`,
      answers: { result: { sys_id: ID, state: '3' } },
      output: { state: '3' },
    },
    'servicenow.search': {
      input: { table: 'incident', query: 'active=true' },
      sends:
        'GET /table/incident?sysparm_query=active%3Dtrue&sysparm_exclude_reference_link=true&sysparm_limit=200',
      answers: { result: [incident] },
      output: { items: [{ sys_id: ID }], more: false },
    },
    'servicenow.findUser': {
      input: { email: 'ana@example.org' },
      sends: 'GET /table/sys_user?sysparm_query=email%3Dana%40example.org&sysparm_limit=1',
      answers: { result: [{ sys_id: ID, user_name: 'ana', name: 'Ana Example' }] },
      output: { user_name: 'ana' },
    },
  },
}
