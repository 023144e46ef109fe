import type { JsonValue } from '@caseloom/contract/json'
import * as restate from '@restatedev/restate-sdk'
import { databaseNow } from '../database/clock.ts'
import type { AttemptDrain } from './drain.ts'
import {
  type DurableAnswer,
  type DurableCommand,
  type DurableEvent,
  type DurableProgram,
  REPLAY_DIVERGED,
  TryLater,
  type Verdict,
} from './types.ts'

type EffectEntry = { kind: 'effect'; id: string; hash: string; at: number; outcome: JsonValue }
type OpenedEntry = Omit<EffectEntry, 'kind'> & { kind: 'opened' }
type Settled =
  | EffectEntry
  | OpenedEntry
  | { kind: 'answer'; id: string; at: number; outcome: JsonValue }
  | { kind: 'timer'; id: string; at: number }
  | { kind: 'asked' }
  | { kind: 'cancel'; at: number }

type Handles = Map<string, restate.RestatePromise<Settled>>

/**
 * The one loop of a run: issue commands, wait for the first open handle, feed the program, repeat.
 * No other await may stand here: several branches of ordinary promises hang on replay and repeat effects.
 */
export async function runLoop(
  ctx: restate.internal.ContextInternal,
  program: DurableProgram,
  drain: AttemptDrain,
): Promise<JsonValue> {
  const signal = ctx.request().attemptCompletedSignal
  const at = { signal, drain }
  const open: Handles = new Map()
  /** Answers to questions that are still being put: nobody can be asked before that. */
  const answers: Handles = new Map()
  open.set(
    '#cancel',
    ctx.cancellation().map((): Settled => ({ kind: 'asked' })),
  )
  const hashes = new Map<string, string>()
  let step = await program.advance([])
  for (;;) {
    if (step.verdict !== undefined) return judge(ctx, program, step.verdict)
    // What has begun is finished here; everything else begins in another process, from the journal.
    if (drain.isDraining && step.end === undefined && drain.isIdle())
      throw new TryLater(new Error('This process is about to stop'))
    for (const command of drain.isDraining ? [] : step.commands) {
      if (command.kind === 'effect' || command.kind === 'listen') hashes.set(command.id, command.hash)
      if (command.kind === 'close') {
        open.delete(command.id)
        answers.delete(command.id)
      } else if (command.kind === 'listen') listen(ctx, command, { open, answers, ...at })
      else open.set(command.id, issue(ctx, command, at))
    }
    if (step.end !== undefined) return step.end
    let settled = await restate.RestatePromise.race([...open.values()])
    while (settled.kind === 'asked') {
      open.delete('#cancel')
      open.set('#cancelled', cancelledAt(ctx))
      settled = await restate.RestatePromise.race([...open.values()])
    }
    open.delete(handleOf(settled))
    drain.settle(handleOf(settled))
    if (settled.kind === 'opened') {
      const answer = answers.get(settled.id)
      if (answer !== undefined) open.set(settled.id, answer)
      answers.delete(settled.id)
    }
    if ((settled.kind === 'effect' || settled.kind === 'opened') && hashes.get(settled.id) !== settled.hash) {
      return program.condemn(diverged(settled.id))
    }
    step = await program.advance([eventOf(settled)])
  }
}

/** The attempt that a command belongs to. */
interface At {
  signal: AbortSignal
  drain: AttemptDrain
}

/** Neither a result nor an error: the attempt is cut, and another one does it. */
function never(): Promise<never> {
  return new Promise(() => undefined)
}

function issue(
  ctx: restate.internal.ContextInternal,
  command: Extract<DurableCommand, { kind: 'effect' | 'sleep' }>,
  { signal, drain }: At,
): restate.RestatePromise<Settled> {
  const { id } = command
  if (command.kind === 'sleep') {
    const { until } = command
    return ctx
      .sleep(Math.max(0, until - databaseNow()), id)
      .map((): Settled => ({ kind: 'timer', id, at: until }))
  }
  const { hash } = command
  return ctx.run<Settled>(id, async () => {
    if (!drain.begin(id)) return never()
    const outcome = await command.perform(signal)
    return { kind: 'effect', id, hash, at: databaseNow(), outcome }
  })
}

/** Puts the question as a journaled piece of work; the answer comes by a handle that the engine knows under a key. */
function listen(
  ctx: restate.internal.ContextInternal,
  command: Extract<DurableCommand, { kind: 'listen' }>,
  { open, answers, signal, drain }: At & { open: Handles; answers: Handles },
): void {
  const { id, hash } = command
  const { id: key, promise } = ctx.awakeable<DurableAnswer>()
  answers.set(
    id,
    // A handle without a failure side: nobody but our own relay settles it, and it only resolves.
    promise.map((answer): Settled => ({ kind: 'answer', id, at: 0, outcome: null, ...answer })),
  )
  open.set(
    `${id}.open`,
    ctx.run<Settled>(`${id}.open`, async () => {
      if (!drain.begin(`${id}.open`)) return never()
      const outcome = await command.open(key, signal)
      return { kind: 'opened', id, hash, at: databaseNow(), outcome }
    }),
  )
}

function handleOf(settled: Exclude<Settled, { kind: 'asked' }>): string {
  if (settled.kind === 'cancel') return '#cancelled'
  return settled.kind === 'opened' ? `${settled.id}.open` : settled.id
}

function cancelledAt(ctx: restate.internal.ContextInternal): restate.RestatePromise<Settled> {
  return ctx.run<Settled>('#cancelled', () => ({ kind: 'cancel', at: databaseNow() }))
}

async function judge(
  ctx: restate.internal.ContextInternal,
  program: DurableProgram,
  verdict: Verdict,
): Promise<JsonValue> {
  return program.condemn(await ctx.run('#verdict', () => verdict))
}

function eventOf(settled: Exclude<Settled, { kind: 'asked' }>): DurableEvent {
  switch (settled.kind) {
    case 'effect':
    case 'opened':
    case 'answer':
      return { kind: settled.kind, id: settled.id, at: settled.at, outcome: settled.outcome }
    case 'timer':
      return { kind: 'timer', id: settled.id, at: settled.at }
    case 'cancel':
      return { kind: 'cancel', at: settled.at }
    default:
      return settled satisfies never
  }
}

function diverged(id: string): Verdict {
  return {
    code: REPLAY_DIVERGED,
    message: `The replay asked for other inputs of "${id}" than the journal holds; nothing more was done`,
  }
}
