import type { Answerer } from '../domains/assistant/answerer.ts'
import type { Services } from '../services.ts'

/** Lets steps of playbooks ask the assistant, with the rights of their runs. Its code is loaded with the first question. */
export function connectAssistant(services: Services): void {
  let answerer: Promise<Answerer> | null = null
  services.automationParts.assistantSeat.current = async ({ scope, actor, question, signal }) => {
    if (!(await services.tenancy.flags(scope.accountId)).HeroAi) return null
    answerer ??= import('./assistant-services.ts').then(
      (module) => module.assistantServices(services).answerer,
    )
    const asking = { scope, actor, place: {}, timeZone: 'UTC', history: [], signal, tell: () => undefined }
    return (await answerer).answer(question, asking)
  }
}
