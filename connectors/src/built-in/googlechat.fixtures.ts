import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const SPACE = 'spaces/AAAAMpdlehY'
const MESSAGE = `${SPACE}/messages/UMxbHmzDlr4.UMxbHmzDlr4`
const THREAD = `${SPACE}/threads/UMxbHmzDlr4`
const message = {
  name: MESSAGE,
  text: 'Disk full',
  thread: { name: THREAD },
  createTime: '2026-11-20T16:10:00.000Z',
}

export const fixtures: ConnectorFixtures = {
  settings: {},
  actions: {
    'googlechat.postMessage': {
      input: { space: SPACE, text: 'Disk full' },
      sends: `POST /${SPACE}/messages`,
      body: { text: 'Disk full' },
      answers: message,
      output: { name: MESSAGE, thread: { name: THREAD } },
    },
    'googlechat.reply': {
      input: { space: SPACE, thread: THREAD, text: 'Cleaned' },
      sends: `POST /${SPACE}/messages?messageReplyOption=REPLY_MESSAGE_OR_FAIL`,
      body: { text: 'Cleaned', thread: { name: THREAD } },
      answers: { ...message, text: 'Cleaned' },
      output: { text: 'Cleaned' },
    },
    'googlechat.listSpaces': {
      input: {},
      sends: 'GET /spaces?pageSize=1000',
      answers: { spaces: [{ name: SPACE, displayName: 'Incidents', spaceType: 'SPACE' }] },
      output: { items: [{ name: SPACE }], more: false },
    },
  },
}
