import { manifest } from '../kit/manifest.ts'
import { input, items, LIMIT, MAYBE, part, TEXT, text } from './schema.ts'

const DOCS = 'https://developers.google.com/workspace/chat/api/reference/rest/v1'
const errors = { message: ['error.message'] }
const space = text('Space', 'For example spaces/AAAAMpdlehY', { pattern: '^spaces/[^/]+$' })
const content = text('Text', undefined, { maxLength: 32_000 })
const message = part({ name: TEXT, text: MAYBE, thread: part({ name: TEXT }), createTime: MAYBE })

/** Google Chat, version 1 of its interface, in the name of the person who connects the asset. */
export const googlechat = manifest({
  key: 'googlechat',
  title: 'Google Chat',
  description: 'Posts to Google Chat spaces and replies in threads.',
  vendor: 'Google',
  categories: ['chat'],
  icon: 'message',
  version: '1.0.0',
  docs: DOCS,
  settings: input({}),
  base: 'https://chat.googleapis.com/v1',
  auth: [
    {
      kind: 'oauth2AuthorizationCode',
      authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenUrl: 'https://oauth2.googleapis.com/token',
      scopes: [
        'https://www.googleapis.com/auth/chat.messages.create',
        'https://www.googleapis.com/auth/chat.spaces.readonly',
      ],
      parameters: { access_type: 'offline', prompt: 'consent' },
      hint: 'An OAuth client (web application) of a Google Cloud project with the Google Chat API and a configured Chat app',
    },
  ],
  test: { method: 'GET', path: '/spaces', query: { pageSize: '1' } },
  actions: [
    {
      name: 'googlechat.postMessage',
      title: 'Post a message in a space',
      docs: `${DOCS}/spaces.messages/create`,
      input: input({ space, text: content }, ['space', 'text']),
      request: { method: 'POST', path: '/{+space}/messages', body: {} },
      response: { output: message, errors },
    },
    {
      name: 'googlechat.reply',
      title: 'Reply in a thread',
      docs: `${DOCS}/spaces.messages/create`,
      input: input(
        {
          space,
          thread: text('Thread', 'Name such as spaces/AAAAMpdlehY/threads/UMxbHmzDlr4'),
          text: content,
        },
        ['space', 'thread', 'text'],
      ),
      request: {
        method: 'POST',
        path: '/{+space}/messages',
        query: { messageReplyOption: 'REPLY_MESSAGE_OR_FAIL' },
        body: { value: { text: '{text}', thread: { name: '{thread}' } } },
      },
      response: { output: message, errors },
    },
    {
      name: 'googlechat.listSpaces',
      title: 'List spaces',
      description: 'Returns the spaces of the asset’s user.',
      docs: `${DOCS}/spaces/list`,
      input: input({ limit: LIMIT }),
      request: { method: 'GET', path: '/spaces', query: { pageSize: '1000' } },
      response: {
        paging: {
          kind: 'cursor',
          items: 'spaces',
          from: 'nextPageToken',
          param: 'pageToken',
          limit: 'limit',
        },
        output: items(part({ name: TEXT, displayName: MAYBE, spaceType: MAYBE })),
        errors,
      },
    },
  ],
})
