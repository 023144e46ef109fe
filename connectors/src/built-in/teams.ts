import { manifest } from '../kit/manifest.ts'
import { choice, input, items, LIMIT, MAYBE, part, TEXT, text } from './schema.ts'

const errors = { message: ['error.message'] }
const team = text('Team', 'ID')
const channel = text('Channel', 'Channel ID, such as 19:…@thread.tacv2')
const content = text('Text')
const contentType = choice('Text format', ['text', 'html'])
const body = { value: { body: { contentType: '{contentType}', content: '{content}' } } }
const message = part({ id: TEXT, createdDateTime: TEXT, webUrl: MAYBE })
const nextPage = { kind: 'link' as const, items: 'value', from: '@odata.nextLink', limit: 'limit' }

/** Microsoft Teams, by Microsoft Graph, in the name of the person who connects the asset. */
export const teams = manifest({
  key: 'teams',
  title: 'Microsoft Teams',
  description: 'Posts to Microsoft Teams channels and chats.',
  vendor: 'Microsoft',
  categories: ['chat'],
  icon: 'brand-teams',
  version: '1.0.0',
  docs: 'https://learn.microsoft.com/graph/api/resources/teams-api-overview',
  settings: input(
    { tenantId: text('Directory (tenant) ID', 'Your Entra tenant ID', { pattern: '^[A-Za-z0-9.-]+$' }) },
    ['tenantId'],
  ),
  base: 'https://graph.microsoft.com/v1.0',
  auth: [
    {
      kind: 'oauth2AuthorizationCode',
      authorizeUrl: 'https://login.microsoftonline.com/{settings.tenantId}/oauth2/v2.0/authorize',
      tokenUrl: 'https://login.microsoftonline.com/{settings.tenantId}/oauth2/v2.0/token',
      scopes: [
        'offline_access',
        'ChannelMessage.Send',
        'ChatMessage.Send',
        'Chat.Create',
        'Team.ReadBasic.All',
        'Channel.ReadBasic.All',
        'User.ReadBasic.All',
      ],
      hint: 'An app registration with these delegated permissions; Teams only accepts messages from users',
    },
  ],
  test: { method: 'GET', path: '/me' },
  actions: [
    {
      name: 'teams.postMessage',
      title: 'Post a message in a channel',
      input: input({ team, channel, content, contentType }, ['team', 'channel', 'content']),
      request: { method: 'POST', path: '/teams/{team}/channels/{channel}/messages', body },
      response: { output: message, errors },
    },
    {
      name: 'teams.replyToMessage',
      title: 'Reply to a message in a channel',
      input: input({ team, channel, message: text('Message', 'ID'), content, contentType }, [
        'team',
        'channel',
        'message',
        'content',
      ]),
      request: { method: 'POST', path: '/teams/{team}/channels/{channel}/messages/{message}/replies', body },
      response: { output: message, errors },
    },
    {
      name: 'teams.openChat',
      title: 'Open a chat with a user',
      description: 'Returns the one-to-one chat of two users, always the same one.',
      input: input({ me: text('Sender', 'Object ID of the asset’s user'), user: text('User', 'Object ID') }, [
        'me',
        'user',
      ]),
      request: {
        method: 'POST',
        path: '/chats',
        body: {
          value: {
            chatType: 'oneOnOne',
            members: [
              {
                '@odata.type': '#microsoft.graph.aadUserConversationMember',
                roles: ['owner'],
                'user@odata.bind': "https://graph.microsoft.com/v1.0/users('{me}')",
              },
              {
                '@odata.type': '#microsoft.graph.aadUserConversationMember',
                roles: ['owner'],
                'user@odata.bind': "https://graph.microsoft.com/v1.0/users('{user}')",
              },
            ],
          },
        },
      },
      response: { output: part({ id: TEXT, webUrl: MAYBE }), errors },
      idempotent: true,
    },
    {
      name: 'teams.postChatMessage',
      title: 'Post a message in a chat',
      input: input({ chat: text('Chat', 'ID'), content, contentType }, ['chat', 'content']),
      request: { method: 'POST', path: '/chats/{chat}/messages', body },
      response: { output: message, errors },
    },
    {
      name: 'teams.listTeams',
      title: 'List teams',
      description: 'Returns the teams of the asset’s user.',
      input: input({ limit: LIMIT }),
      request: { method: 'GET', path: '/me/joinedTeams' },
      response: { paging: nextPage, output: items(part({ id: TEXT, displayName: TEXT })), errors },
    },
    {
      name: 'teams.listChannels',
      title: 'List the channels of a team',
      input: input({ team, limit: LIMIT }, ['team']),
      request: { method: 'GET', path: '/teams/{team}/channels' },
      response: {
        paging: nextPage,
        output: items(part({ id: TEXT, displayName: TEXT, webUrl: MAYBE })),
        errors,
      },
    },
    {
      name: 'teams.me',
      title: 'Get the asset’s user',
      input: input({}),
      request: { method: 'GET', path: '/me' },
      response: { output: part({ id: TEXT, displayName: MAYBE, userPrincipalName: TEXT }), errors },
    },
    {
      name: 'teams.findUser',
      title: 'Find a user by email address',
      input: input({ email: text('Email address', undefined, { format: 'email' }) }, ['email']),
      request: { method: 'GET', path: '/users/{email}' },
      response: { output: part({ id: TEXT, displayName: MAYBE, userPrincipalName: TEXT }), errors },
    },
  ],
})
