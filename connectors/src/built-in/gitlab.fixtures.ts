import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const PROJECT = 'security/incidents'
const path = '/projects/security%2Fincidents/issues'
const issue = {
  id: 84,
  iid: 14,
  project_id: 4,
  title: 'Disk full',
  description: null,
  state: 'opened',
  labels: ['incident'],
  web_url: 'https://gitlab.example.org/security/incidents/-/issues/14',
  created_at: '2026-11-20T12:44:33.959Z',
}

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://gitlab.example.org' },
  actions: {
    'gitlab.createIssue': {
      input: { project: PROJECT, title: 'Disk full', labels: 'incident', confidential: true },
      sends: `POST ${path}`,
      body: { title: 'Disk full', labels: 'incident', confidential: true },
      answers: issue,
      output: { iid: 14 },
    },
    'gitlab.updateIssue': {
      input: { project: PROJECT, number: 14, state_event: 'close', add_labels: 'done' },
      sends: `PUT ${path}/14`,
      body: { state_event: 'close', add_labels: 'done' },
      answers: { ...issue, state: 'closed' },
      output: { state: 'closed' },
    },
    'gitlab.commentOnIssue': {
      input: { project: PROJECT, number: 14, body: 'Cleaned', internal: true },
      sends: `POST ${path}/14/notes`,
      body: { body: 'Cleaned', internal: true },
      answers: { id: 302, body: 'Cleaned', created_at: '2026-11-20T12:44:33.959Z' },
      output: { id: 302 },
    },
    'gitlab.getIssue': {
      input: { project: '4', number: 14 },
      sends: 'GET /projects/4/issues/14',
      answers: issue,
      output: { title: 'Disk full' },
    },
    'gitlab.listIssues': {
      input: { project: PROJECT, state: 'opened', labels: 'incident' },
      sends: `GET ${path}?state=opened&labels=incident&per_page=100`,
      answers: [issue],
      output: { items: [{ iid: 14 }], more: false },
    },
  },
}
