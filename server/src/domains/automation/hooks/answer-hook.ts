import type { HookReply } from '@caseloom/contract/automation/hooks'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { RequestFacts, ReplyControl } from '../../../platform/http/types.ts'
import { traceCarrier } from '../../../platform/telemetry/tracing.ts'
import type { Relay } from '../runs/relay.ts'
import { type RecomputeDeps, recomputeValue } from '../runs/recompute.ts'
import type { Challenge } from './handshake.rules.ts'
import { type AcceptedDelivery, type AcceptDeliveryDeps, acceptDelivery } from './accept-delivery.ts'

export interface AnswerHookDeps extends AcceptDeliveryDeps, RecomputeDeps {
  relay: Relay
}

export interface HookRequest {
  hookKey: string
  raw: Buffer
  request: RequestFacts
  reply: ReplyControl
  query: Record<string, JsonValue>
}

type Answer = z.infer<typeof HookReply>

/** A sender that asked for the result waits this long for it, then gets the run's id. */
const WAIT_MS = 30_000

/** How a run reports its end to the engine, and the engine to us. */
const RunResult = z.object({
  state: z.enum(['succeeded', 'failed', 'cancelled']),
  error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
  output: z.string().nullable(),
  outputSize: z.number(),
})
type RunResult = z.infer<typeof RunResult>

/** Accepts a delivery and responds to its sender; the status shows the outcome. */
export async function answerHook(
  deps: AnswerHookDeps,
  scope: TenantScope,
  hook: HookRequest,
): Promise<Answer> {
  const { headers, ip } = hook.request
  const taken = await acceptDelivery(deps, scope, {
    hookKey: hook.hookKey,
    body: hook.raw,
    headers,
    ip,
    query: hook.query,
  })
  if (taken.kind === 'challenge') return answerChallenge(hook.reply, taken.challenge)
  if (taken.kind === 'filtered') return { outcome: 'filtered', reason: taken.reason }
  if (taken.kind === 'duplicate') return { outcome: 'duplicate', reason: taken.reason, runId: taken.runId }
  const result = await resultOf(deps, scope, hook, taken)
  if (result !== null) return answerResult(deps, scope, { hook, runId: taken.runId, result })
  hook.reply.status(202)
  return { runId: taken.runId }
}

function answerChallenge(reply: ReplyControl, { mediaType, content }: Challenge): Answer {
  if (mediaType === 'application/json') return JSON.parse(content)
  reply.text(content)
  return null
}

type Accepted = Extract<AcceptedDelivery, { kind: 'accepted' }>

async function resultOf(
  deps: AnswerHookDeps,
  scope: TenantScope,
  hook: HookRequest,
  taken: Accepted,
): Promise<RunResult | null> {
  const { done, runId, relayId } = taken
  const wanted = taken.answer === 'result'
  if (done !== null) {
    if (!wanted) return null
    const { state, text: output } = done
    return RunResult.parse({ state, error: done.error, output, outputSize: output?.length ?? 0 })
  }
  // A run that is not admitted yet is started by the relay when its turn comes.
  if (!taken.admitted) return null
  const trace = traceCarrier()
  const start = { tenantId: scope.tenantId, runId, recorded: 0, ...(trace === undefined ? {} : { trace }) }
  if (!wanted) {
    void deps.relay.start(relayId, start)
    return null
  }
  const patience = AbortSignal.any([AbortSignal.timeout(WAIT_MS), hook.request.signal])
  const end = await deps.relay.startAndWait(relayId, start, patience)
  // A long run continues in another invocation: its sender gets the result later, as for any slow run.
  return RunResult.safeParse(end).data ?? null
}

async function answerResult(
  deps: AnswerHookDeps,
  scope: TenantScope,
  { hook, runId, result }: { hook: HookRequest; runId: string; result: RunResult },
): Promise<Answer> {
  if (result.state !== 'succeeded') {
    hook.reply.status(422)
    const { code = 'run.failed', message = 'The run failed' } = result.error ?? {}
    return { runId, state: result.state, error: { code, message } }
  }
  if (result.output !== null) return JSON.parse(result.output)
  if (result.outputSize === 0) return null
  return (await recomputeValue(deps, scope, { runId, path: '', side: 'output' }))?.value ?? null
}
