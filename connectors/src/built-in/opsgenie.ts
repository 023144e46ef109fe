import { manifest } from '../kit/manifest.ts'
import { anything, choice, FLAG, input, items, LIMIT, list, MAYBE, part, TEXT, text } from './schema.ts'

const DOCS = 'https://docs.opsgenie.com/docs/alert-api'
const errors = { message: ['message'] }
const alert = text('Alert', 'ID, short number, or alias')
const identifierType = choice('Identified by', ['id', 'tiny', 'alias'], 'Default id')
const query = { identifierType: '{identifierType}' }
const user = text('User', 'Shown in the log of the alert')
const note = text('Note')
const accepted = { output: part({ result: TEXT, requestId: TEXT }), errors }
const ADDRESSES = ['https://api.opsgenie.com', 'https://api.eu.opsgenie.com']
const found = part({
  id: TEXT,
  tinyId: TEXT,
  alias: MAYBE,
  message: TEXT,
  status: TEXT,
  acknowledged: FLAG,
  priority: TEXT,
  owner: MAYBE,
  tags: items(TEXT),
  createdAt: TEXT,
})

function act(verb: string, path: string, title: string) {
  return {
    name: `opsgenie.${verb}`,
    title,
    input: input({ alert, identifierType, user, note }, ['alert']),
    request: {
      method: 'POST' as const,
      path: `/v2/alerts/{alert}/${path}`,
      query,
      body: { value: { user: '{user}', note: '{note}', source: 'Caseloom' } },
    },
    response: accepted,
  }
}

/** Opsgenie, version 2 of its alert interface. */
export const opsgenie = manifest({
  key: 'opsgenie',
  title: 'Opsgenie',
  description: 'Creates, acknowledges, and closes alerts.',
  vendor: 'Atlassian',
  categories: ['on call'],
  icon: 'bell-ringing',
  version: '1.0.0',
  docs: DOCS,
  settings: input({
    baseUrl: text('API address', 'https://api.eu.opsgenie.com for accounts in the EU', {
      default: 'https://api.opsgenie.com',
      enum: ADDRESSES,
    }),
  }),
  base: '{settings.baseUrl}',
  auth: [
    {
      kind: 'apiKey',
      in: 'header',
      name: 'Authorization',
      prefix: 'GenieKey',
      hint: 'API key of an API integration',
    },
  ],
  test: { method: 'GET', path: '/v2/alerts', query: { limit: '1' } },
  actions: [
    {
      name: 'opsgenie.createAlert',
      title: 'Create an alert',
      description: 'Opsgenie creates it some moments later. An open alert with the same alias is counted up.',
      input: input(
        {
          message: text('Title', undefined, { maxLength: 130 }),
          alias: text('Alias', 'Identifies the alert, for example the case number'),
          description: text('Details'),
          priority: choice('Priority', ['P1', 'P2', 'P3', 'P4', 'P5']),
          responders: list(
            'Responders',
            { type: 'object' },
            'For example [{"type": "team", "name": "Security"}]',
          ),
          tags: list('Tags', { type: 'string' }),
          details: anything('Properties', 'Texts by name'),
          entity: text('Affected', 'For example a host name'),
        },
        ['message'],
      ),
      request: { method: 'POST', path: '/v2/alerts', body: {} },
      response: accepted,
    },
    act('acknowledge', 'acknowledge', 'Acknowledge an alert'),
    act('close', 'close', 'Close an alert'),
    {
      name: 'opsgenie.addNote',
      title: 'Add a note',
      input: input({ alert, identifierType, user, note }, ['alert', 'note']),
      request: {
        method: 'POST',
        path: '/v2/alerts/{alert}/notes',
        query,
        body: { value: { note: '{note}', user: '{user}' } },
      },
      response: accepted,
    },
    {
      name: 'opsgenie.getAlert',
      title: 'Get an alert',
      input: input({ alert, identifierType }, ['alert']),
      request: { method: 'GET', path: '/v2/alerts/{alert}', query },
      response: { pick: 'data', output: found, errors },
    },
    {
      name: 'opsgenie.listAlerts',
      title: 'List alerts',
      input: input({ query: text('Query', 'For example status:open AND priority:P1'), limit: LIMIT }),
      request: { method: 'GET', path: '/v2/alerts', query: { query: '{query}' } },
      response: {
        paging: {
          kind: 'offset',
          items: 'data',
          param: 'offset',
          size: { param: 'limit', value: 100 },
          limit: 'limit',
        },
        output: items(found),
        errors,
      },
    },
  ],
})
