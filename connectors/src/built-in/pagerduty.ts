import { manifest } from '../kit/manifest.ts'
import { choice, input, items, LIMIT, list, MAYBE, NUMBER, part, TEXT, text } from './schema.ts'

const errors = { message: ['error.errors.0', 'error.message'] }
const id = text('Incident', 'Incident ID, such as PT4KHLK')
const from = text('From', 'Email address of the PagerDuty user to act as', { format: 'email' })
const incident = part({
  id: TEXT,
  incident_number: NUMBER,
  title: TEXT,
  status: TEXT,
  urgency: TEXT,
  html_url: TEXT,
  created_at: TEXT,
})

/** PagerDuty, version 2 of its REST interface. */
export const pagerduty = manifest({
  key: 'pagerduty',
  title: 'PagerDuty',
  description: 'Creates and resolves incidents and shows who is on call.',
  vendor: 'PagerDuty',
  categories: ['on call'],
  icon: 'bell-ringing',
  version: '1.0.0',
  docs: 'https://developer.pagerduty.com/api-reference/',
  settings: input({
    baseUrl: text('API address', 'https://api.eu.pagerduty.com for accounts in the EU', {
      default: 'https://api.pagerduty.com',
      enum: ['https://api.pagerduty.com', 'https://api.eu.pagerduty.com'],
    }),
  }),
  base: '{settings.baseUrl}',
  auth: [
    {
      kind: 'apiKey',
      in: 'header',
      name: 'Authorization',
      prefix: 'Token token=',
      hint: 'REST API key (version 2)',
    },
  ],
  headers: { Accept: 'application/vnd.pagerduty+json;version=2' },
  test: { method: 'GET', path: '/abilities' },
  actions: [
    {
      name: 'pagerduty.createIncident',
      title: 'Create an incident',
      input: input(
        {
          from,
          title: text('Title'),
          service: text('Service', 'ID of the affected service'),
          details: text('Details'),
          urgency: choice('Urgency', ['high', 'low']),
          incident_key: text('Key', 'While an incident with this key is open, no second one is created'),
        },
        ['from', 'title', 'service'],
      ),
      request: {
        method: 'POST',
        path: '/incidents',
        headers: { From: '{from}' },
        body: {
          value: {
            incident: {
              type: 'incident',
              title: '{title}',
              service: { id: '{service}', type: 'service_reference' },
              urgency: '{urgency}',
              incident_key: '{incident_key}',
              body: { type: 'incident_body', details: '{details}' },
            },
          },
        },
      },
      response: { pick: 'incident', output: incident, errors },
    },
    {
      name: 'pagerduty.updateIncident',
      title: 'Acknowledge or resolve an incident',
      input: input(
        {
          id,
          from,
          status: choice('Status', ['acknowledged', 'resolved']),
          resolution: text('Resolution', 'What was done, for resolved incidents'),
        },
        ['id', 'from', 'status'],
      ),
      request: {
        method: 'PUT',
        path: '/incidents/{id}',
        headers: { From: '{from}' },
        body: { value: { incident: { type: 'incident', status: '{status}', resolution: '{resolution}' } } },
      },
      response: { pick: 'incident', output: incident, errors },
    },
    {
      name: 'pagerduty.addNote',
      title: 'Add a note',
      input: input({ id, from, content: text('Text') }, ['id', 'from', 'content']),
      request: {
        method: 'POST',
        path: '/incidents/{id}/notes',
        headers: { From: '{from}' },
        body: { value: { note: { content: '{content}' } } },
      },
      response: { pick: 'note', output: part({ id: TEXT, content: TEXT, created_at: TEXT }), errors },
    },
    {
      name: 'pagerduty.getIncident',
      title: 'Get an incident',
      input: input({ id }, ['id']),
      request: { method: 'GET', path: '/incidents/{id}' },
      response: { pick: 'incident', output: incident, errors },
    },
    {
      name: 'pagerduty.listIncidents',
      title: 'List incidents',
      input: input({
        statuses: list('Statuses', { type: 'string', enum: ['triggered', 'acknowledged', 'resolved'] }),
        services: list('Services', { type: 'string' }, 'IDs'),
        since: text('Since', undefined, { format: 'date-time' }),
        until: text('Until', undefined, { format: 'date-time' }),
        limit: LIMIT,
      }),
      request: {
        method: 'GET',
        path: '/incidents',
        query: { statuses: '{statuses}', service_ids: '{services}', since: '{since}', until: '{until}' },
        lists: 'brackets',
      },
      response: {
        paging: {
          kind: 'offset',
          items: 'incidents',
          param: 'offset',
          size: { param: 'limit', value: 100 },
          limit: 'limit',
        },
        output: items(incident),
        errors,
      },
    },
    {
      name: 'pagerduty.onCall',
      title: 'List who is on call',
      description: 'Returns the users currently on call by escalation level.',
      input: input({ policies: list('Escalation policies', { type: 'string' }, 'IDs; default all') }),
      request: {
        method: 'GET',
        path: '/oncalls',
        query: { escalation_policy_ids: '{policies}', include: ['users'], earliest: 'true' },
        lists: 'brackets',
      },
      response: {
        pick: 'oncalls',
        output: items(
          part({
            escalation_level: NUMBER,
            user: part({ id: TEXT, summary: TEXT, email: MAYBE }),
            escalation_policy: part({ id: TEXT, summary: TEXT }),
          }),
        ),
        errors,
      },
    },
    {
      name: 'pagerduty.listServices',
      title: 'List services',
      input: input({ query: text('Name', 'Part of the name') }),
      request: { method: 'GET', path: '/services', query: { query: '{query}', limit: '100' } },
      response: { pick: 'services', output: items(part({ id: TEXT, name: TEXT, status: TEXT })), errors },
    },
  ],
})
