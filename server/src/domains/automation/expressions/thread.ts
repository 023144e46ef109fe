import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { type ActionSpec, builtInActions, type SpecCatalog, extendCatalog } from '@caseloom/playbook/actions'
import { createBudget } from '@caseloom/playbook/budget'
import { Playbook } from '@caseloom/playbook/document'
import { compileTemplate } from '@caseloom/playbook/expression'
import { createRun, type Run } from '@caseloom/playbook/interpreter'
import { isComputedInPlace } from '@caseloom/playbook/plan'
import type { Advance, RunContext, StepChange } from '@caseloom/playbook/run-types'
import { evaluateTrigger } from '@caseloom/playbook/trigger'
import { triggerRoot } from '@caseloom/playbook/trigger-root'
import { validatePlaybook } from '@caseloom/playbook/validate'
import { parentPort, workerData } from 'node:worker_threads'
import { type StoredSpec, specOf } from '../registry/stored-spec.ts'
import { boundedSize } from './bounded-size.ts'
import type {
  Advanced,
  Evaluated,
  Judgement,
  Learnt,
  Received,
  RecomputedValue,
  Replayed,
  RunBasis,
  StepNote,
  Task,
  TaskMessage,
  ThreadAnswer,
  ThreadMessage,
} from './messages.ts'
import { replayRun } from './replay-run.ts'
import { summaryOf } from './summary.rules.ts'
import { testSaved } from './test-saved.ts'

/** The body of an expression thread: one task after the other, so that the one at work is the one to blame. */
const port = parentPort
if (port === null) throw new Error('This module is the body of a worker thread')
// The pool gives each thread one shared cell in which it says what it is doing.
const current = new Int32Array(workerData as SharedArrayBuffer)
const playbooks = new Map<string, { playbook: Playbook; catalog: SpecCatalog }>()
const runs = new Map<string, Run>()
let queue = Promise.resolve()

port.on('message', (message: ThreadMessage) => {
  if ('release' in message) runs.delete(message.release)
  else if ('forget' in message) playbooks.delete(message.forget)
  else {
    learn(message.documents)
    queue = queue.then(() => work(message))
  }
})

function learn(documents: Record<string, Learnt> = {}): void {
  for (const [id, { document, actions }] of Object.entries(documents))
    playbooks.set(id, { playbook: Playbook.parse(document), catalog: catalogWith(actions) })
}

/** Schemas are compiled when a step first needs them, once per thread. */
const compiled = new Map<string, ActionSpec>()
const MAX_COMPILED = 2_000

function catalogWith(actions: readonly StoredSpec[]): SpecCatalog {
  if (actions.length === 0) return builtInActions
  return extendCatalog(builtInActions, actions.map(compiledSpec))
}

function compiledSpec(stored: StoredSpec): ActionSpec {
  const key = JSON.stringify(stored)
  const known = compiled.get(key) ?? specOf(stored)
  if (compiled.size >= MAX_COMPILED) compiled.clear()
  compiled.set(key, known)
  return known
}

async function work(message: TaskMessage): Promise<void> {
  Atomics.store(current, 0, message.seq)
  const answer = await perform(message.task).then(
    (result): ThreadAnswer => ({ seq: message.seq, ok: true, result }),
    (error: unknown): ThreadAnswer => ({
      seq: message.seq,
      ok: false,
      message: error instanceof Error ? error.message : 'unknown',
    }),
  )
  Atomics.store(current, 0, 0)
  port?.postMessage(answer)
}

async function perform(task: Task): Promise<unknown> {
  switch (task.kind) {
    case 'judge':
      return judge(task)
    case 'advance':
      return advance(task)
    case 'recompute':
      return recompute(task)
    case 'validate': {
      const verdict = validatePlaybook(task.document, catalogWith(task.actions))
      return { issues: verdict.ok ? [] : verdict.issues, warnings: verdict.warnings }
    }
    case 'replay':
      return replay(task)
    case 'test':
      return testSaved(playbookOf(task.documentId), task)
    case 'evaluate':
      return evaluate(task)
    default:
      return task satisfies never
  }
}

async function evaluate(task: Task & { kind: 'evaluate' }): Promise<Evaluated[]> {
  const results: Evaluated[] = []
  for (const scope of task.scopes) {
    try {
      const bindings = { budget: createBudget(), now: task.now, seed: 'evaluate' }
      const value = await compileTemplate(task.template).evaluate(scope, bindings)
      results.push({ ok: true, value: value ?? null })
    } catch (error) {
      results.push({ ok: false, message: error instanceof Error ? error.message : 'unknown' })
    }
  }
  return results
}

async function judge(task: Task & { kind: 'judge' }): Promise<Judgement> {
  const { basis } = task
  const { playbook, catalog } = playbookOf(basis.versionId)
  const trigger = readTrigger(basis.received)
  if (typeof trigger === 'string') return { kind: 'unreadable', message: trigger }
  const { receivedAt: now, inputs = {} } = basis.received
  const hasOwnKey = basis.received.once !== undefined
  const options = { now, tenant: basis.tenant, inputs, hasOwnKey }
  const verdict = await evaluateTrigger(playbook, task.triggerKey, trigger, options)
  const summary = summaryOf(trigger)
  if ('error' in verdict) return { kind: 'failed', message: verdict.error.message }
  if (!verdict.match) return { kind: 'filtered', reason: verdict.reason, summary }
  const match = { kind: 'match' as const, dedupKey: verdict.dedup, summary }
  if (!task.compute || !isComputedInPlace(playbook, catalog)) return match
  const run = createRun(playbook, { ...contextOf(basis, trigger), catalog })
  return { ...match, run: compact(await run.advance([]), task.outputLimit) }
}

async function advance(task: Task & { kind: 'advance' }): Promise<Advanced> {
  let run = runs.get(task.run)
  if (task.open !== undefined) {
    const { basis, past } = task.open
    const trigger = readTrigger(basis.received)
    if (typeof trigger === 'string') throw new Error(trigger)
    const { playbook, catalog } = playbookOf(basis.versionId)
    run = createRun(playbook, { ...contextOf(basis, trigger), catalog })
    runs.set(task.run, run)
    if (past.length > 0) await run.advance(past)
  }
  if (run === undefined) throw new Error('The run isn’t open')
  const advanced = compact(await run.advance(task.events), task.outputLimit)
  if (advanced.end !== undefined) runs.delete(task.run)
  return advanced
}

async function replay(task: Task & { kind: 'replay' }): Promise<Replayed> {
  const { basis, draftId, triggerKey, past, computed } = task
  const trigger = readTrigger(basis.received)
  if (typeof trigger === 'string') throw new Error(trigger)
  const sideOf = (id: string) => {
    const { playbook, catalog } = playbookOf(id)
    return { playbook, context: { ...contextOf(basis, trigger), catalog } }
  }
  const draft = sideOf(draftId)
  const answer = await replayRun(sideOf(basis.versionId), draft, { past, computed })
  if (!draft.playbook.triggers.some(({ key }) => key === triggerKey)) return answer
  const { receivedAt: now, inputs = {} } = basis.received
  const verdict = await evaluateTrigger(draft.playbook, triggerKey, trigger, {
    now,
    tenant: basis.tenant,
    inputs,
  })
  const isFiltered = 'match' in verdict && !verdict.match
  return isFiltered ? { ...answer, state: 'filtered', error: null, differences: [], scripts: [] } : answer
}

async function recompute(task: Task & { kind: 'recompute' }): Promise<RecomputedValue> {
  const trigger = readTrigger(task.basis.received)
  if (typeof trigger === 'string') throw new Error(trigger)
  // Pure steps inside loops are reported only when one of them is inspected.
  const watch = (path: string) => path === task.path
  const { playbook, catalog } = playbookOf(task.basis.versionId)
  const run = createRun(playbook, { ...contextOf(task.basis, trigger), catalog, watch })
  const done = await run.advance(task.past)
  const value = task.path === '' ? done.end?.output : valueOf(done.steps, task.path, task.side)
  return value === undefined ? { found: false, text: 'null' } : { found: true, text: JSON.stringify(value) }
}

function valueOf(
  steps: readonly StepChange[],
  path: string,
  side: 'input' | 'output',
): JsonValue | undefined {
  return steps.findLast((step) => step.path === path && step[side] !== undefined)?.[side]
}

function playbookOf(versionId: string): { playbook: Playbook; catalog: SpecCatalog } {
  const playbook = playbooks.get(versionId)
  if (playbook === undefined) throw new Error(`The thread doesn’t have the version ${versionId}`)
  return playbook
}

function contextOf(basis: RunBasis, trigger: JsonValue): RunContext {
  return { run: basis.run, trigger, tenant: basis.tenant, inputs: basis.received.inputs ?? {}, vars: {} }
}

/** The trigger as expressions see it, or why its body cannot be read. */
function readTrigger(received: Received): JsonObject | string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(received.body)
    const body: JsonValue = JSON.parse(text)
    return triggerRoot(received.kind ?? 'webhook', body, received)
  } catch (error) {
    return error instanceof SyntaxError
      ? `The payload isn’t valid JSON: ${error.message}`
      : 'The payload isn’t UTF-8'
  }
}

function compact(advanced: Advance, outputLimit: number): Advanced {
  const { commands, end } = advanced
  const steps = advanced.steps.map(noteOf)
  if (end === undefined) return { commands, steps }
  const text = end.output === undefined ? undefined : JSON.stringify(end.output)
  return {
    commands,
    steps,
    end: {
      state: end.state,
      outputSize: text?.length ?? 0,
      ...(end.error === undefined ? {} : { error: end.error }),
      ...(text === undefined || text.length > outputLimit ? {} : { output: text }),
    },
  }
}

function noteOf(step: StepChange): StepNote {
  const note: StepNote = { path: step.path, state: step.state, attempt: step.attempt, at: step.at }
  if (step.input !== undefined) note.input = boundedSize(step.input)
  if (step.output !== undefined) note.output = boundedSize(step.output)
  if (step.error !== undefined) note.error = step.error
  if (step.turns !== undefined) note.turns = step.turns
  return note
}
