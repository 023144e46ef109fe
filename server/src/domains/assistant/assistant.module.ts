import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../platform/database/types.ts'
import type { DomainModule } from '../../platform/foundation/module.ts'
import type { Platform } from '../../platform/foundation/platform.ts'
import type { Answer } from './asking/answerer.ts'
import type { AssistantNeeds } from './assistant-needs.ts'
import { assistantExport } from './export-assistant.ts'

/** Hero AI: what people ask, what steps of playbooks ask, and what outside assistants ask. Its code is loaded with the first question. */
export function createAssistantModule(platform: Platform, needs: AssistantNeeds) {
  const { system } = platform
  const load = async () => (await import('./assistant-parts.ts')).assistantParts(platform, needs)
  let parts: ReturnType<typeof load> | null = null
  return {
    /** Answers a step with the permissions of its run; null where Hero AI is turned off. */
    async ask(asking: {
      scope: TenantScope
      actor: Actor
      question: string
      signal: AbortSignal
    }): Promise<Answer | null> {
      const { scope, actor, question, signal } = asking
      if (!(await needs.flags(scope.accountId)).HeroAi) return null
      parts ??= load()
      const rest = { place: {}, timeZone: 'UTC', history: [], report: () => undefined }
      return (await parts).answerer.answer(question, { scope, actor, signal, ...rest })
    },
    exports: [assistantExport(system)],
    daily: [
      {
        task: 'purge expired conversations',
        run: async () => (await import('./chat/conversation.ts')).keepChats(system),
      },
      {
        task: 'purge expired model requests',
        run: async () => (await import('./providers/request-log.ts')).saveRequest(system),
      },
    ],
    async routes(http) {
      const { bindAssistant } = await import('./all.routes.ts')
      parts ??= load()
      bindAssistant(http, platform, needs, await parts)
    },
  } satisfies DomainModule & Record<string, unknown>
}
