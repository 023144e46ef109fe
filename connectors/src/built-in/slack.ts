import { manifest } from '../kit/manifest.ts'
import { anything, FLAG, flag, input, items, LIMIT, list, MAYBE, part, TEXT, text } from './schema.ts'

const channel = text('Channel', 'ID of a channel or direct message, such as C0123456789')
const blocks = list(
  'Blocks',
  { type: 'object' },
  'Block Kit layout; the text is then only used in notifications',
)
const said = part({ channel: TEXT, ts: TEXT, message: { type: 'object' } })
// Slack answers 200 to nearly everything and says in the body how it went.
const errors = { message: ['error'], when: { at: 'ok', is: false } }
const user = part({
  id: TEXT,
  name: TEXT,
  real_name: MAYBE,
  deleted: FLAG,
  profile: part({ email: MAYBE, display_name: MAYBE, title: MAYBE }),
})

/** Slack, by the token of an app that was installed into the workspace. */
export const slack = manifest({
  key: 'slack',
  title: 'Slack',
  description: 'Posts messages, opens conversations, and looks up users in a Slack workspace.',
  vendor: 'Salesforce',
  categories: ['chat'],
  icon: 'brand-slack',
  version: '1.0.0',
  docs: 'https://api.slack.com/methods',
  settings: input({}),
  base: 'https://slack.com/api',
  auth: [
    {
      kind: 'bearer',
      hint: 'Bot token of your Slack app (xoxb-…) with the scopes chat:write, channels:read, im:write, users:read, users:read.email',
    },
  ],
  test: { method: 'POST', path: '/auth.test' },
  actions: [
    {
      name: 'slack.postMessage',
      title: 'Post a message',
      description: 'Posts to a channel, direct message, or thread.',
      input: input(
        {
          channel,
          text: text('Text', 'Slack’s own markup: *bold*, _italic_, <https://example.org|link>'),
          thread_ts: text('Thread', 'The `ts` of the message to reply to'),
          blocks,
          unfurl_links: flag('Preview links'),
        },
        ['channel', 'text'],
      ),
      request: { method: 'POST', path: '/chat.postMessage', body: {} },
      response: { output: said, errors },
    },
    {
      name: 'slack.updateMessage',
      title: 'Update a message',
      description: 'Replaces the text of a message posted by the app.',
      input: input({ channel, ts: text('Message', 'The `ts` of the message'), text: text('Text'), blocks }, [
        'channel',
        'ts',
        'text',
      ]),
      request: { method: 'POST', path: '/chat.update', body: {} },
      response: { output: said, errors },
      idempotent: true,
    },
    {
      name: 'slack.openConversation',
      title: 'Open a conversation',
      description: 'Opens a direct message with one or more users and returns its channel.',
      input: input({ users: text('Users', 'Comma-separated user IDs, such as U1,U2') }, ['users']),
      request: { method: 'POST', path: '/conversations.open', body: {} },
      response: { pick: 'channel', output: part({ id: TEXT }), errors },
      idempotent: true,
    },
    {
      name: 'slack.inviteToChannel',
      title: 'Invite users to a channel',
      input: input({ channel, users: text('Users', 'Comma-separated user IDs') }, ['channel', 'users']),
      request: { method: 'POST', path: '/conversations.invite', body: {} },
      response: { pick: 'channel', output: part({ id: TEXT, name: TEXT }), errors },
    },
    {
      name: 'slack.createChannel',
      title: 'Create a channel',
      description: 'Creates a channel, for example for an incident.',
      input: input(
        { name: text('Name', 'Lowercase letters, digits, - and _'), is_private: flag('Private') },
        ['name'],
      ),
      request: { method: 'POST', path: '/conversations.create', body: {} },
      response: { pick: 'channel', output: part({ id: TEXT, name: TEXT }), errors },
    },
    {
      name: 'slack.findUserByMail',
      title: 'Find a user by email address',
      input: input({ email: text('Email address', undefined, { format: 'email' }) }, ['email']),
      request: { method: 'GET', path: '/users.lookupByEmail', query: { email: '{email}' } },
      response: { pick: 'user', output: user, errors },
    },
    {
      name: 'slack.listUsers',
      title: 'List users',
      input: input({ limit: LIMIT }),
      request: { method: 'GET', path: '/users.list', query: { limit: '200' } },
      response: {
        paging: {
          kind: 'cursor',
          items: 'members',
          from: 'response_metadata.next_cursor',
          param: 'cursor',
          limit: 'limit',
        },
        output: items(user),
        errors,
      },
    },
    {
      name: 'slack.listChannels',
      title: 'List channels',
      input: input({ limit: LIMIT }),
      request: {
        method: 'GET',
        path: '/conversations.list',
        query: { limit: '200', exclude_archived: 'true', types: 'public_channel,private_channel' },
      },
      response: {
        paging: {
          kind: 'cursor',
          items: 'channels',
          from: 'response_metadata.next_cursor',
          param: 'cursor',
          limit: 'limit',
        },
        output: items(part({ id: TEXT, name: TEXT, is_private: FLAG })),
        errors,
      },
    },
    {
      name: 'slack.addReaction',
      title: 'Add a reaction',
      description: 'Adds an emoji to a message, for example to mark it as seen.',
      input: input(
        {
          channel,
          timestamp: text('Message', 'The `ts` of the message'),
          name: text('Emoji', 'Without colons'),
        },
        ['channel', 'timestamp', 'name'],
      ),
      request: { method: 'POST', path: '/reactions.add', body: {} },
      response: { output: anything('Answer'), errors },
    },
  ],
})
