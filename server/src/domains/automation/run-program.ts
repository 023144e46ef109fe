import type { JsonValue } from '@caseloom/contract/json'
import type { Actor } from '@caseloom/contract/permissions'
import type { RunEvent } from '@caseloom/playbook/run-types'
import type { Logger } from 'pino'
import type { TenantScope } from '../../platform/database/types.ts'
import {
  type DurableCommand,
  type DurableEvent,
  type DurableProgram,
  type DurableStep,
  TryLater,
  type Verdict,
} from '../../platform/durable/types.ts'
import type { ValueStore } from '../../platform/files/values.ts'
import { bindTrace, isTracing, type Span, withSpan } from '../../platform/telemetry/tracing.ts'
import { type EffectActions, type EffectCommand, patiently, performEffect } from './effects.ts'
import type { HostedRun } from './expressions/expressions.ts'
import type { Advanced, Ending } from './expressions/messages.ts'
import { OverLimit, PoolClosed } from './expressions/thread-pool.ts'
import type { OpenState, RunNews, TouchedRecord } from './history.store.ts'
import type { HistoryWriter } from './history-writer.ts'
import { storedJson } from './run-basis.ts'
import { eventOf, Outcome, type RunEntry, type StoredEvent } from './run-entry.ts'

/** Outputs above this many characters go to the value store; journal and history hold their reference. */
const INLINE_OUTPUT = 256 * 1024

export interface RunProgramDeps {
  values: ValueStore
  actions: EffectActions
  history: HistoryWriter
  log: Logger
}

/** One run as the worker has loaded it. */
export interface LoadedRun {
  scope: TenantScope
  runId: string
  hosted: HostedRun
  /** Turns recorded before the engine forgot the run; they are taken as they are. */
  recorded: readonly RunEntry[]
  actor(): Promise<Actor>
}

/** The interpreter of one run as a program for the durable host: it tells history what happens and ends the run. */
export function runProgram(deps: RunProgramDeps, run: LoadedRun): DurableProgram {
  return new RunProgram(deps, run)
}

class RunProgram implements DurableProgram {
  readonly #deps: RunProgramDeps
  readonly #run: LoadedRun
  #seq: number
  #last = Date.now()
  /** The engine's library calls us from wherever it is: steps hang below the slice that opened the run. */
  readonly #inSlice = bindTrace()
  #open = new Map<string, 'effect' | 'sleep'>()

  constructor(deps: RunProgramDeps, run: LoadedRun) {
    this.#deps = deps
    this.#run = run
    this.#seq = run.recorded.length
  }

  async advance(events: readonly DurableEvent[]): Promise<DurableStep> {
    const first = events.length === 0
    const stored = first ? this.#run.recorded.flatMap((entry) => entry.events) : events.map(storedEvent)
    this.#last = Math.max(...stored.map((event) => event.at), first ? Date.now() : 0)
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
    return this.#end({ state: 'failed', error: verdict, outputSize: 0 }, null)
  }

  release(): void {
    this.#run.hosted.release()
  }

  #load(stored: readonly StoredEvent[]): Promise<RunEvent[]> {
    const { scope } = this.#run
    const load = (ref: string) => scope.read((tx) => storedJson(this.#deps.values, tx, ref))
    return Promise.all(stored.map((event) => eventOf(event, load)))
  }

  async #turn(stored: readonly StoredEvent[], advanced: Advanced, resumed: boolean): Promise<DurableStep> {
    for (const event of stored) if (event.kind !== 'cancel') this.#open.delete(event.id)
    const known = new Set(stored.map((event) => (event.kind === 'cancel' ? '' : event.id)))
    const commands = advanced.commands.filter((command) => !known.has(command.id))
    for (const command of commands)
      if (command.kind === 'effect' || command.kind === 'sleep') this.#open.set(command.id, command.kind)
    // Turns that were recorded before are not told again.
    const entry: RunEntry | null = resumed ? null : { events: [...stored], steps: advanced.steps }
    if (advanced.end !== undefined) return { commands: [], end: await this.#end(advanced.end, entry) }
    const waiting = [...this.#open.values()].every((kind) => kind === 'sleep')
    this.#tell(entry, waiting ? 'waiting' : 'running')
    return { commands: commands.map((command) => this.#command(command)) }
  }

  #command(command: Advanced['commands'][number]): DurableCommand {
    if (command.kind === 'sleep') return { kind: 'sleep', id: command.id, until: command.until }
    if (command.kind !== 'effect') throw new Error(`The host does not know the command ${command.kind}`)
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

  async #perform(command: EffectCommand, signal: AbortSignal): Promise<JsonValue> {
    const { scope } = this.#run
    const { idempotencyKey, timeoutMs } = command
    const actor = () => this.#run.actor()
    const context = { scope, actor, idempotencyKey, timeoutMs, signal }
    const outcome = await performEffect(this.#deps, command, context)
    if (!outcome.ok) return { ok: false, error: { ...outcome.error } }
    // In the journal with the outcome: after a crash nobody asks the action again.
    const touched =
      outcome.touched === undefined ? {} : { touched: outcome.touched.map((one) => ({ ...one })) }
    const text = JSON.stringify(outcome.output)
    if (text.length <= INLINE_OUTPUT) return { ok: true, output: outcome.output, ...touched }
    const bytes = Buffer.from(text)
    const store = () => scope.tx((tx) => this.#deps.values.put(tx, bytes, 'application/json'))
    const { sha256, size } = await patiently(signal, store)
    return { ok: true, ref: sha256, size, ...touched }
  }

  #tell(entry: RunEntry | null, state: OpenState): void {
    // Whoever waits for the end learns of a refusal there; a single turn that is refused must not stop the run.
    this.#deps.history.tell(this.#news(entry, state, null)).catch((error: unknown) => {
      this.#deps.log.error({ err: error, runId: this.#run.runId }, 'a turn of a run was not recorded')
    })
  }

  async #end(end: Ending, entry: RunEntry | null): Promise<JsonValue> {
    const error = end.error === undefined ? null : { ...end.error }
    const output = end.output ?? null
    await this.#deps.history.tell(this.#news(entry, end.state, { error, output }))
    return { state: end.state, error, output, outputSize: end.outputSize }
  }

  #news(entry: RunEntry | null, state: RunNews['state'], end: RunNews['end']): RunNews {
    const records = (entry?.events ?? []).flatMap(touchedBy)
    const seq = entry === null ? null : this.#seq
    if (entry !== null) this.#seq += 1
    const { runId, scope } = this.#run
    return {
      tenantId: scope.tenantId,
      runId,
      seq,
      at: new Date(this.#last),
      entry: entry ?? { events: [], steps: [] },
      records,
      state,
      end,
    }
  }
}

function storedEvent(event: DurableEvent): StoredEvent {
  if (event.kind !== 'effect') return event
  // The journal gives back what an effect of this program answered.
  return { kind: 'effect', id: event.id, at: event.at, outcome: Outcome.parse(event.outcome) }
}

function touchedBy(event: StoredEvent): readonly TouchedRecord[] {
  return event.kind === 'effect' && event.outcome.ok ? (event.outcome.touched ?? []) : []
}

function overLimit(error: OverLimit): Verdict {
  return { code: 'expression.limit', message: error.message }
}
