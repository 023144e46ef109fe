import type { StopInput } from './actions-flow.ts'
import { beginBlock } from './blocks.ts'
import { hashInput } from './hash.ts'
import type { Bindings } from './jsonata-guard.ts'
import { runPure, waitUntil } from './pure-actions.ts'
import { pauseAfter } from './retry.ts'
import type { RunEngine, Stop } from './run-engine.ts'
import type { StepNode } from './run-frame.ts'
import { errorOf } from './run-state.ts'
import type { EffectResult, StepError } from './run-types.ts'
import type { Input } from './step-input.ts'

/** Begins a step: reads its input and computes it, or says what must be done outside. */
export async function startStep(engine: RunEngine, node: StepNode): Promise<void> {
  node.attempt = 1
  const { planned } = node
  const bindings = engine.bindings(`${node.path}~1`)
  let failed: StepError | undefined
  try {
    const read = await planned.read.read(node.frame.scope, bindings)
    node.input = read.input
    if (read.ok) return await perform(engine, node, read.input, bindings)
    failed = read.error
  } catch (thrown) {
    failed = errorOf(thrown)
  }
  engine.fail(node, failed)
}

async function perform(engine: RunEngine, node: StepNode, input: Input, bindings: Bindings): Promise<void> {
  const { kind } = node.planned.spec
  switch (kind) {
    case 'pure': {
      const result = await runPure(node.planned.action, input, node.frame.scope, bindings)
      if (result.ok) engine.succeed(node, result.output)
      else engine.fail(node, result.error)
      return
    }
    case 'wait':
      return wait(engine, node, input)
    case 'stop':
      engine.stop = stopOf(node, input)
      return engine.succeed(node, null)
    case 'block':
      return beginBlock(engine, node, input)
    case 'effect':
    case 'listen':
      node.inputHash = hashInput(input)
      node.attempt = 0
      return attempt(engine, node)
    default:
      return kind satisfies never
  }
}

function stopOf({ path }: StepNode, input: Input): Stop {
  // The input fits the action's schema.
  const { state, message, output } = input as StopInput
  return {
    path,
    state,
    ...(message === undefined ? {} : { message }),
    ...(output === undefined ? {} : { output }),
  }
}

function wait(engine: RunEngine, node: StepNode, input: Input): void {
  const until = waitUntil(input, engine.clock)
  if (typeof until !== 'number') return engine.fail(node, until)
  if (until <= engine.clock) return engine.succeed(node, { until: new Date(until).toISOString() })
  engine.change(node, 'waiting', { input })
  const id = `${node.path}~1`
  engine.send({ kind: 'sleep', id, path: node.path, reason: 'wait', until }, node, 'wait')
}

/** The next attempt of a step that does something outside. */
export function attempt(engine: RunEngine, node: StepNode): void {
  node.attempt += 1
  const { path, attempt, planned, input = {}, inputHash = '' } = node
  const { action, asset, timeoutMs, spec } = planned
  const { id: runId, group = 1 } = engine.context.run
  engine.change(node, 'running', { input })
  const listens = spec.kind === 'listen'
  const command = {
    kind: listens ? ('listen' as const) : ('effect' as const),
    id: `${path}~${attempt}`,
    path,
    attempt,
    action,
    ...(asset === undefined ? {} : { asset }),
    input,
    inputHash,
    timeoutMs,
    idempotencyKey: `${runId}/${path}~${group}`,
  }
  engine.send(command, node, listens ? 'opening' : 'effect')
}

/** An attempt, or the answer to a question, has come to its end. */
export function attemptEnded(engine: RunEngine, node: StepNode, result: EffectResult): void {
  for (const id of node.open) engine.drop(id, 'answered')
  if (result.ok) return engine.succeed(node, result.output)
  const pause = node.frame.going ? pauseAfter(node.planned.retry, node.attempt, result.error) : undefined
  if (pause === undefined) return engine.fail(node, result.error)
  node.lastError = result.error
  engine.change(node, 'retrying', { error: result.error })
  const id = `${node.path}~${node.attempt}.pause`
  const until = engine.clock + pause
  engine.send({ kind: 'sleep', id, path: node.path, reason: 'retry', until }, node, 'retry')
}

/** A question was put: from now on the step waits for its answer, as long as its `timeout` says. */
export function opened(
  engine: RunEngine,
  node: StepNode,
  id: string,
  output: EffectResult & { ok: true },
): void {
  engine.open.set(id, { node, kind: 'answer' })
  engine.change(node, 'waiting', { output: output.output })
  const { answerMs } = node.planned
  if (answerMs === undefined) return
  const until = engine.clock + answerMs
  engine.send(
    { kind: 'sleep', id: `${id}.timeout`, path: node.path, reason: 'wait', until },
    node,
    'deadline',
  )
}

/** No one answered in time. */
export function deadlinePassed(engine: RunEngine, node: StepNode): void {
  for (const id of node.open) engine.drop(id, 'timeout')
  if (node.input?.onTimeout === 'continue') return engine.succeed(node, { timedOut: true })
  const message = `No response within ${node.planned.step.timeout}`
  engine.fail(node, { code: 'step.timeout', message, retryable: false })
}
