import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const incident = {
  id: 'PT4KHLK',
  incident_number: 1234,
  title: 'Disk full',
  status: 'triggered',
  urgency: 'high',
  html_url: 'https://example.pagerduty.com/incidents/PT4KHLK',
  created_at: '2026-11-20T16:10:00Z',
}
const from = 'ana@example.org'
const headers = { from, accept: 'application/vnd.pagerduty+json;version=2' }

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://api.eu.pagerduty.com' },
  actions: {
    'pagerduty.createIncident': {
      input: { from, title: 'Disk full', service: 'PWIXJZS', details: 'On db-1' },
      sends: 'POST /incidents',
      headers,
      body: {
        incident: {
          type: 'incident',
          title: 'Disk full',
          service: { id: 'PWIXJZS', type: 'service_reference' },
          body: { type: 'incident_body', details: 'On db-1' },
        },
      },
      answers: { incident },
      output: { id: 'PT4KHLK' },
    },
    'pagerduty.updateIncident': {
      input: { id: 'PT4KHLK', from, status: 'resolved' },
      sends: 'PUT /incidents/PT4KHLK',
      headers,
      body: { incident: { type: 'incident', status: 'resolved' } },
      answers: { incident: { ...incident, status: 'resolved' } },
      output: { status: 'resolved' },
    },
    'pagerduty.addNote': {
      input: { id: 'PT4KHLK', from, content: 'Seen' },
      sends: 'POST /incidents/PT4KHLK/notes',
      headers,
      body: { note: { content: 'Seen' } },
      answers: { note: { id: 'P1', content: 'Seen', created_at: '2026-11-20T16:10:00Z' } },
    },
    'pagerduty.getIncident': {
      input: { id: 'PT4KHLK' },
      sends: 'GET /incidents/PT4KHLK',
      answers: { incident },
      output: { incident_number: 1234 },
    },
    'pagerduty.listIncidents': {
      input: { statuses: ['triggered', 'acknowledged'] },
      sends: 'GET /incidents?statuses[]=triggered&statuses[]=acknowledged&limit=100',
      answers: { incidents: [incident], limit: 100, offset: 0, more: false },
      output: { items: [{ id: 'PT4KHLK' }], more: false },
    },
    'pagerduty.onCall': {
      input: { policies: ['P4'] },
      sends: 'GET /oncalls?escalation_policy_ids[]=P4&include[]=users&earliest=true',
      answers: {
        oncalls: [
          {
            escalation_level: 1,
            user: { id: 'PU1', summary: 'Ana Example', email: from },
            escalation_policy: { id: 'P4', summary: 'Night' },
          },
        ],
      },
      output: [{ user: { email: from } }],
    },
    'pagerduty.listServices': {
      input: { query: 'db' },
      sends: 'GET /services?query=db&limit=100',
      answers: { services: [{ id: 'PWIXJZS', name: 'db', status: 'active' }] },
      output: [{ id: 'PWIXJZS' }],
    },
  },
}
