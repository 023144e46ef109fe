import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const place = { owner: 'octo', repo: 'app' }
const HEADERS = { 'x-github-api-version': '2022-11-28' }
const issue = {
  number: 7,
  title: 'Leak',
  state: 'open',
  html_url: 'https://github.com/octo/app/issues/7',
  body: null,
  labels: [{ name: 'security' }],
  user: { login: 'ana' },
}
const alert = {
  number: 3,
  state: 'open',
  html_url: 'https://github.com/octo/app/security/3',
  created_at: '2026-11-20T16:10:00Z',
}

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://github.example.org/api/v3' },
  actions: {
    'github.createIssue': {
      input: { ...place, title: 'Leak', labels: ['security'] },
      sends: 'POST /repos/octo/app/issues',
      headers: HEADERS,
      body: { title: 'Leak', labels: ['security'] },
      answers: issue,
      output: { number: 7 },
    },
    'github.updateIssue': {
      input: { ...place, number: 7, state: 'closed' },
      sends: 'PATCH /repos/octo/app/issues/7',
      body: { state: 'closed' },
      answers: { ...issue, state: 'closed' },
      output: { state: 'closed' },
    },
    'github.commentOnIssue': {
      input: { ...place, number: 7, body: 'Seen' },
      sends: 'POST /repos/octo/app/issues/7/comments',
      body: { body: 'Seen' },
      answers: { id: 1, html_url: 'https://github.com/octo/app/issues/7#1', body: 'Seen' },
    },
    'github.getIssue': {
      input: { ...place, number: 7 },
      sends: 'GET /repos/octo/app/issues/7',
      answers: issue,
    },
    'github.searchIssues': {
      input: { query: 'repo:octo/app is:open' },
      sends: 'GET /search/issues?q=repo:octo/app%20is:open&per_page=100',
      answers: { total_count: 1, incomplete_results: false, items: [issue] },
      output: { items: [{ number: 7 }], more: false },
    },
    'github.listCodeScanningAlerts': {
      input: { ...place, state: 'open', severity: 'high' },
      sends: 'GET /repos/octo/app/code-scanning/alerts?state=open&severity=high&per_page=100',
      answers: [alert],
      output: { items: [{ number: 3 }] },
    },
    'github.listDependabotAlerts': {
      input: { ...place },
      sends: 'GET /repos/octo/app/dependabot/alerts?per_page=100',
      answers: [alert],
    },
    'github.listSecretAlerts': {
      input: { ...place, state: 'open' },
      sends: 'GET /repos/octo/app/secret-scanning/alerts?state=open&per_page=100&hide_secret=true',
      answers: [alert],
    },
    'github.startWorkflow': {
      input: { ...place, workflow: 'deploy.yml', ref: 'main', inputs: { region: 'eu' } },
      sends: 'POST /repos/octo/app/actions/workflows/deploy.yml/dispatches',
      body: { ref: 'main', inputs: { region: 'eu' } },
      answers: null,
    },
    'github.removeMember': {
      input: { org: 'octo', username: 'ana' },
      sends: 'DELETE /orgs/octo/members/ana',
      answers: null,
    },
    'github.getUser': {
      input: { username: 'ana' },
      sends: 'GET /users/ana',
      answers: { login: 'ana', name: null, email: null, site_admin: false },
      output: { login: 'ana' },
    },
  },
}
