import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const found = {
  id: '10002',
  key: 'SEC-12',
  fields: {
    summary: 'Leak',
    status: { name: 'To Do' },
    assignee: null,
    created: '2026-11-20T16:10:00.000+0000',
    updated: '2026-11-20T16:10:00.000+0000',
  },
}

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://example.atlassian.net' },
  actions: {
    'jira.createIssue': {
      input: { project: 'SEC', type: 'Task', summary: 'Leak', priority: 'High' },
      sends: 'POST /rest/api/2/issue',
      body: {
        fields: {
          project: { key: 'SEC' },
          issuetype: { name: 'Task' },
          summary: 'Leak',
          priority: { name: 'High' },
        },
      },
      answers: { id: '10002', key: 'SEC-12', self: 'https://example.atlassian.net/rest/api/2/issue/10002' },
      output: { key: 'SEC-12' },
    },
    'jira.updateIssue': {
      input: { key: 'SEC-12', fields: { summary: 'Two' } },
      sends: 'PUT /rest/api/2/issue/SEC-12',
      body: { fields: { summary: 'Two' } },
      answers: null,
    },
    'jira.getIssue': {
      input: { key: 'SEC-12', fields: 'summary,status' },
      sends: 'GET /rest/api/2/issue/SEC-12?fields=summary,status',
      answers: found,
      output: { fields: { status: { name: 'To Do' } } },
    },
    'jira.search': {
      input: { jql: 'project = SEC', fields: ['summary'] },
      sends: 'POST /rest/api/2/search/jql',
      body: { jql: 'project = SEC', fields: ['summary'], maxResults: 100 },
      answers: { issues: [{ id: '10002' }], isLast: true },
      output: { items: [{ id: '10002' }], more: false },
    },
    'jira.searchDataCenter': {
      input: { jql: 'project = SEC', fields: 'summary' },
      sends: 'GET /rest/api/2/search?jql=project%20%3D%20SEC&fields=summary&maxResults=100',
      answers: { startAt: 0, maxResults: 100, total: 1, issues: [found] },
      output: { items: [{ key: 'SEC-12' }] },
    },
    'jira.listTransitions': {
      input: { key: 'SEC-12' },
      sends: 'GET /rest/api/2/issue/SEC-12/transitions',
      answers: { transitions: [{ id: '31', name: 'Done', to: { name: 'Done' } }] },
      output: [{ id: '31' }],
    },
    'jira.transition': {
      input: { key: 'SEC-12', transition: '31' },
      sends: 'POST /rest/api/2/issue/SEC-12/transitions',
      body: { transition: { id: '31' } },
      answers: null,
    },
    'jira.comment': {
      input: { key: 'SEC-12', body: 'Seen' },
      sends: 'POST /rest/api/2/issue/SEC-12/comment',
      body: { body: 'Seen' },
      answers: { id: '1', created: '2026-11-20T16:10:00.000+0000', body: 'Seen' },
    },
    'jira.assign': {
      input: { key: 'SEC-12', accountId: '5b10' },
      sends: 'PUT /rest/api/2/issue/SEC-12/assignee',
      body: { accountId: '5b10' },
      answers: null,
    },
    'jira.findUsers': {
      input: { query: 'ana' },
      sends: 'GET /rest/api/2/user/search?query=ana',
      answers: [{ accountId: '5b10', displayName: 'Ana Example', emailAddress: 'ana@example.org' }],
      output: [{ accountId: '5b10' }],
    },
  },
}
