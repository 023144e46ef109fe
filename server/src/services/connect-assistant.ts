import type { Answerer } from '../domains/assistant/answerer.ts'
import type { House } from '../services.ts'

/** Lets steps of playbooks ask the assistant, with the rights of their runs. Its code is loaded with the first question. */
export function seatAssistant(house: House): void {
  let answerer: Promise<Answerer> | null = null
  house.automationParts.assistantSeat.current = async ({ scope, actor, question, signal }) => {
    if (!(await house.tenancy.flags(scope.accountId)).HeroAi) return null
    answerer ??= import('./assistant-services.ts').then((module) => module.houseAssistant(house).answerer)
    const asking = { scope, actor, place: {}, timeZone: 'UTC', history: [], signal, tell: () => undefined }
    return (await answerer).answer(question, asking)
  }
}
