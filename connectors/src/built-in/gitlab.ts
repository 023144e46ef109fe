import { manifest } from '../kit/manifest.ts'
import { choice, flag, input, items, LIMIT, list, MAYBE, NUMBER, part, TEXT, text, whole } from './schema.ts'

const DOCS = 'https://docs.gitlab.com/api'
const errors = { message: ['message', 'error_description', 'error'] }
const project = text('Project', 'ID or path, for example security/incidents')
const number = whole('Number', 'Number of the issue in its project', { minimum: 1 })
const path = '/projects/{project}/issues'
const issue = part({
  id: NUMBER,
  iid: NUMBER,
  project_id: NUMBER,
  title: TEXT,
  description: MAYBE,
  state: TEXT,
  labels: items(TEXT),
  web_url: TEXT,
  created_at: TEXT,
})

/** GitLab.com and own GitLab servers, version 4 of the REST interface. */
export const gitlab = manifest({
  key: 'gitlab',
  title: 'GitLab',
  description: 'Creates, updates, and finds issues.',
  vendor: 'GitLab',
  categories: ['development'],
  icon: 'brand-gitlab',
  version: '1.0.0',
  docs: `${DOCS}/rest/`,
  settings: input({
    baseUrl: text('Address', 'https://gitlab.com, or the address of your own server', {
      default: 'https://gitlab.com',
      pattern: '^https?://',
    }),
  }),
  base: '{settings.baseUrl}/api/v4',
  auth: [
    {
      kind: 'apiKey',
      in: 'header',
      name: 'PRIVATE-TOKEN',
      hint: 'Personal, group, or project access token with the scope api',
    },
    { kind: 'bearer', hint: 'OAuth 2.0 access token' },
  ],
  test: { method: 'GET', path: '/user' },
  actions: [
    {
      name: 'gitlab.createIssue',
      title: 'Open an issue',
      docs: `${DOCS}/issues/`,
      input: input(
        {
          project,
          title: text('Title'),
          description: text('Text', 'Markdown'),
          labels: text('Labels', 'Separated by commas'),
          assignee_ids: list('Assignees', { type: 'integer' }, 'User IDs'),
          confidential: flag('Confidential'),
          due_date: text('Due date', undefined, { format: 'date' }),
        },
        ['project', 'title'],
      ),
      request: { method: 'POST', path, body: {} },
      response: { output: issue, errors },
    },
    {
      name: 'gitlab.updateIssue',
      title: 'Update an issue',
      description: 'Updates its title, text, or labels, or closes or reopens it.',
      docs: `${DOCS}/issues/`,
      input: input(
        {
          project,
          number,
          title: text('Title'),
          description: text('Text', 'Markdown'),
          add_labels: text('Labels to add', 'Separated by commas'),
          remove_labels: text('Labels to remove', 'Separated by commas'),
          state_event: choice('State', ['close', 'reopen']),
        },
        ['project', 'number'],
      ),
      request: { method: 'PUT', path: `${path}/{number}`, body: {} },
      response: { output: issue, errors },
    },
    {
      name: 'gitlab.commentOnIssue',
      title: 'Comment on an issue',
      docs: `${DOCS}/notes/`,
      input: input(
        {
          project,
          number,
          body: text('Text', 'Markdown'),
          internal: flag('Internal', 'Only for members of the project'),
        },
        ['project', 'number', 'body'],
      ),
      request: { method: 'POST', path: `${path}/{number}/notes`, body: {} },
      response: { output: part({ id: NUMBER, body: TEXT, created_at: TEXT }), errors },
    },
    {
      name: 'gitlab.getIssue',
      title: 'Get an issue',
      docs: `${DOCS}/issues/`,
      input: input({ project, number }, ['project', 'number']),
      request: { method: 'GET', path: `${path}/{number}` },
      response: { output: issue, errors },
    },
    {
      name: 'gitlab.listIssues',
      title: 'List issues',
      docs: `${DOCS}/issues/`,
      input: input(
        {
          project,
          state: choice('State', ['opened', 'closed', 'all']),
          labels: text('Labels', 'Separated by commas; an issue must have all of them'),
          search: text('Words', 'In the title or text'),
          updated_after: text('Updated after', undefined, { format: 'date-time' }),
          limit: LIMIT,
        },
        ['project'],
      ),
      request: {
        method: 'GET',
        path,
        query: {
          state: '{state}',
          labels: '{labels}',
          search: '{search}',
          updated_after: '{updated_after}',
          per_page: '100',
        },
      },
      response: { paging: { kind: 'link', items: '', limit: 'limit' }, output: items(issue), errors },
    },
  ],
})
