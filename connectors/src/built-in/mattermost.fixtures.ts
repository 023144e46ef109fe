import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const CHANNEL = '4xp9fdt77pncbef59f4k1qe83o'
const post = {
  id: 'p1xp9fdt77pncbef59f4k1qe83',
  channel_id: CHANNEL,
  root_id: '',
  message: 'Disk full',
  create_at: 1_795_190_400_000,
}
const user = { id: 'u1', username: 'ana', email: 'ana@example.org' }
const direct = { id: 'd1', name: 'b1__u1', display_name: '', type: 'D', team_id: '' }

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://chat.example.org' },
  actions: {
    'mattermost.postMessage': {
      input: { channel: CHANNEL, message: 'Disk full', priority: 'urgent' },
      sends: 'POST /posts',
      body: { channel_id: CHANNEL, message: 'Disk full', metadata: { priority: { priority: 'urgent' } } },
      answers: post,
      output: { id: post.id },
    },
    'mattermost.reply': {
      input: { channel: CHANNEL, root: post.id, message: 'Cleaned' },
      sends: 'POST /posts',
      body: { channel_id: CHANNEL, root_id: post.id, message: 'Cleaned' },
      answers: { ...post, id: 'p2', root_id: post.id, message: 'Cleaned' },
      output: { root_id: post.id },
    },
    'mattermost.updateMessage': {
      input: { post: post.id, message: 'Solved' },
      sends: `PUT /posts/${post.id}/patch`,
      body: { message: 'Solved' },
      answers: { ...post, message: 'Solved' },
      output: { message: 'Solved' },
    },
    'mattermost.findChannel': {
      input: { team: 'security', name: 'incidents' },
      sends: 'GET /teams/name/security/channels/name/incidents',
      answers: { id: CHANNEL, name: 'incidents', display_name: 'Incidents', type: 'O', team_id: 't1' },
      output: { id: CHANNEL },
    },
    'mattermost.findUser': {
      input: { email: 'ana@example.org' },
      sends: 'GET /users/email/ana%40example.org',
      answers: user,
      output: { id: 'u1' },
    },
    'mattermost.openDirect': {
      input: { me: 'b1', user: 'u1' },
      sends: 'POST /channels/direct',
      body: ['b1', 'u1'],
      answers: direct,
      output: { id: 'd1' },
    },
    'mattermost.me': {
      input: {},
      sends: 'GET /users/me',
      answers: { ...user, id: 'b1', username: 'caseloom' },
      output: { username: 'caseloom' },
    },
  },
}
