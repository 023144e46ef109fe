import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Playbook } from './document.ts'
import { createRun, type Run } from './interpreter.ts'
import type { Advance, Command, RunContext, RunEvent, StepError } from './run-types.ts'
import { validatePlaybook } from './validate.ts'

type Doc = { [key: string]: JsonValue }

/** Builds a valid playbook of steps for a test; says what is wrong when it is not. */
export function aPlaybook(steps: Doc[], more: Doc = {}): Playbook {
  const checked = validatePlaybook({ playbook: 'test', title: 'Test', steps, ...more })
  if (checked.ok) return checked.playbook
  throw new Error(checked.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
}

/** A step that does something outside. */
export function effect(key: string, after: JsonValue = [], more: Doc = {}): Doc {
  return { key, action: 'http.request', with: { url: `http://stub/${key}` }, after, ...more }
}

/** A pure step that gives `value`. */
export function pure(key: string, after: JsonValue = [], value: JsonValue = key, more: Doc = {}): Doc {
  return { key, action: 'data.transform', with: { value }, after, ...more }
}

/** A pure step that fails. */
export function failing(key: string, after: JsonValue = []): Doc {
  return pure(key, after, "{% $error('broken') %}")
}

export function contextOf(more: Partial<RunContext> = {}): RunContext {
  return { run: { id: 'run', startedAt: 1_000 }, trigger: {}, ...more }
}

export function ok(id: string, at: number, output: JsonValue = null): RunEvent {
  return { kind: 'effect', id, result: { ok: true, output, at } }
}

export function bad(id: string, at: number, error: Partial<StepError> = {}): RunEvent {
  return {
    kind: 'effect',
    id,
    result: { ok: false, error: { code: 'http.down', message: 'down', ...error }, at },
  }
}

/** A question was put. */
export function put(id: string, at: number, output: JsonValue = null): RunEvent {
  return { kind: 'opened', id, result: { ok: true, output, at } }
}

/** The answer to a question. */
export function answer(id: string, at: number, output: JsonValue = null): RunEvent {
  return { kind: 'answer', id, result: { ok: true, output, at } }
}

/** A question could not be put, or its answer is a failure. */
export function refused(
  kind: 'opened' | 'answer',
  id: string,
  at: number,
  error: Partial<StepError> = {},
): RunEvent {
  return { kind, id, result: { ok: false, error: { code: 'x.refused', message: 'refused', ...error }, at } }
}

/** A step that asks people. */
export function ask(key: string, after: JsonValue = [], more: Doc = {}): Doc {
  const with_ = { title: 'May I?', to: { users: ['alice@example.org'] } }
  return { key, action: 'human.approve', with: with_, after, ...more }
}

export function cancel(at: number): RunEvent {
  return { kind: 'cancel', at }
}

export function timer(id: string, at: number): RunEvent {
  return { kind: 'timer', id, at }
}

/** One line per command, step change and end, for snapshots that a reader can check by eye. */
export function linesOf(advance: Advance): string[] {
  const lines: string[] = []
  for (const step of advance.steps) {
    const error = step.error ? ` (${step.error.code})` : ''
    lines.push(`${step.at} ${step.path} ${step.state}${step.attempt > 1 ? ` #${step.attempt}` : ''}${error}`)
  }
  for (const command of advance.commands) lines.push(`> ${commandLine(command)}`)
  if (advance.end) {
    const { state, output, error } = advance.end
    const reason = error ? ` (${error.code}: ${error.message})` : ''
    lines.push(`= ${state}${output === undefined ? '' : ` ${JSON.stringify(output)}`}${reason}`)
  }
  return lines
}

function commandLine(command: Command): string {
  if (command.kind === 'sleep') return `sleep ${command.id} ${command.reason} until ${command.until}`
  if (command.kind === 'close') return `close ${command.id} ${command.reason}`
  return `${command.kind} ${command.id} ${command.action} ${command.timeoutMs}ms key ${command.idempotencyKey}`
}

/** All that came of the events, one batch each, joined. */
export async function sumOf(steps: Doc[], events: RunEvent[], more: Doc = {}): Promise<Advance> {
  const run = createRun(aPlaybook(steps, more), contextOf())
  const sum: Advance = { commands: [], steps: [] }
  for (const batch of [[], ...events.map((event) => [event])]) {
    const { commands, steps, ...rest } = await run.advance(batch)
    sum.commands.push(...commands)
    sum.steps.push(...steps)
    Object.assign(sum, rest)
  }
  return sum
}

/** Starts a run and gives each batch of events to it; the lines of each answer in order. */
export async function drive(
  playbook: Playbook,
  batches: RunEvent[][],
  context = contextOf(),
): Promise<string[]> {
  const run: Run = createRun(playbook, context)
  const lines = linesOf(await run.advance([]))
  for (const batch of batches) {
    lines.push('--')
    lines.push(...linesOf(await run.advance(batch)))
  }
  return lines
}
