import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const channel = 'C0123456789'
const ts = '1732118000.000100'
const said = { ok: true, channel, ts, message: { text: 'Hello', type: 'message' } }
const user = {
  id: 'U1',
  name: 'ana',
  real_name: 'Ana Example',
  deleted: false,
  profile: { email: 'ana@example.org', display_name: 'ana', title: '' },
}
const metadata = { response_metadata: { next_cursor: '' } }

export const fixtures: ConnectorFixtures = {
  settings: {},
  actions: {
    'slack.postMessage': {
      input: { channel, text: 'Hello', thread_ts: ts },
      sends: 'POST /chat.postMessage',
      body: { channel, text: 'Hello', thread_ts: ts },
      answers: said,
      output: { ts },
    },
    'slack.updateMessage': {
      input: { channel, ts, text: 'Hello again' },
      sends: 'POST /chat.update',
      body: { channel, ts, text: 'Hello again' },
      answers: said,
    },
    'slack.openConversation': {
      input: { users: 'U1' },
      sends: 'POST /conversations.open',
      body: { users: 'U1' },
      answers: { ok: true, channel: { id: 'D1' } },
      output: { id: 'D1' },
    },
    'slack.inviteToChannel': {
      input: { channel, users: 'U1,U2' },
      sends: 'POST /conversations.invite',
      body: { channel, users: 'U1,U2' },
      answers: { ok: true, channel: { id: channel, name: 'incident-7' } },
    },
    'slack.createChannel': {
      input: { name: 'incident-7', is_private: true },
      sends: 'POST /conversations.create',
      body: { name: 'incident-7', is_private: true },
      answers: { ok: true, channel: { id: channel, name: 'incident-7' } },
      output: { id: channel },
    },
    'slack.findUserByMail': {
      input: { email: 'ana@example.org' },
      sends: 'GET /users.lookupByEmail?email=ana%40example.org',
      answers: { ok: true, user },
      output: { id: 'U1' },
    },
    'slack.listUsers': {
      input: {},
      sends: 'GET /users.list?limit=200',
      answers: { ok: true, members: [user], ...metadata },
      output: { items: [{ name: 'ana' }], more: false },
    },
    'slack.listChannels': {
      input: { limit: 10 },
      sends: 'GET /conversations.list?limit=200&exclude_archived=true&types=public_channel,private_channel',
      answers: { ok: true, channels: [{ id: channel, name: 'general', is_private: false }], ...metadata },
    },
    'slack.addReaction': {
      input: { channel, timestamp: ts, name: 'eyes' },
      sends: 'POST /reactions.add',
      body: { channel, timestamp: ts, name: 'eyes' },
      answers: { ok: true },
    },
  },
}
