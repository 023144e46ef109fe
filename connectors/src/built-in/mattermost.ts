import { manifest } from '../kit/manifest.ts'
import { address, choice, flag, input, MAYBE, NUMBER, part, TEXT, text } from './schema.ts'

const DOCS = 'https://api.mattermost.com/#tag'
const errors = { message: ['message'] }
const channel = text('Channel', 'Channel ID')
const content = text('Text', 'Markdown')
const post = part({ id: TEXT, channel_id: TEXT, root_id: MAYBE, message: TEXT, create_at: NUMBER })
const channelPart = part({ id: TEXT, name: TEXT, display_name: MAYBE, type: TEXT, team_id: MAYBE })
const user = part({ id: TEXT, username: TEXT, email: MAYBE })

/** Mattermost, version 4 of its interface. */
export const mattermost = manifest({
  key: 'mattermost',
  title: 'Mattermost',
  description: 'Posts to Mattermost channels and to people.',
  vendor: 'Mattermost',
  categories: ['chat'],
  icon: 'message',
  version: '1.0.0',
  docs: 'https://api.mattermost.com/',
  settings: input({ baseUrl: address('Mattermost address', 'https://chat.example.org') }, ['baseUrl']),
  base: '{settings.baseUrl}/api/v4',
  auth: [{ kind: 'bearer', hint: 'Access token of a bot that is a member of the channels' }],
  test: { method: 'GET', path: '/users/me' },
  actions: [
    {
      name: 'mattermost.postMessage',
      title: 'Post a message in a channel',
      docs: `${DOCS}/posts/operation/CreatePost`,
      input: input(
        {
          channel,
          message: content,
          priority: choice('Priority', ['important', 'urgent']),
          requestedAck: flag('Ask for acknowledgments'),
        },
        ['channel', 'message'],
      ),
      request: {
        method: 'POST',
        path: '/posts',
        body: {
          value: {
            channel_id: '{channel}',
            message: '{message}',
            metadata: { priority: { priority: '{priority}', requested_ack: '{requestedAck}' } },
          },
        },
      },
      response: { output: post, errors },
    },
    {
      name: 'mattermost.reply',
      title: 'Reply to a message',
      docs: `${DOCS}/posts/operation/CreatePost`,
      input: input(
        { channel, root: text('Message', 'ID of the first message of the thread'), message: content },
        ['channel', 'root', 'message'],
      ),
      request: {
        method: 'POST',
        path: '/posts',
        body: { value: { channel_id: '{channel}', root_id: '{root}', message: '{message}' } },
      },
      response: { output: post, errors },
    },
    {
      name: 'mattermost.updateMessage',
      title: 'Change the text of a message',
      docs: `${DOCS}/posts/operation/PatchPost`,
      input: input({ post: text('Message', 'ID'), message: content }, ['post', 'message']),
      request: { method: 'PUT', path: '/posts/{post}/patch', body: {} },
      response: { output: post, errors },
    },
    {
      name: 'mattermost.findChannel',
      title: 'Find a channel by name',
      docs: `${DOCS}/channels/operation/GetChannelByNameForTeamName`,
      input: input(
        {
          team: text('Team', 'Name in the address, for example security'),
          name: text('Channel', 'Name in the address, for example incidents'),
        },
        ['team', 'name'],
      ),
      request: { method: 'GET', path: '/teams/name/{team}/channels/name/{name}' },
      response: { output: channelPart, errors },
    },
    {
      name: 'mattermost.findUser',
      title: 'Find a user by email address',
      docs: `${DOCS}/users/operation/GetUserByEmail`,
      input: input({ email: text('Email address', undefined, { format: 'email' }) }, ['email']),
      request: { method: 'GET', path: '/users/email/{email}' },
      response: { output: user, errors },
    },
    {
      name: 'mattermost.openDirect',
      title: 'Open a direct channel with a user',
      description: 'Returns the channel of two users, always the same one.',
      docs: `${DOCS}/channels/operation/CreateDirectChannel`,
      input: input({ me: text('Sender', 'User ID of the asset’s user'), user: text('User', 'User ID') }, [
        'me',
        'user',
      ]),
      request: { method: 'POST', path: '/channels/direct', body: { value: ['{me}', '{user}'] } },
      response: { output: channelPart, errors },
      idempotent: true,
    },
    {
      name: 'mattermost.me',
      title: 'Get the asset’s user',
      docs: `${DOCS}/users/operation/GetUser`,
      input: input({}),
      request: { method: 'GET', path: '/users/me' },
      response: { output: user, errors },
    },
  ],
})
