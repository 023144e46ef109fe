import * as routes from '@caseloom/contract/assistant/assistant'
import type { SystemScope } from '../../platform/database/types.ts'
import type { Http } from '../../platform/http/types.ts'
import { askQuestion } from './chat/ask.ts'
import type { AssistantDeps } from './asking/assistant-deps.ts'
import { cancelOffered, runOffered } from './chat/chat-components.ts'
import { endConversation, readConversation, stopAnswer } from './chat/conversation.ts'
import { completeFeedback, exportFeedback, giveFeedback, listFeedback } from './chat/feedback.ts'

/** Serves the conversation with the assistant, its components and what is said of its answers. */
export function bindAssistantRoutes(http: Http, deps: AssistantDeps & { system: SystemScope }): void {
  http.bindTenant(routes.getConversation, ({ scope, actor }) => readConversation(deps, scope, actor))
  http.bindTenant(routes.endConversation, async ({ scope, actor }) => {
    await endConversation(deps, scope, actor)
    return undefined
  })
  http.bindTenant(routes.ask, ({ scope, actor, body, request }) =>
    askQuestion(deps, scope, actor, { ...body, timeZone: request.timeZone }),
  )
  http.bindTenant(routes.stopAnswer, async ({ scope, actor }) => {
    await stopAnswer(deps, scope, actor)
    return undefined
  })
  http.bindTenant(routes.runChatComponent, ({ scope, actor, params, body, request }) =>
    runOffered(deps, scope, actor, { componentId: params.componentId, ...body, ip: request.ip }),
  )
  http.bindTenant(routes.cancelChatComponent, ({ scope, actor, params }) =>
    cancelOffered(deps, scope, actor, params.componentId),
  )
  http.bindTenant(routes.submitFeedback, ({ scope, actor, body }) => giveFeedback(deps, scope, actor, body))
  http.bindTenant(routes.updateFeedback, ({ scope, actor, params, body }) =>
    completeFeedback(deps, scope, actor, { feedbackId: params.feedbackId, ...body }),
  )
  http.bind(routes.listFeedback, ({ params, query }) => listFeedback(deps.system, params.accountId, query))
  http.bind(routes.exportFeedback, async ({ params, query }) =>
    exportFeedback(deps.system, params.accountId, query),
  )
}
