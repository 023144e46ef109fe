import { FeedbackView } from '@caseloom/contract/assistant/assistant'
import {
  addMessage,
  addOffers,
  lockChat,
  type StoredBody,
} from '@caseloom/server/domains/assistant/chat/chat.store'
import { newId } from '@caseloom/server/platform/uuid'
import type { Area } from './types.ts'

const BODY: StoredBody = {
  content: 'Isolate it.',
  detailedContent: '<p>Isolate it.</p>',
  originalContent: 'Isolate it.',
  sources: [],
  drafts: [],
  isError: false,
  stopped: false,
  answeredBy: { kind: 'builtIn', name: 'Built-in answerer' },
}

/** A conversation of the resident with two answers, one of which offers the component of the area before. */
export const assistant: Area = {
  good: {
    ask: () => ({ body: { question: 'How do I search for records?' } }),
    runChatComponent: () => ({ body: { inputValues: { host: 'a' } } }),
    submitFeedback: ({ messageId }) => ({ body: { messageId, thumbUp: true, thumbDown: false } }),
    updateFeedback: () => ({
      body: { reason: 'wrong', feedbackMessage: 'It is not so.', includePrompt: false },
    }),
  },
  // What was turned down cannot be run any more. Routes come in the order of their names.
  usedUp: ['cancelChatComponent', 'endConversation'],
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const { tenantId, accountId, userId, componentId = '' } = ids
    const [messageId, other] = [newId(), newId()]
    const scope = web.product.platform.database.tenant({ tenantId, accountId })
    await scope.tx(async (tx) => {
      await lockChat(tx, userId ?? '')
      await addMessage(tx, userId ?? '', { id: messageId, role: 'assistant', body: BODY })
      await addMessage(tx, userId ?? '', { id: other, role: 'assistant', body: BODY })
      // Its id is that of the playbook: routes of both have the same name for their parameter.
      const offer = {
        id: componentId,
        playbookId: componentId,
        version: 1,
        title: 'Isolate a host',
        description: '',
        inputSchema: {},
        inputValues: {},
        confirm: false,
      }
      await addOffers(tx, userId ?? '', { messageId, offers: [offer] })
    })
    const given = await ask(web, {
      method: 'POST',
      url: `/api/tenant/${tenantId}/assistant/feedback`,
      cookie,
      body: { messageId: other, thumbUp: false, thumbDown: true },
    })
    return { messageId, feedbackId: FeedbackView.parse(given.json).id }
  },
}
