import { manifest } from '../kit/manifest.ts'
import { choice, FLAG, input, items, LIMIT, list, MAYBE, NUMBER, part, TEXT, text, whole } from './schema.ts'

const errors = { message: ['message'] }
const owner = text('Owner', 'User or organization')
const repo = text('Repository', 'Name without the owner')
const number = whole('Number', 'Number of the issue or pull request', { minimum: 1 })
const issue = part({
  number: NUMBER,
  title: TEXT,
  state: TEXT,
  html_url: TEXT,
  body: MAYBE,
  labels: items({ type: 'object' }),
  user: part({ login: TEXT }),
})
const comment = part({ id: NUMBER, html_url: TEXT, body: TEXT })
const alert = part({ number: NUMBER, state: TEXT, html_url: TEXT, created_at: TEXT })

/** GitHub and GitHub Enterprise Server, REST. */
export const github = manifest({
  key: 'github',
  title: 'GitHub',
  description: 'Creates and updates issues, reads security alerts, and starts workflows.',
  vendor: 'GitHub',
  categories: ['development'],
  icon: 'brand-github',
  version: '1.0.0',
  docs: 'https://docs.github.com/rest',
  settings: input({
    baseUrl: text('API address', 'https://api.github.com, or https://HOST/api/v3 for your own server', {
      default: 'https://api.github.com',
      pattern: '^https?://',
    }),
  }),
  base: '{settings.baseUrl}',
  auth: [{ kind: 'bearer', hint: 'Fine-grained personal access token, or a GitHub App token' }],
  headers: { 'X-GitHub-Api-Version': '2022-11-28' },
  test: { method: 'GET', path: '/rate_limit' },
  actions: [
    {
      name: 'github.createIssue',
      title: 'Open an issue',
      input: input(
        {
          owner,
          repo,
          title: text('Title'),
          body: text('Text', 'Markdown'),
          labels: list('Labels', { type: 'string' }),
          assignees: list('Assignees', { type: 'string' }, 'User names'),
        },
        ['owner', 'repo', 'title'],
      ),
      request: { method: 'POST', path: '/repos/{owner}/{repo}/issues', body: {} },
      response: { output: issue, errors },
    },
    {
      name: 'github.updateIssue',
      title: 'Update an issue',
      description: 'Updates its title, text, labels, or state.',
      input: input(
        {
          owner,
          repo,
          number,
          title: text('Title'),
          body: text('Text'),
          state: choice('State', ['open', 'closed']),
          labels: list('Labels', { type: 'string' }, 'Replaces all labels'),
        },
        ['owner', 'repo', 'number'],
      ),
      request: { method: 'PATCH', path: '/repos/{owner}/{repo}/issues/{number}', body: {} },
      response: { output: issue, errors },
      idempotent: true,
    },
    {
      name: 'github.commentOnIssue',
      title: 'Comment on an issue',
      description: 'Adds a comment to an issue or pull request.',
      input: input({ owner, repo, number, body: text('Text', 'Markdown') }, [
        'owner',
        'repo',
        'number',
        'body',
      ]),
      request: { method: 'POST', path: '/repos/{owner}/{repo}/issues/{number}/comments', body: {} },
      response: { output: comment, errors },
    },
    {
      name: 'github.getIssue',
      title: 'Get an issue',
      input: input({ owner, repo, number }, ['owner', 'repo', 'number']),
      request: { method: 'GET', path: '/repos/{owner}/{repo}/issues/{number}' },
      response: { output: issue, errors },
    },
    {
      name: 'github.searchIssues',
      title: 'Search issues',
      input: input(
        { query: text('Query', 'For example repo:octo/app is:open label:security'), limit: LIMIT },
        ['query'],
      ),
      request: { method: 'GET', path: '/search/issues', query: { q: '{query}', per_page: '100' } },
      response: { paging: { kind: 'link', items: 'items', limit: 'limit' }, output: items(issue), errors },
    },
    {
      name: 'github.listCodeScanningAlerts',
      title: 'List code scanning alerts',
      input: input(
        {
          owner,
          repo,
          state: choice('State', ['open', 'dismissed', 'fixed']),
          severity: choice('Severity', ['critical', 'high', 'medium', 'low', 'warning', 'note', 'error']),
          limit: LIMIT,
        },
        ['owner', 'repo'],
      ),
      request: {
        method: 'GET',
        path: '/repos/{owner}/{repo}/code-scanning/alerts',
        query: { state: '{state}', severity: '{severity}', per_page: '100' },
      },
      response: { paging: { kind: 'link', items: '', limit: 'limit' }, output: items(alert), errors },
    },
    {
      name: 'github.listDependabotAlerts',
      title: 'List Dependabot alerts',
      input: input(
        {
          owner,
          repo,
          state: choice('State', ['open', 'dismissed', 'fixed', 'auto_dismissed']),
          limit: LIMIT,
        },
        ['owner', 'repo'],
      ),
      request: {
        method: 'GET',
        path: '/repos/{owner}/{repo}/dependabot/alerts',
        query: { state: '{state}', per_page: '100' },
      },
      response: { paging: { kind: 'link', items: '', limit: 'limit' }, output: items(alert), errors },
    },
    {
      name: 'github.listSecretAlerts',
      title: 'List secret scanning alerts',
      description: 'The secrets themselves stay hidden.',
      input: input({ owner, repo, state: choice('State', ['open', 'resolved']), limit: LIMIT }, [
        'owner',
        'repo',
      ]),
      request: {
        method: 'GET',
        path: '/repos/{owner}/{repo}/secret-scanning/alerts',
        query: { state: '{state}', per_page: '100', hide_secret: 'true' },
      },
      response: { paging: { kind: 'link', items: '', limit: 'limit' }, output: items(alert), errors },
    },
    {
      name: 'github.startWorkflow',
      title: 'Start a workflow',
      description: 'Starts a GitHub Actions workflow that has the workflow_dispatch trigger.',
      input: input(
        {
          owner,
          repo,
          workflow: text('Workflow', 'File name, for example deploy.yml'),
          ref: text('Branch or tag'),
          inputs: { type: 'object', title: 'Inputs' },
        },
        ['owner', 'repo', 'workflow', 'ref'],
      ),
      request: {
        method: 'POST',
        path: '/repos/{owner}/{repo}/actions/workflows/{workflow}/dispatches',
        body: {},
      },
      response: { output: { type: ['null', 'object'] }, errors },
    },
    {
      name: 'github.removeMember',
      title: 'Remove a member from an organization',
      input: input({ org: text('Organization'), username: text('User') }, ['org', 'username']),
      request: { method: 'DELETE', path: '/orgs/{org}/members/{username}' },
      response: { output: { type: 'null' }, errors },
    },
    {
      name: 'github.getUser',
      title: 'Get a user',
      input: input({ username: text('User') }, ['username']),
      request: { method: 'GET', path: '/users/{username}' },
      response: { output: part({ login: TEXT, name: MAYBE, email: MAYBE, site_admin: FLAG }), errors },
    },
  ],
})
