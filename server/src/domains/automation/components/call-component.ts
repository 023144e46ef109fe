// Playbooks called by playbooks, people, and Hero AI.
import { JsonObject } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import { guardStarts, STOP_REASONS } from '../causes/guard-starts.ts'
import type { LoopLimits } from '../causes/loop.rules.ts'
import type { CancelRelay } from '../runs/cancel-relay.ts'
import type { EffectOutcome } from '../effects/effects.ts'
import { touchNow } from '../gate/run-touch.store.ts'
import type { HookLimits } from '../intake/hook-limits.ts'
import type { WaitingAction, WaitingContext } from '../waits/waiting-actions.ts'
import { type StartRunDeps, startRunIn } from '../runs/start-run.ts'
import { callerPublisher } from '../sharing/sharing.store.ts'
import { isSharedTo } from '../sharing/sharing.rules.ts'
import { keepAnswer } from '../waits/waits.store.ts'
import { callersOf, calledBy, componentByKey, stopCalled } from '../playbooks/component.store.ts'
import type { RecordsDoor } from '../../records/records.door.ts'
import { withinLimits } from './call-limits.ts'
import { readInputs } from './inputs.rules.ts'
import { optionsOf } from './run-component.ts'

export interface CallDeps extends StartRunDeps {
  limits: Pick<HookLimits, 'loops'>
  cancels: CancelRelay
  records: Pick<RecordsDoor, 'events'>
}

const Input = z.object({
  component: z.string(),
  inputs: JsonObject.default({}),
  mode: z.enum(['wait', 'detach']).default('wait'),
})

/** Calls that may lie in each other; deeper ones are a mistake that would never end. */
const DEEPEST = 20

/**
 * `flow.call`: starts a run of a component. The step completes with that run, or with `detach` once it has started. The
 * run acts as its own document says; its initiator is the person who started the calling run.
 */
export function callComponent(deps: CallDeps): WaitingAction {
  return {
    internal: true,
    async open(input, context) {
      const parsed = Input.safeParse(input)
      if (!parsed.success) return refuse('step.bad_input', parsed.error.issues[0]?.message ?? 'Bad input')
      allow(context.actor, 'playbook:run')
      const limits = await deps.limits.loops(context.scope)
      return context.scope.tx((tx) => call({ ...deps, loops: limits }, tx, parsed.data, context))
    },
    async closed(tx, { waitId }) {
      await stopCalled(tx, waitId)
      tx.afterCommit(() => void deps.cancels.run())
    },
  }
}

async function call(
  deps: CallDeps & { loops: LoopLimits },
  tx: TenantTx,
  { component: key, inputs: given, mode }: z.output<typeof Input>,
  { runId, waitId, touched }: WaitingContext,
): Promise<EffectOutcome> {
  const before = await calledBy(tx, runId, waitId)
  if (before !== null) return { ok: true, output: { runId: before.id } }
  const component = await componentByKey(tx, key)
  const isShared = component !== null && isSharedTo(await callerPublisher(tx, runId), component.shared_with)
  if (!isShared) return refuse('component.not_found', `No published component "${key}"`)
  const read = readInputs(component.document, given)
  if (!read.ok) return refuse('inputs.invalid', read.issues.map((one) => one.message).join('; '))
  const limited = await limitedInputs(deps, tx, {
    component,
    inputs: read.inputs,
    runId,
    touched: touched?.() ?? [],
  })
  if (limited === null)
    return refuse('observable.above_limit', `TLP or PAP doesn’t let "${key}" look up any of the observables`)
  const callers = await callersOf(tx, runId)
  const [caller] = callers
  if (callers.some((one) => one.playbook_id === component.id))
    return refuse(
      'component.cycle',
      `The component "${key}" calls itself, directly or through other components`,
    )
  const depth = (caller?.depth ?? 0) + 1
  if (depth > DEEPEST)
    return refuse('component.too_deep', `Component calls are nested more than ${DEEPEST} levels deep`)
  const start = { parent: runId, playbookId: component.id, isCall: true, limits: deps.loops }
  const { verdicts, settle } = await guardStarts(tx, [start])
  const [verdict] = verdicts
  if (verdict?.kind === 'stop') return refuse('loop.stopped', STOP_REASONS[verdict.rule])
  const cause = verdict === undefined || verdict.cause === null ? {} : { cause: verdict.cause }
  await touchNow(tx, runId, touched?.() ?? [])
  const called = await startRunIn(deps, tx, {
    playbookId: component.id,
    versionId: component.version_id,
    triggerKey: 'call',
    triggerKind: 'component',
    payload: { run: { id: runId }, ...limited.report },
    inputs: limited.inputs,
    initiator: caller?.initiator ?? null,
    parent: { runId, waitId, depth },
    ...cause,
  })
  await settle(() => true)
  if (mode === 'detach')
    await keepAnswer(tx, waitId, { ok: true, output: { runId: called, state: 'queued', output: null } })
  return { ok: true, output: { runId: called } }
}

/** What a component that looks up observables may be given of them; null when that is nothing. */
async function limitedInputs(
  deps: CallDeps,
  tx: TenantTx,
  call: Parameters<typeof withinLimits>[2],
): Promise<{ inputs: JsonObject; report: JsonObject } | null> {
  if (optionsOf(call.component).looksUp === undefined) return { inputs: call.inputs, report: {} }
  const { inputs, skipped } = await withinLimits(deps, tx, call)
  if (skipped.length === 0) return { inputs, report: {} }
  const { observables } = inputs
  return Array.isArray(observables) && observables.length > 0 ? { inputs, report: { skipped } } : null
}

function refuse(code: string, message: string): EffectOutcome {
  return { ok: false, error: { code, message, retryable: false } }
}
