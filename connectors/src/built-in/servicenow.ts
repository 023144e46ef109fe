import { manifest } from '../kit/manifest.ts'
import { address, anything, choice, input, items, LIMIT, MAYBE, part, TEXT, text } from './schema.ts'

const errors = { message: ['error.message', 'error.detail'] }
const id = text('Record', 'sys_id, 32 letters and digits', { pattern: '^[0-9a-f]{32}$' })
const table = text('Table', 'For example incident, sc_task, cmdb_ci', { pattern: '^[a-z0-9_]+$' })
const fields = anything('Fields', 'By column name, for example {"assignment_group": "…"}')
const only = text('Fields', 'Comma-separated names; default all')
const level = (title: string) => choice(title, ['1', '2', '3'], '1 high, 2 medium, 3 low')
const record = part({ sys_id: TEXT })
const incident = part({ sys_id: TEXT, number: TEXT, short_description: TEXT, state: TEXT, priority: MAYBE })

/** ServiceNow, by the table interface. */
export const servicenow = manifest({
  key: 'servicenow',
  title: 'ServiceNow',
  description: 'Creates, searches, and updates incidents and records of any table.',
  vendor: 'ServiceNow',
  categories: ['tickets'],
  icon: 'ticket',
  version: '1.0.0',
  docs: 'https://www.servicenow.com/docs/bundle/latest/page/integrate/inbound-rest/concept/c_TableAPI.html',
  settings: input(
    {
      baseUrl: address('Instance address', 'https://example.service-now.com'),
    },
    ['baseUrl'],
  ),
  base: '{settings.baseUrl}/api/now',
  auth: [
    { kind: 'basic', hint: 'A dedicated account with the roles the actions require' },
    {
      kind: 'oauth2ClientCredentials',
      tokenUrl: '{settings.baseUrl}/oauth_token.do',
      hint: 'An OAuth application with the client credentials grant',
    },
  ],
  test: { method: 'GET', path: '/table/sys_user', query: { sysparm_limit: '1', sysparm_fields: 'sys_id' } },
  actions: [
    {
      name: 'servicenow.createIncident',
      title: 'Create an incident',
      input: input(
        {
          short_description: text('Summary', undefined, { maxLength: 160 }),
          description: text('Description'),
          impact: level('Impact'),
          urgency: level('Urgency'),
          caller_id: text('Caller', 'User name or sys_id'),
          assignment_group: text('Group', 'Name or sys_id'),
          category: text('Category'),
          correlation_id: text('Correlation', 'Your own ID for finding it later'),
        },
        ['short_description'],
      ),
      request: {
        method: 'POST',
        path: '/table/incident',
        query: { sysparm_input_display_value: 'true' },
        body: {},
      },
      response: { pick: 'result', output: incident, errors },
    },
    {
      name: 'servicenow.updateIncident',
      title: 'Update an incident',
      input: input(
        {
          id,
          state: text('State', 'Number, for example 2 in progress, 6 resolved'),
          work_notes: text('Work note', 'Visible to agents'),
          comments: text('Comment', 'Visible to the caller'),
          close_code: text('Resolution code'),
          close_notes: text('Resolution notes'),
          assigned_to: text('Assigned to', 'sys_id of a user'),
        },
        ['id'],
      ),
      request: { method: 'PATCH', path: '/table/incident/{id}', body: {} },
      response: { pick: 'result', output: incident, errors },
    },
    {
      name: 'servicenow.getIncident',
      title: 'Get an incident',
      description: 'Gets an incident by its number.',
      input: input({ number: text('Number', 'For example INC0010001', { pattern: '^[A-Za-z0-9]+$' }) }, [
        'number',
      ]),
      request: {
        method: 'GET',
        path: '/table/incident',
        query: { sysparm_query: 'number={number}', sysparm_limit: '1' },
      },
      response: { pick: 'result.0', output: { ...incident, type: ['object', 'null'] }, errors },
    },
    {
      name: 'servicenow.createRecord',
      title: 'Create a record',
      input: input({ table, fields }, ['table', 'fields']),
      request: { method: 'POST', path: '/table/{table}', body: { value: '{fields}' } },
      response: { pick: 'result', output: record, errors },
    },
    {
      name: 'servicenow.updateRecord',
      title: 'Update a record',
      input: input({ table, id, fields }, ['table', 'id', 'fields']),
      request: { method: 'PATCH', path: '/table/{table}/{id}', body: { value: '{fields}' } },
      response: { pick: 'result', output: record, errors },
    },
    {
      name: 'servicenow.getRecord',
      title: 'Get a record',
      input: input({ table, id, only }, ['table', 'id']),
      request: { method: 'GET', path: '/table/{table}/{id}', query: { sysparm_fields: '{only}' } },
      response: { pick: 'result', output: record, errors },
    },
    {
      name: 'servicenow.search',
      title: 'Search records',
      input: input(
        {
          table,
          query: text('Query', 'Encoded query, for example active=true^priority=1'),
          only,
          limit: LIMIT,
        },
        ['table', 'query'],
      ),
      request: {
        method: 'GET',
        path: '/table/{table}',
        query: { sysparm_query: '{query}', sysparm_fields: '{only}', sysparm_exclude_reference_link: 'true' },
      },
      response: {
        paging: {
          kind: 'offset',
          items: 'result',
          param: 'sysparm_offset',
          size: { param: 'sysparm_limit', value: 200 },
          limit: 'limit',
        },
        output: items(record),
        errors,
      },
    },
    {
      name: 'servicenow.findUser',
      title: 'Find a user by email address',
      input: input({ email: text('Email address', undefined, { format: 'email' }) }, ['email']),
      request: {
        method: 'GET',
        path: '/table/sys_user',
        query: { sysparm_query: 'email={email}', sysparm_limit: '1' },
      },
      response: {
        pick: 'result.0',
        output: { ...part({ sys_id: TEXT, user_name: TEXT, name: TEXT }), type: ['object', 'null'] },
        errors,
      },
    },
  ],
})
