import { manifest } from '../kit/manifest.ts'
import {
  address,
  choice,
  FLAG,
  flag,
  input,
  items,
  list,
  MAYBE,
  NUMBER,
  part,
  TEXT,
  text,
  whole,
} from './schema.ts'

const DOCS = 'https://developer.zendesk.com/api-reference/ticketing'
const errors = { message: ['description', 'error.message', 'error'] }
const ticket = whole('Ticket', 'Ticket number', { minimum: 1 })
const priority = choice('Priority', ['urgent', 'high', 'normal', 'low'])
const tags = list('Tags', { type: 'string' })
const body = text('Text')
const isPublic = flag('Public', 'True: the requester sees the comment. Default true')
const found = part({
  id: NUMBER,
  url: TEXT,
  subject: MAYBE,
  description: MAYBE,
  status: TEXT,
  priority: MAYBE,
  requester_id: { type: ['number', 'null'] },
  assignee_id: { type: ['number', 'null'] },
  tags: items(TEXT),
  created_at: TEXT,
  updated_at: TEXT,
})

/** Zendesk, version 2 of its ticketing interface. */
export const zendesk = manifest({
  key: 'zendesk',
  title: 'Zendesk',
  description: 'Creates, updates, and finds tickets.',
  vendor: 'Zendesk',
  categories: ['tickets'],
  icon: 'ticket',
  version: '1.0.0',
  docs: `${DOCS}/introduction/`,
  settings: input({ baseUrl: address('Zendesk address', 'https://example.zendesk.com') }, ['baseUrl']),
  base: '{settings.baseUrl}/api/v2',
  auth: [
    {
      kind: 'basic',
      hint: 'User name: email address of an agent with /token at its end, such as ana@example.org/token. Password: API token',
    },
    { kind: 'bearer', hint: 'OAuth access token with the scopes tickets:read and tickets:write' },
  ],
  test: { method: 'GET', path: '/users/me' },
  actions: [
    {
      name: 'zendesk.createTicket',
      title: 'Create a ticket',
      docs: `${DOCS}/tickets/tickets/#create-ticket`,
      input: input(
        {
          subject: text('Title'),
          body,
          priority,
          type: choice('Type', ['problem', 'incident', 'question', 'task']),
          requesterName: text('Name of the requester', 'Default the asset’s user'),
          requesterEmail: text('Email address of the requester', undefined, { format: 'email' }),
          external_id: text('External ID', 'For example the case number'),
          tags,
        },
        ['subject', 'body'],
      ),
      request: {
        method: 'POST',
        path: '/tickets',
        body: {
          value: {
            ticket: {
              subject: '{subject}',
              comment: { body: '{body}' },
              priority: '{priority}',
              type: '{type}',
              requester: { name: '{requesterName}', email: '{requesterEmail}' },
              external_id: '{external_id}',
              tags: '{tags}',
            },
          },
        },
      },
      response: { pick: 'ticket', output: found, errors },
    },
    {
      name: 'zendesk.updateTicket',
      title: 'Update a ticket',
      description: 'Updates its status, priority, or assignee.',
      docs: `${DOCS}/tickets/tickets/#update-ticket`,
      input: input(
        {
          ticket,
          status: choice('Status', ['open', 'pending', 'hold', 'solved', 'closed']),
          priority,
          assignee_email: text('Assignee', 'Email address of the agent'),
          tags: { ...tags, description: 'Replaces all tags' },
        },
        ['ticket'],
      ),
      request: {
        method: 'PUT',
        path: '/tickets/{ticket}',
        body: {
          value: {
            ticket: {
              status: '{status}',
              priority: '{priority}',
              assignee_email: '{assignee_email}',
              tags: '{tags}',
            },
          },
        },
      },
      response: { pick: 'ticket', output: found, errors },
    },
    {
      name: 'zendesk.comment',
      title: 'Comment on a ticket',
      docs: `${DOCS}/tickets/ticket_comments/`,
      input: input({ ticket, body, public: isPublic }, ['ticket', 'body']),
      request: {
        method: 'PUT',
        path: '/tickets/{ticket}',
        body: { value: { ticket: { comment: { body: '{body}', public: '{public}' } } } },
      },
      response: { pick: 'ticket', output: found, errors },
    },
    {
      name: 'zendesk.getTicket',
      title: 'Get a ticket',
      docs: `${DOCS}/tickets/tickets/#show-ticket`,
      input: input({ ticket }, ['ticket']),
      request: { method: 'GET', path: '/tickets/{ticket}' },
      response: { pick: 'ticket', output: found, errors },
    },
    {
      name: 'zendesk.searchTickets',
      title: 'Search tickets',
      description: 'Returns the first page. `count` is the number of all tickets found.',
      docs: `${DOCS}/ticket-management/search/`,
      input: input({ query: text('Query', 'For example status<solved tags:phishing') }, ['query']),
      request: { method: 'GET', path: '/search', query: { query: 'type:ticket {query}' } },
      response: { output: part({ results: items(found), count: NUMBER }), errors },
    },
    {
      name: 'zendesk.listComments',
      title: 'List the comments of a ticket',
      description: 'Returns the first page.',
      docs: `${DOCS}/tickets/ticket_comments/#list-comments`,
      input: input({ ticket }, ['ticket']),
      request: { method: 'GET', path: '/tickets/{ticket}/comments' },
      response: {
        pick: 'comments',
        output: items(part({ id: NUMBER, author_id: NUMBER, body: TEXT, public: FLAG, created_at: TEXT })),
        errors,
      },
    },
  ],
})
