import type { JsonValue } from '@caseloom/contract/kernel/json'
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
  | { kind: 'woken'; id: string }
  /** The journal entry of a wake: what was read then, so that a replay reads nothing. */
  | { kind: 'heard'; id: string; answer: DurableAnswer | null }
  | { kind: 'timer'; id: string; at: number }
  | { kind: 'asked' }
  | { kind: 'cancel'; at: number }
  | { kind: 'notCancelled' }

/** What the program receives; the rest concerns only the loop. */
type Reported = Extract<Settled, { kind: 'effect' | 'opened' | 'timer' | 'cancel' }> | Heard
type Heard = { kind: 'answer'; id: string } & DurableAnswer

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
  /** Wakes that are not waited for yet: the question is still being put, or the wake before is being checked. */
  const wakes: Handles = new Map()
  /** Questions that wait for their answer. */
  const listens = new Map<string, Listen>()
  const handles = { open, wakes, ...at }
  open.set('#cancel', cancelSignal(ctx))
  const hashes = new Map<string, string>()
  let step = await program.advance([])
  for (;;) {
    if (step.verdict !== undefined) return judge(ctx, program, step.verdict)
    // What has begun is finished here; everything else begins in another process, from the journal.
    if (drain.isDraining && step.end === undefined && drain.isIdle())
      throw new TryLater(new Error('This process is shutting down'))
    for (const command of drain.isDraining ? [] : step.commands) {
      if (command.kind === 'effect' || command.kind === 'listen') hashes.set(command.id, command.hash)
      if (command.kind === 'close') {
        open.delete(command.id)
        open.delete(wokenOf(command.id))
        wakes.delete(command.id)
      } else if (command.kind === 'listen') {
        listens.set(command.id, command)
        listen(ctx, command, handles)
      } else open.set(command.id, issue(ctx, command, at))
    }
    if (step.end !== undefined) return step.end
    let reported: Reported | null = null
    while (reported === null) {
      const settled: Settled = await restate.RestatePromise.race([...open.values()])
      open.delete(handleOf(settled))
      drain.settle(handleOf(settled))
      reported = reportedOf(settled)
      if (settled.kind === 'asked') open.set('#cancelled', checkCancel(ctx, program, at))
      else if (settled.kind === 'notCancelled') open.set('#cancel', cancelSignal(ctx))
      else if (settled.kind === 'woken') check(ctx, listens.get(settled.id), handles)
      else if (settled.kind === 'opened' || (settled.kind === 'heard' && settled.answer === null))
        awaitWake(handles, settled.id)
    }
    const settled = reported
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

type Listen = Extract<DurableCommand, { kind: 'listen' }>
type Listening = At & { open: Handles; wakes: Handles }

/** Puts the question as a journaled piece of work; the wake comes by a handle that the engine knows under a key. */
function listen(
  ctx: restate.internal.ContextInternal,
  command: Listen,
  { open, wakes, signal, drain }: Listening,
): void {
  const { id, hash } = command
  const key = nextWake(ctx, id, wakes)
  open.set(
    `${id}.open`,
    ctx.run<Settled>(`${id}.open`, async () => {
      if (!drain.begin(`${id}.open`)) return never()
      const outcome = await command.open(key, signal)
      return { kind: 'opened', id, hash, at: databaseNow(), outcome }
    }),
  )
}

/** A fresh handle for the next wake; whatever it is resolved or rejected with says nothing. */
function nextWake(ctx: restate.internal.ContextInternal, id: string, wakes: Handles): string {
  const { id: key, promise } = ctx.awakeable<unknown>()
  wakes.set(
    id,
    promise.map((): Settled => ({ kind: 'woken', id })),
  )
  return key
}

/** Waits for the next wake of a question. */
function awaitWake({ open, wakes }: Listening, id: string): void {
  const wake = wakes.get(id)
  if (wake !== undefined) open.set(id, wake)
  wakes.delete(id)
}

/** Reads the answer as a journaled piece of work: the wake itself proves nothing. */
function check(
  ctx: restate.internal.ContextInternal,
  command: Listen | undefined,
  { open, wakes, signal, drain }: Listening,
): void {
  if (command === undefined) return
  const { id } = command
  const key = nextWake(ctx, id, wakes)
  open.set(
    wokenOf(id),
    ctx.run<Settled>(wokenOf(id), async () => {
      if (!drain.begin(wokenOf(id))) return never()
      return { kind: 'heard', id, answer: await command.hear(key, signal) }
    }),
  )
}

const wokenOf = (id: string) => `${id}.woken`

function handleOf(settled: Settled): string {
  switch (settled.kind) {
    case 'asked':
      return '#cancel'
    case 'cancel':
    case 'notCancelled':
      return '#cancelled'
    case 'opened':
      return `${settled.id}.open`
    case 'heard':
      return wokenOf(settled.id)
    default:
      return settled.id
  }
}

function reportedOf(settled: Settled): Reported | null {
  if (settled.kind === 'heard')
    return settled.answer === null ? null : { kind: 'answer', id: settled.id, ...settled.answer }
  if (settled.kind === 'asked' || settled.kind === 'notCancelled' || settled.kind === 'woken') return null
  return settled
}

function cancelSignal(ctx: restate.internal.ContextInternal): restate.RestatePromise<Settled> {
  return ctx.cancellation().map((): Settled => ({ kind: 'asked' }))
}

function checkCancel(
  ctx: restate.internal.ContextInternal,
  program: DurableProgram,
  { signal, drain }: At,
): restate.RestatePromise<Settled> {
  return ctx.run<Settled>('#cancelled', async () => {
    if (!drain.begin('#cancelled')) return never()
    const isCancelled = await program.isCancelled(signal)
    return isCancelled ? { kind: 'cancel', at: databaseNow() } : { kind: 'notCancelled' }
  })
}

async function judge(
  ctx: restate.internal.ContextInternal,
  program: DurableProgram,
  verdict: Verdict,
): Promise<JsonValue> {
  return program.condemn(await ctx.run('#verdict', () => verdict))
}

function eventOf(settled: Reported): DurableEvent {
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
    message: `The replay requested other inputs of "${id}" than the journal contains; nothing else was executed`,
  }
}
