// One run from its start to its end: queue, engine program, history, cancel, rerun.
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RunEvent } from '@caseloom/playbook/run-types'
import { databaseNow } from '../../../platform/database/clock.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import {
  type DurableAnswer,
  type DurableCommand,
  type DurableEvent,
  type DurableProgram,
  type DurableStep,
  REPLAY_DIVERGED,
  TryLater,
  type Verdict,
} from '../../../platform/durable/types.ts'
import type { StoredValue, ValueStore } from '../../../platform/files/values.ts'
import { bindTrace, isTracing, type Span, withSpan } from '../../../platform/telemetry/tracing.ts'
import {
  type EffectCommand,
  type EffectOutcome,
  patiently,
  type PerformDeps,
  performEffect,
} from '../effects/effects.ts'
import type { HostedRun } from '../expressions/expressions.ts'
import type { Advanced, Ending } from '../expressions/messages.ts'
import { OverLimit, PoolClosed } from '../expressions/thread-pool.ts'
import { continueRun, TURNS_PER_INVOCATION } from './continue-run.ts'
import { resumeRunFromHistory } from './resume-run-from-history.ts'
import type { Relay } from './relay.ts'
import type { OpenState, RunNews } from './history.store.ts'
import type { TouchedRecord } from '../gate/touched.rules.ts'
import type { HistoryWriter } from './history-writer.ts'
import { storedJson } from '../run-model/run-input.ts'
import { addTouches } from '@caseloom/contract/records/touches'
import type { StepStubs } from './step-stubs.ts'
import type { ListenCommand, Waits } from '../waits/waits.ts'
import { eventOf, Outcome, type RunEntry, type StoredEvent } from '../run-model/run-entry.ts'
import { answersIn, type Close, closesOf, storedEvents, touchedBy } from './stored-events.ts'

/** Outputs above this many characters go to the value store; journal and history hold their reference. */
const INLINE_OUTPUT = 256 * 1024
const NEVER = new AbortController().signal

export interface RunProgramDeps extends PerformDeps {
  values: ValueStore
  history: HistoryWriter
  waits: Waits
  relay: Pick<Relay, 'poke'>
}

/** One run as the worker has loaded it. */
export interface LoadedRun {
  scope: TenantScope
  runId: string
  hosted: HostedRun
  /** Turns recorded before the engine forgot the run; they are taken as they are. */
  recorded: readonly RunEntry[]
  /** A question of it is open already. */
  hasAsked: boolean
  /** Of a test run: what is done instead of what its steps say. */
  standIns?: StepStubs
  actor(): Promise<Actor>
  /** Whether someone asked it to stop, or its tenant is gone. */
  isCancelled(): Promise<boolean>
}

/** The interpreter of one run as a program for the durable host: reports events to the history and ends the run. */
export function runProgram(deps: RunProgramDeps, run: LoadedRun): DurableProgram {
  return new RunProgram(deps, run)
}

class RunProgram implements DurableProgram {
  readonly #deps: RunProgramDeps
  readonly #run: LoadedRun
  #seq: number
  #last = databaseNow()
  /** The engine's library calls us from wherever it is: steps hang below the slice that opened the run. */
  readonly #inSlice = bindTrace()
  #open = new Map<string, 'effect' | 'sleep' | 'opening' | 'listen'>()
  /** Questions that history knows as put: they are put again only so that the engine gets their answer. */
  readonly #asked = new Set<string>()
  /** Whether the run may have asked a question. */
  #listened: boolean
  /** What the steps were handed, in this invocation and before. */
  readonly #touched = new Map<string, TouchedRecord>()
  /** What happened in this invocation. */
  #lived = 0
  /** Aborted when this attempt has ended. */
  readonly #released = new AbortController()

  constructor(deps: RunProgramDeps, run: LoadedRun) {
    this.#deps = deps
    this.#run = run
    this.#seq = run.recorded.length
    this.#listened = run.hasAsked
  }

  async advance(events: readonly DurableEvent[]): Promise<DurableStep> {
    const first = events.length === 0
    const stored = first
      ? this.#run.recorded.flatMap((entry) => entry.events)
      : events.flatMap(storedEvents).filter((event) => event.kind !== 'opened' || !this.#asked.has(event.id))
    if (!first && stored.length === 0) return { commands: [] }
    addTouches(this.#touched, stored.flatMap(touchedBy))
    this.#last = stored.reduce((last, event) => Math.max(last, event.at), first ? databaseNow() : 0)
    try {
      const advanced = await this.#run.hosted.advance(await this.#load(stored))
      return await this.#turn(stored, advanced, first && this.#seq > 0)
    } catch (error) {
      if (error instanceof OverLimit) return { commands: [], verdict: overLimit(error) }
      if (error instanceof PoolClosed) throw new TryLater(error)
      throw error
    }
  }

  async condemn(verdict: Verdict): Promise<JsonValue> {
    const { scope, runId, recorded } = this.#run
    if (verdict.code === REPLAY_DIVERGED) {
      const mine = { runId, recorded: recorded.length }
      if (await this.#patiently(NEVER, () => resumeRunFromHistory(this.#deps, scope, mine)))
        return { state: 'continued' }
    }
    // The replay that went astray may not have come to the questions that were put before.
    this.#listened = true
    return this.#end({ state: 'failed', error: verdict, outputSize: 0 }, null)
  }

  release(): void {
    this.#released.abort()
    this.#run.hosted.release()
  }

  isCancelled(signal: AbortSignal): Promise<boolean> {
    return this.#patiently(signal, () => this.#run.isCancelled())
  }

  #patiently<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return patiently(signal, work, { runs: () => [this.#run.runId] })
  }

  #load(stored: readonly StoredEvent[]): Promise<RunEvent[]> {
    const { scope } = this.#run
    // Failing here would end the attempt, and make other steps in progress run again.
    const load = (ref: string) =>
      this.#patiently(this.#released.signal, () => scope.read((tx) => storedJson(this.#deps.values, tx, ref)))
    return Promise.all(stored.map((event) => eventOf(event, load)))
  }

  async #turn(stored: readonly StoredEvent[], advanced: Advanced, resumed: boolean): Promise<DurableStep> {
    const closes = closesOf(stored, advanced.commands)
    const known = this.#settle(stored, closes)
    if (!resumed) this.#lived += stored.length
    // Start nothing new before continuing elsewhere; commands omitted here are issued again there.
    const isLeaving = this.#lived >= TURNS_PER_INVOCATION
    const commands = isLeaving
      ? []
      : advanced.commands.filter(({ id, kind }) => kind !== 'close' && !known.has(id))
    for (const { id, kind } of commands) {
      if (kind === 'effect' || kind === 'sleep') this.#open.set(id, kind)
      if (kind === 'listen') this.#open.set(id, this.#asked.has(id) ? 'listen' : 'opening')
      this.#listened ||= kind === 'listen'
    }
    // Turns that were recorded before are not reported again.
    const entry: RunEntry | null = resumed ? null : { events: [...stored], steps: advanced.steps }
    if (advanced.end !== undefined) return { commands: [], end: await this.#end(advanced.end, entry) }
    const waiting = [...this.#open.values()].every((kind) => kind === 'sleep' || kind === 'listen')
    if (isLeaving && waiting) return this.#leave(entry, closes)
    this.#report(entry, waiting ? 'waiting' : 'running', closes)
    return {
      commands: [
        ...commands.map((command) => this.#command(command)),
        // An answer that arrived with its question leaves a handle that would never settle.
        ...[...closes.map((one) => one.commandId), ...answersIn(stored)].map(closeOf),
      ],
    }
  }

  async #leave(entry: RunEntry | null, closes: readonly Close[]): Promise<DurableStep> {
    const { scope, runId } = this.#run
    await this.#deps.history.report({ ...this.#news(entry, 'running', null), closes })
    await this.#patiently(NEVER, () => continueRun(this.#deps, scope, { runId, recorded: this.#seq }))
    return { commands: [], end: { state: 'continued' } }
  }

  /** Removes finished commands from the open ones; returns those that must no longer go to the engine. */
  #settle(stored: readonly StoredEvent[], closes: readonly Close[]): ReadonlySet<string> {
    const known = new Set<string>()
    for (const event of stored) {
      if (event.kind === 'cancel') continue
      if (event.kind === 'opened' && event.outcome.ok) {
        this.#asked.add(event.id)
        if (this.#open.has(event.id)) this.#open.set(event.id, 'listen')
        continue
      }
      known.add(event.id)
      this.#open.delete(event.id)
    }
    for (const { commandId } of closes) {
      known.add(commandId)
      this.#open.delete(commandId)
    }
    return known
  }

  #command(command: Advanced['commands'][number]): DurableCommand {
    if (command.kind === 'sleep') return { kind: 'sleep', id: command.id, until: command.until }
    if (command.kind === 'close') return closeOf(command.id)
    if (command.kind === 'listen') {
      const { id, inputHash: hash } = command
      return {
        kind: 'listen',
        id,
        hash,
        open: (key, signal) => this.#ask(command, key, signal),
        hear: (key, signal) => this.#hear(id, key, signal),
      }
    }
    const { id, inputHash: hash } = command
    return { kind: 'effect', id, hash, perform: (signal) => this.#traced(command, signal) }
  }

  #traced(command: EffectCommand, signal: AbortSignal): Promise<JsonValue> {
    if (!isTracing()) return this.#perform(command, signal)
    const facts = { 'caseloom.step': command.id, 'caseloom.run_id': this.#run.runId }
    const work = async (span: Span) => {
      const outcome = await this.#perform(command, signal)
      const read = Outcome.safeParse(outcome).data
      if (read?.ok === false) span.fail(read.error.code)
      return outcome
    }
    return this.#inSlice(() => withSpan(`step ${command.action}`, { facts }, work))
  }

  #handed(): TouchedRecord[] {
    return [...this.#touched.values()]
  }

  async #perform(command: EffectCommand, signal: AbortSignal): Promise<JsonValue> {
    const { scope } = this.#run
    const { idempotencyKey, timeoutMs } = command
    const actor = () => this.#run.actor()
    const context = { scope, actor, idempotencyKey, timeoutMs, signal, touched: () => this.#handed() }
    const given = await this.#stub(command, signal)
    return this.#journaled(given ?? (await performEffect(this.#deps, command, context)), signal)
  }

  /** What replaces the step in a test run; null when it runs for real. */
  async #stub(
    { path, action }: { path: string; action: string },
    signal: AbortSignal,
  ): Promise<EffectOutcome | null> {
    const { standIns } = this.#run
    return standIns === undefined ? null : this.#patiently(signal, () => standIns(path, action))
  }

  /** Puts a question; what the journal holds of it is how that ended, and an answer that was there before. */
  async #ask(command: ListenCommand, key: string, signal: AbortSignal): Promise<JsonValue> {
    const { scope, runId } = this.#run
    const asking = { scope, runId, actor: () => this.#run.actor(), signal, touched: () => this.#handed() }
    const given = await this.#stub(command, signal)
    if (given) {
      const answered = { at: databaseNow(), outcome: await this.#journaled(given, signal) }
      return { opened: { ok: true, output: null }, answer: answered }
    }
    const { outcome, answer } = await this.#deps.waits.open(asking, command, key)
    const opened = await this.#journaled(outcome, signal)
    // An outcome is JSON by its schema.
    return answer === null
      ? { opened }
      : { opened, answer: { at: answer.at, outcome: plain(answer.outcome) } }
  }

  /** The answer as stored in our tables; a wake without one is no answer, regardless of its sender. */
  async #hear(commandId: string, engineKey: string, signal: AbortSignal): Promise<DurableAnswer | null> {
    const { scope, runId } = this.#run
    const answer = await this.#patiently(signal, () =>
      this.#deps.waits.hear(scope, { runId, commandId, engineKey }),
    )
    // An outcome is JSON by its schema.
    return answer === null ? null : { at: answer.at, outcome: plain(answer.outcome) }
  }

  async #journaled(outcome: EffectOutcome, signal: AbortSignal): Promise<JsonValue> {
    // Journaled with the outcome, because the action isn't called again after a crash.
    const touched = outcome.touched === undefined ? {} : { touched: plain(outcome.touched) }
    if (!outcome.ok) return { ok: false, error: { ...outcome.error }, ...touched }
    const text = JSON.stringify(outcome.output)
    if (text.length <= INLINE_OUTPUT) return { ok: true, output: outcome.output, ...touched }
    const { sha256, size } = await this.#stored(text, signal)
    return { ok: true, ref: sha256, size, ...touched }
  }

  #stored(text: string, signal: AbortSignal): Promise<StoredValue> {
    const bytes = Buffer.from(text)
    const { scope } = this.#run
    return this.#patiently(signal, () =>
      scope.tx((tx) => this.#deps.values.put(tx, bytes, 'application/json')),
    )
  }

  #report(entry: RunEntry | null, state: OpenState, closes: readonly Close[]): void {
    // Waiting for the end reports a failure; one failed write must not stop the run.
    this.#deps.history.report({ ...this.#news(entry, state, null), closes }).catch((error: unknown) => {
      this.#deps.log.error({ err: error, runId: this.#run.runId }, 'failed to record an advance of a run')
    })
  }

  async #end(end: Ending, entry: RunEntry | null): Promise<JsonValue> {
    const error = end.error === undefined ? null : { ...end.error }
    const whole = end.output ?? null
    const isLarge = whole !== null && whole.length > INLINE_OUTPUT
    const outputRef = isLarge ? (await this.#stored(whole, NEVER)).sha256 : null
    const output = isLarge ? null : whole
    const isTooBig = whole === null && end.outputSize > 0
    await this.#deps.history.report(this.#news(entry, end.state, { error, output, outputRef, isTooBig }))
    return { state: end.state, error, output, outputSize: end.outputSize }
  }

  #news(entry: RunEntry | null, state: RunNews['state'], end: RunNews['end']): RunNews {
    const records = (entry?.events ?? []).flatMap(touchedBy)
    const heard = answersIn(entry?.events ?? [])
    const seq = entry === null ? null : this.#seq
    if (entry !== null) this.#seq += 1
    const { runId, scope } = this.#run
    return {
      tenantId: scope.tenantId,
      scope,
      runId,
      seq,
      at: new Date(this.#last),
      entry: entry ?? { events: [], steps: [] },
      records,
      heard,
      state,
      end,
      quiet: !this.#listened,
    }
  }
}

function closeOf(id: string): DurableCommand {
  return { kind: 'close', id }
}

function plain(value: object): JsonValue {
  return JSON.parse(JSON.stringify(value))
}

function overLimit(error: OverLimit): Verdict {
  return { code: 'expression.limit', message: error.message }
}
