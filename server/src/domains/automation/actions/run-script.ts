import type { JsonValue } from '@caseloom/contract/kernel/json'
import { parseDuration } from '@caseloom/playbook/duration'
import { z } from 'zod'
import type { EffectAction } from '../effects/effects.ts'
import { effectOf, failedStep } from '../effects/effect-of.ts'
import { SCRIPT_LIMITS } from './script/script-messages.ts'
import type { ScriptThreads } from './script/script-threads.ts'

const Script = z.object({
  code: z.string().min(1).max(100_000),
  input: z.custom<JsonValue>(() => true).optional(),
  timeout: z.string().optional(),
})

/** `code.script`: JavaScript over a value, in a sandbox; gives `{result, log}`. */
export function scriptEffect(threads: ScriptThreads): EffectAction {
  return effectOf(Script, async ({ code, input = null, timeout }, { scope, signal, timeoutMs }) => {
    const asked = timeout === undefined ? undefined : parseDuration(timeout)
    const limit = Math.min(asked ?? SCRIPT_LIMITS.timeoutMs, timeoutMs)
    const answer = await threads.run({ code, input, timeoutMs: limit, tenantId: scope.tenantId, signal })
    const { log } = answer
    // JSON.parse answers JSON values only; its type says any.
    if (answer.ok) return { ok: true, output: { result: JSON.parse(answer.result) as JsonValue, log } }
    return failedStep(answer.code, answer.message, { log })
  })
}
