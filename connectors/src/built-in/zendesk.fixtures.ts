import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const found = {
  id: 35,
  url: 'https://example.zendesk.com/api/v2/tickets/35.json',
  subject: 'Disk full',
  description: 'On pc-7',
  status: 'new',
  priority: 'high',
  requester_id: 20_978_392,
  assignee_id: null,
  tags: ['phishing'],
  created_at: '2026-11-20T22:55:29Z',
  updated_at: '2026-11-20T22:55:29Z',
}
const answers = { ticket: found }

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://example.zendesk.com' },
  actions: {
    'zendesk.createTicket': {
      input: { subject: 'Disk full', body: 'On pc-7', priority: 'high', external_id: 'INC-7' },
      sends: 'POST /tickets',
      body: {
        ticket: {
          subject: 'Disk full',
          comment: { body: 'On pc-7' },
          priority: 'high',
          external_id: 'INC-7',
        },
      },
      answers,
      output: { id: 35 },
    },
    'zendesk.updateTicket': {
      input: { ticket: 35, status: 'solved' },
      sends: 'PUT /tickets/35',
      body: { ticket: { status: 'solved' } },
      answers: { ticket: { ...found, status: 'solved' } },
      output: { status: 'solved' },
    },
    'zendesk.comment': {
      input: { ticket: 35, body: 'Cleaned', public: false },
      sends: 'PUT /tickets/35',
      body: { ticket: { comment: { body: 'Cleaned', public: false } } },
      answers,
      output: { id: 35 },
    },
    'zendesk.getTicket': {
      input: { ticket: 35 },
      sends: 'GET /tickets/35',
      answers,
      output: { subject: 'Disk full' },
    },
    'zendesk.searchTickets': {
      input: { query: 'tags:phishing' },
      sends: 'GET /search?query=type:ticket+tags:phishing',
      answers: { results: [found], count: 1 },
      output: { results: [{ id: 35 }], count: 1 },
    },
    'zendesk.listComments': {
      input: { ticket: 35 },
      sends: 'GET /tickets/35/comments',
      answers: {
        comments: [
          {
            id: 1_274,
            author_id: 123_123,
            body: 'On pc-7',
            public: true,
            created_at: '2026-11-20T22:55:29Z',
          },
        ],
      },
      output: [{ body: 'On pc-7' }],
    },
  },
}
