import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { TraceCarrier } from '../telemetry/tracing.ts'

/** Name of the service and its handler at the engine's ingress; here, for anyone who only calls need not load the engine's SDK. */
export const RUN_SERVICE = 'CaseloomRun'
export const RUN_HANDLER = 'run'

/** What a program asks the host to do. `id` is unique in the run and the same on every replay. */
export type DurableCommand =
  | {
      kind: 'effect'
      id: string
      /** Hash of the inputs; another one beside the same journal entry means that the replay went astray. */
      hash: string
      /**
       * Returns an outcome instead of throwing an error that the program should see. Runs at most once per stored
       * journal entry.
       */
      perform(signal: AbortSignal): Promise<JsonValue>
    }
  | { kind: 'sleep'; id: string /** Milliseconds since the epoch. */; until: number }
  | {
      kind: 'listen'
      id: string
      hash: string
      /** Puts the question; anyone who keeps its answer wakes the run under `key`. Never throws, like `perform`. */
      open(key: string, signal: AbortSignal): Promise<JsonValue>
      /**
       * The run was woken. Reads the answer from its store, since anyone who reaches the engine may wake a run; null
       * means that there is none, and the next wake uses `key`. Never throws, like `perform`.
       */
      hear(key: string, signal: AbortSignal): Promise<DurableAnswer | null>
    }
  /** The answer of this listen is not waited for any more. */
  | { kind: 'close'; id: string }

/** What happened, in the order of the journal. `at` is milliseconds since the epoch and never changes on replay. */
export type DurableEvent =
  | { kind: 'effect'; id: string; at: number; outcome: JsonValue }
  | { kind: 'timer'; id: string; at: number }
  /** What `open` of a listen answered; only after it can the answer come. */
  | { kind: 'opened'; id: string; at: number; outcome: JsonValue }
  | { kind: 'answer'; id: string; at: number; outcome: JsonValue }
  | { kind: 'cancel'; at: number }

/** The one answer to a listen, as the product keeps it. */
export type DurableAnswer = { at: number; outcome: JsonValue }

/** Why a run is ended by its host. */
export type Verdict = { code: string; message: string }

/** The replay of a run does not fit its journal. */
export const REPLAY_DIVERGED = 'engine.replay_diverged'

export interface DurableStep {
  commands: readonly DurableCommand[]
  /** Present when the program has come to its end. */
  end?: JsonValue
  /** A judgement that depends on wall clock or memory: the host journals it, so that every replay agrees. */
  verdict?: Verdict
}

/** One run as the host sees it: a deterministic machine from events to commands. */
export interface DurableProgram {
  /** The first call has no events. */
  advance(events: readonly DurableEvent[]): Promise<DurableStep>
  /** Whether someone who may asked this run to stop: the engine's word alone is not enough. */
  isCancelled(signal: AbortSignal): Promise<boolean>
  /** Ends the run by a journaled verdict, or because the replay went astray. Answers the end value. */
  condemn(verdict: Verdict): Promise<JsonValue>
  /** Called once when this attempt has ended, however it ended. */
  release(): void
}

/** What starts a run; stored by the engine, so it holds only IDs. */
export interface RunStart {
  tenantId: string
  runId: string
  /** Turns of the run that history holds already and that are taken from there (the engine had forgotten the run). */
  recorded: number
  /** Start key, set by the engine's client: anyone who starts a run past the product does not know it. */
  key?: string
  /** The trace that brought the run about, when it was traced. */
  trace?: TraceCarrier
}

/** How the engine sees a run: unknown, still at work, or over (with the reason when it failed). */
export type EngineState = { state: 'alive' } | { state: 'succeeded' } | { state: 'failed'; reason: string }

/** The engine as the rest of the server knows it. A start key names one start of one run. */
export interface DurableEngine {
  /** Starts the run once per key, however often it is called; settles when the engine has it durably. */
  start(key: string, start: RunStart): Promise<void>
  /** Like start, then waits for the end of the run; null when `signal` ends the waiting first. */
  startAndWait(key: string, start: RunStart, signal: AbortSignal): Promise<JsonValue | null>
  /** Asks the run to stop; false when the engine does not know it. */
  cancel(key: string): Promise<boolean>
  /** Wakes anyone who listens under this key; false when the engine knows no such key. Repeating it is harmless. */
  wake(key: string): Promise<boolean>
  /** Makes the engine forget an invocation immediately; no error when it has ended already. */
  giveUp(invocationId: string): Promise<void>
  /** States by start key; a key the engine does not know is absent. */
  known(keys: readonly string[]): Promise<ReadonlyMap<string, EngineState>>
  ping(): Promise<void>
  close(): Promise<void>
}

/** What the engine says about an invocation: which start it is, and its own name for it. */
export interface Invocation {
  id: string
  /** Start key; absent when an earlier version or someone else than the product started it. */
  key: string | undefined
}

/** Thrown by a program when something it needs is away: the engine repeats the attempt later. */
export class TryLater extends Error {
  /** When the engine is to try again; by its own backoff when null. */
  readonly afterMs: number | null

  constructor(cause: unknown, afterMs: number | null = null) {
    super('A service required by this run is unavailable', { cause })
    this.name = 'TryLater'
    this.afterMs = afterMs
  }
}
