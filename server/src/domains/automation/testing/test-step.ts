import type { TestInput } from '@caseloom/contract/automation/builder'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { type Playbook, type Step, STEP_KEY } from '@caseloom/playbook/document'
import type { Command, StepError } from '@caseloom/playbook/run-types'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { type EffectOutcome, performEffect } from '../effects/effects.ts'
import type { RunBasis } from '../expressions/messages.ts'
import { copyBytes } from '../run-model/run-input.ts'
import { stepStubs } from '../runs/step-stubs.ts'
import { checkTest, givenOf, type TestDeps } from './test-playbook.ts'

export type StepTest = TestInput & { playbookId: string; path: string; outputs: JsonObject }
interface StepResult {
  input: JsonValue
  output: JsonValue
  error: StepError | null
  durationMs: number
  /** Its output was given, not made. */
  stubbed: boolean
}

/** Maximum duration of a tested step, while a person waits for the result. */
const LONGEST_MS = 60_000

/**
 * Runs a single step of a draft without the engine, with the permissions of the user. The request includes the outputs
 * of earlier steps. Throws playbook.invalid, resource.not_found.
 */
export async function testStep(
  deps: TestDeps,
  scope: TenantScope,
  actor: Actor,
  command: StepTest,
): Promise<StepResult> {
  allow(actor, 'playbook:build')
  const playbook = await checkTest(deps, scope, actor, command)
  const step = findStep(playbook, command.path)
  if (step === null) throw fail('resource.not_found')
  const begun = performance.now()
  const alone = await begin(deps, scope, command, step)
  const { input, command: wish } = alone
  if (wish === undefined) {
    return {
      input,
      output: alone.output,
      error: alone.error,
      durationMs: performance.now() - begun,
      stubbed: false,
    }
  }
  const given = await stepStubs(deps, scope, command)(command.path, wish.action)
  const outcome = given ?? (await perform(deps, scope, actor, wish))
  const masked = deps.actions.get(wish.action)?.masked
  return {
    input: masked === undefined ? input : masked(input),
    output: outcome.ok ? outcome.output : null,
    error: outcome.ok ? null : outcome.error,
    durationMs: performance.now() - begun,
    stubbed: given !== null,
  }
}

type Wish = Extract<Command, { kind: 'effect' | 'listen' }>

async function perform(deps: TestDeps, scope: TenantScope, actor: Actor, wish: Wish): Promise<EffectOutcome> {
  if (wish.kind === 'listen') {
    const message = 'This step waits for an answer. Enter its output, or test the whole playbook.'
    return { ok: false, error: { code: 'test.needs_run', message, retryable: false } }
  }
  const timeoutMs = Math.min(wish.timeoutMs, LONGEST_MS)
  const context = {
    scope,
    actor: async () => actor,
    idempotencyKey: wish.idempotencyKey,
    timeoutMs,
    signal: AbortSignal.timeout(timeoutMs + 1_000),
  }
  return performEffect(deps, { ...wish, timeoutMs }, context)
}

interface Begun {
  input: JsonValue
  output: JsonValue
  error: StepError | null
  /** The effect that the step requests; absent when it has ended. */
  command?: Wish
}

/**
 * The step alone in a playbook of its own: steps whose outputs are given stand before it as values, so that its
 * expressions find what they would find.
 */
async function begin(deps: TestDeps, scope: TenantScope, command: StepTest, step: Step): Promise<Begun> {
  const { document, path } = aloneWith(command, step)
  const actions = (await deps.connectors?.catalog.specsFor(scope, command.document)) ?? []
  const basis = basisFor(scope, command)
  const hosted = deps.expressions.open(document, basis, actions)
  try {
    const { commands, steps, end } = await hosted.advance([])
    const value = async (side: 'input' | 'output') => {
      const answer = await deps.expressions.recompute({ document, basis, past: [], path, side })
      return answer.found ? (JSON.parse(answer.text) as JsonValue) : null // what JSON.stringify wrote
    }
    const wish = commands.find((one): one is Wish => one.kind === 'effect' || one.kind === 'listen')
    if (wish !== undefined) return { input: wish.input, output: null, error: null, command: wish }
    const error = steps.findLast((note) => note.path === path)?.error ?? end?.error ?? null
    return { input: await value('input'), output: await value('output'), error }
  } finally {
    hosted.release()
  }
}

const GIVEN = 'outputsOfOtherSteps'

function aloneWith({ document, outputs }: StepTest, step: Step): { document: JsonObject; path: string } {
  const known = Object.keys(outputs).filter((key) => STEP_KEY.test(key) && key !== step.key && key !== 'item')
  const before: JsonObject[] = known.map((key) => ({
    key,
    action: 'data.transform',
    with: { value: `{% inputs.${GIVEN}.${key} %}` },
  }))
  // Only the step itself counts here, not its position in the graph.
  const { after: _after, join: _join, compensate: _undo, retry: _retry, ...own } = step
  const alone = { ...JSON.parse(JSON.stringify(own)), after: known }
  const { inputs: _schema, output: _output, onError: _onError, triggers: _triggers, ...rest } = document
  if (!('item' in outputs)) return { document: { ...rest, steps: [...before, alone] }, path: step.key }
  const loop = {
    key: 'testedLoop',
    action: 'flow.forEach',
    with: { items: `{% [inputs.${GIVEN}.item] %}` },
    steps: [{ ...alone, after: [] }],
    after: known,
  }
  return { document: { ...rest, steps: [...before, loop] }, path: `testedLoop#0/${step.key}` }
}

function basisFor(scope: TenantScope, command: StepTest): RunBasis {
  const { payload, http, triggerKind } = givenOf(command)
  const now = Date.now()
  return {
    versionId: newId(),
    run: { id: newId(), startedAt: now },
    tenant: { id: scope.tenantId },
    received: {
      ...(http === undefined ? { kind: triggerKind } : {}),
      body: copyBytes(Buffer.from(JSON.stringify(payload))),
      headers: http?.headers ?? {},
      query: http?.query ?? {},
      receivedAt: now,
      inputs: { ...command.inputs, [GIVEN]: command.outputs },
    },
  }
}

/** A step by its path as authored (`block/step`), or by its key: keys are unique in a document. */
function findStep(playbook: Playbook, path: string): Step | null {
  const key = path.replace(/#\d+/g, '').split('/').at(-1)
  const lists: Step[][] = [playbook.steps, playbook.onError?.steps ?? []]
  for (let list = lists.shift(); list !== undefined; list = lists.shift()) {
    for (const step of list) {
      if (step.key === key) return step
      lists.push(step.steps ?? [], step.catch ?? [], step.finally ?? [])
      for (const branch of step.branches ?? []) lists.push(branch.steps)
    }
  }
  return null
}
