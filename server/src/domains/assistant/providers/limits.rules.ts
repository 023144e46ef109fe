import type { ModelUsage } from '@caseloom/contract/assistant/assistant-models'
import type { StoredModel } from './model.store.ts'

export interface Spent {
  today: ModelUsage
  month: ModelUsage
  /** Questions of this user within the last hour. */
  asked: { count: number; first: Date | null }
}

const HOUR_MS = 3_600_000

/** Why the model is not asked, in words for the person who asks; null while there is room. */
export function limitReached(
  { limits }: Pick<StoredModel, 'limits'>,
  { today, month, asked }: Spent,
  timeZone: string,
): string | null {
  const { questionsPerUserPerHour: questions, tokensPerDay: tokens, costPerMonth: cost } = limits
  if (questions !== null && asked.count >= questions) {
    const again = asked.first === null ? 'later' : `at ${clockOf(asked.first.getTime() + HOUR_MS, timeZone)}`
    return `You can ask the language model ${questions === 1 ? 'once' : `${questions} times`} per hour. Try again ${again}.`
  }
  if (tokens !== null && today.tokensIn + today.tokensOut >= tokens)
    return 'This account has reached today’s limit for the language model.'
  if (cost !== null && month.cost >= cost)
    return 'This account has reached this month’s limit for the language model.'
  return null
}

function clockOf(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(at)
}

/** Tokens that may still be used today; infinite without a limit. */
export function tokensLeft({ limits }: Pick<StoredModel, 'limits'>, { today }: Spent): number {
  return limits.tokensPerDay === null
    ? Number.POSITIVE_INFINITY
    : Math.max(0, limits.tokensPerDay - today.tokensIn - today.tokensOut)
}

/** What so many tokens cost, by the prices that the account has set. */
export function costOf({ prices }: Pick<StoredModel, 'prices'>, tokensIn: number, tokensOut: number): number {
  return (tokensIn * prices.inputPerMillion + tokensOut * prices.outputPerMillion) / 1_000_000
}

/** Estimates the tokens of a text where the provider returns no count. */
export function reckonedTokens(letters: number): number {
  return Math.ceil(letters / 4)
}
