import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { z } from 'zod'
import type { TenantScope } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import { ANYTHING } from '@caseloom/contract/records/touches'
import type { EffectAction } from '../effects/effects.ts'
import { effectOf, failedStep } from '../effects/effect-of.ts'

export interface Asked {
  scope: TenantScope
  actor: Actor
  question: string
  signal: AbortSignal
}

/**
 * Answers questions of steps with the assistant that answers people, with the permissions of the run. Null when it is
 * switched off.
 */
export type AskAssistant = (asked: Asked) => Promise<{
  text: string
  answeredBy: { kind: string; name: string }
  sources: readonly { kind: string; title: string; to: string }[]
  isError?: boolean
} | null>

const Input = z.object({ question: z.string().min(1).max(20_000), context: z.custom<JsonValue>().optional() })
const MAX_CONTEXT = 60_000

/** `assistant.ask`: one question, with a value that belongs to it. */
export function askEffect(ask: AskAssistant): EffectAction {
  return effectOf(Input, async ({ question, context }, { scope, actor, signal }) => {
    allow(actor, 'assistant:use')
    const about = context === undefined || context === null ? '' : asText(context)
    if (about.length > MAX_CONTEXT)
      return failedStep('step.bad_input', `context: is longer than ${MAX_CONTEXT} characters`)
    const whole = about === '' ? question : `${question}\n\n${about}`
    const answer = await ask({ scope, actor, question: whole, signal })
    if (answer === null) return failedStep('assistant.off', 'The assistant is turned off')
    if (answer.isError === true)
      return {
        ok: false,
        error: { code: 'assistant.failed', message: answer.text, retryable: true },
        touched: [ANYTHING],
      }
    const { text, answeredBy, sources } = answer
    const { kind, name } = answeredBy
    const cited = sources.map((source) => ({ kind: source.kind, title: source.title, to: source.to }))
    return { ok: true, output: { text, answeredBy: { kind, name }, sources: cited }, touched: [ANYTHING] }
  })
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}
