import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const TEAM = 'fbe2bf47-16c8-47cf-b4a5-4b9b187c508b'
const CHANNEL = '19:4a95f7d8@thread.tacv2'
const at = `/teams/${TEAM}/channels/19%3A4a95f7d8%40thread.tacv2`
const message = { id: '1616990032035', createdDateTime: '2026-11-20T16:10:00Z', webUrl: null }
const said = { body: { contentType: 'html', content: '<b>Hello</b>' } }
const content = { content: '<b>Hello</b>', contentType: 'html' }
const ana = { id: 'u1', displayName: 'Ana Example', userPrincipalName: 'ana@example.org' }
const member = (id: string) => ({
  '@odata.type': '#microsoft.graph.aadUserConversationMember',
  roles: ['owner'],
  'user@odata.bind': `https://graph.microsoft.com/v1.0/users('${id}')`,
})

export const fixtures: ConnectorFixtures = {
  settings: { tenantId: 'contoso.onmicrosoft.com' },
  actions: {
    'teams.postMessage': {
      input: { team: TEAM, channel: CHANNEL, ...content },
      sends: `POST ${at}/messages`,
      body: said,
      answers: message,
      output: { id: message.id },
    },
    'teams.replyToMessage': {
      input: { team: TEAM, channel: CHANNEL, message: message.id, content: 'Seen' },
      sends: `POST ${at}/messages/${message.id}/replies`,
      body: { body: { content: 'Seen' } },
      answers: message,
    },
    'teams.openChat': {
      input: { me: 'u1', user: 'u2' },
      sends: 'POST /chats',
      body: { chatType: 'oneOnOne', members: [member('u1'), member('u2')] },
      answers: { id: '19:abc@unq.gbl.spaces', webUrl: null },
    },
    'teams.postChatMessage': {
      input: { chat: '19:abc@unq.gbl.spaces', ...content },
      sends: 'POST /chats/19%3Aabc%40unq.gbl.spaces/messages',
      body: said,
      answers: message,
    },
    'teams.listTeams': {
      input: {},
      sends: 'GET /me/joinedTeams',
      answers: { value: [{ id: TEAM, displayName: 'Desk' }] },
      output: { items: [{ displayName: 'Desk' }] },
    },
    'teams.listChannels': {
      input: { team: TEAM },
      sends: `GET /teams/${TEAM}/channels`,
      answers: { value: [{ id: CHANNEL, displayName: 'General', webUrl: null }] },
    },
    'teams.me': { input: {}, sends: 'GET /me', answers: ana, output: { id: 'u1' } },
    'teams.findUser': {
      input: { email: 'ana@example.org' },
      sends: 'GET /users/ana%40example.org',
      answers: ana,
      output: { displayName: 'Ana Example' },
    },
  },
}
