import { manifest } from '../kit/manifest.ts'
import { address, anything, input, items, LIMIT, list, MAYBE, part, TEXT, text } from './schema.ts'

const errors = { message: ['errorMessages.0', 'errors'] }
const key = text('Issue', 'Key or ID, such as SEC-12')
const fields = anything('More fields', 'By Jira field name, for example {"priority": {"name": "High"}}')
const issue = part({
  id: TEXT,
  key: TEXT,
  fields: part({
    summary: TEXT,
    status: part({ name: TEXT }),
    assignee: { type: ['object', 'null'] },
    created: TEXT,
    updated: TEXT,
  }),
})

/** Jira Cloud and Jira Data Center, by version 2 of the REST interface, which takes plain texts. */
export const jira = manifest({
  key: 'jira',
  title: 'Jira',
  description: 'Creates, searches, transitions, and comments on issues.',
  vendor: 'Atlassian',
  categories: ['tickets'],
  icon: 'ticket',
  version: '1.0.0',
  docs: 'https://developer.atlassian.com/cloud/jira/platform/rest/v2/',
  settings: input(
    {
      baseUrl: address('Jira address', 'https://example.atlassian.net'),
    },
    ['baseUrl'],
  ),
  base: '{settings.baseUrl}',
  auth: [
    { kind: 'basic', hint: 'Jira Cloud: email address, and an API token as the password' },
    { kind: 'bearer', hint: 'Jira Data Center: a personal access token' },
  ],
  test: { method: 'GET', path: '/rest/api/2/myself' },
  actions: [
    {
      name: 'jira.createIssue',
      title: 'Create an issue',
      input: input(
        {
          project: text('Project', 'Key, for example SEC'),
          type: text('Type', 'Name, for example Task or Bug'),
          summary: text('Summary', undefined, { maxLength: 255 }),
          description: text('Description'),
          labels: list('Labels', { type: 'string' }),
          priority: text('Priority', 'Name, for example High'),
          parent: text('Parent', 'Key of the parent issue'),
        },
        ['project', 'type', 'summary'],
      ),
      request: {
        method: 'POST',
        path: '/rest/api/2/issue',
        body: {
          value: {
            fields: {
              project: { key: '{project}' },
              issuetype: { name: '{type}' },
              summary: '{summary}',
              description: '{description}',
              labels: '{labels}',
              priority: { name: '{priority}' },
              parent: { key: '{parent}' },
            },
          },
        },
      },
      response: { output: part({ id: TEXT, key: TEXT, self: TEXT }), errors },
    },
    {
      name: 'jira.updateIssue',
      title: 'Update an issue',
      input: input({ key, fields }, ['key', 'fields']),
      request: { method: 'PUT', path: '/rest/api/2/issue/{key}', body: { value: { fields: '{fields}' } } },
      response: { output: { type: 'null' }, errors },
    },
    {
      name: 'jira.getIssue',
      title: 'Get an issue',
      input: input({ key, fields: text('Fields', 'Comma-separated names; default all') }, ['key']),
      request: { method: 'GET', path: '/rest/api/2/issue/{key}', query: { fields: '{fields}' } },
      response: { output: issue, errors },
    },
    {
      name: 'jira.search',
      title: 'Search issues',
      description: 'Searches issues with JQL in Jira Cloud.',
      input: input(
        {
          jql: text('JQL', 'For example project = SEC AND status != Done'),
          fields: list('Fields', { type: 'string' }, 'Names; default IDs only'),
          limit: LIMIT,
        },
        ['jql'],
      ),
      request: {
        method: 'POST',
        path: '/rest/api/2/search/jql',
        body: { value: { jql: '{jql}', fields: '{fields}', maxResults: 100 } },
      },
      response: {
        paging: {
          kind: 'cursor',
          items: 'issues',
          from: 'nextPageToken',
          param: 'nextPageToken',
          in: 'body',
          limit: 'limit',
        },
        output: items(part({ id: TEXT })),
        errors,
      },
      idempotent: true,
    },
    {
      name: 'jira.searchDataCenter',
      title: 'Search issues (Data Center)',
      description: 'Searches issues with JQL in Jira Data Center.',
      input: input({ jql: text('JQL'), fields: text('Fields', 'Comma-separated names'), limit: LIMIT }, [
        'jql',
      ]),
      request: { method: 'GET', path: '/rest/api/2/search', query: { jql: '{jql}', fields: '{fields}' } },
      response: {
        paging: {
          kind: 'offset',
          items: 'issues',
          param: 'startAt',
          size: { param: 'maxResults', value: 100 },
          limit: 'limit',
        },
        output: items(issue),
        errors,
      },
    },
    {
      name: 'jira.listTransitions',
      title: 'List transitions',
      description: 'Returns the transitions available from the current status.',
      input: input({ key }, ['key']),
      request: { method: 'GET', path: '/rest/api/2/issue/{key}/transitions' },
      response: {
        pick: 'transitions',
        output: items(part({ id: TEXT, name: TEXT, to: part({ name: TEXT }) })),
        errors,
      },
    },
    {
      name: 'jira.transition',
      title: 'Transition an issue',
      description: 'Applies a transition to an issue, which changes its status.',
      input: input({ key, transition: text('Transition', 'Transition ID; see “List transitions”'), fields }, [
        'key',
        'transition',
      ]),
      request: {
        method: 'POST',
        path: '/rest/api/2/issue/{key}/transitions',
        body: { value: { transition: { id: '{transition}' }, fields: '{fields}' } },
      },
      response: { output: { type: 'null' }, errors },
    },
    {
      name: 'jira.comment',
      title: 'Comment on an issue',
      input: input({ key, body: text('Text') }, ['key', 'body']),
      request: { method: 'POST', path: '/rest/api/2/issue/{key}/comment', body: {} },
      response: { output: part({ id: TEXT, created: TEXT }), errors },
    },
    {
      name: 'jira.assign',
      title: 'Assign an issue',
      input: input({ key, accountId: text('Account', 'Account ID of the user (Jira Cloud)') }, [
        'key',
        'accountId',
      ]),
      request: { method: 'PUT', path: '/rest/api/2/issue/{key}/assignee', body: {} },
      response: { output: { type: 'null' }, errors },
    },
    {
      name: 'jira.findUsers',
      title: 'Find users',
      input: input({ query: text('Text', 'Part of a name or email address') }, ['query']),
      request: { method: 'GET', path: '/rest/api/2/user/search', query: { query: '{query}' } },
      response: {
        output: items(part({ accountId: TEXT, displayName: TEXT, emailAddress: MAYBE })),
        errors,
      },
    },
  ],
})
