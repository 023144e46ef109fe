import { setTimeout as pause } from 'node:timers/promises'
import { isFailure } from '../errors.ts'
import { gauge } from '../telemetry/metrics.ts'
import { transientCause } from './transient-errors.ts'

/** Work that was accepted waits this long for the database before it fails. */
export const PATIENCE_MS = 3 * 3_600_000
const FIRST_PAUSE_MS = 50
const MAX_PAUSE_MS = 10_000

/** Pause before the next attempt: exponential, with jitter so that waiting processes don't return as one. */
export function backoff(attempt: number, { firstMs = FIRST_PAUSE_MS, maxMs = MAX_PAUSE_MS } = {}): number {
  const whole = Math.min(maxMs, firstMs * 2 ** Math.min(attempt, 30))
  return whole / 2 + Math.random() * (whole / 2)
}

/** True for a fault that passes: of the database, or of another part that the product itself consists of. */
export function isPassingFault(error: unknown): boolean {
  return isFailure(error, 'dependency.unavailable')
}

/** What waits, and why; in the words of an operator. */
export interface Wait {
  /** What waits, such as `run 0198…/enrich`. */
  what: string
  since: Date
  reason: string
  /** Ids of the runs that can't continue until then; those that come to wait for it too are added. */
  runs(): readonly string[]
  /** Path of the step in the run; null where no single step waits. */
  step: string | null
  /** False when it is another part that the work waits for, such as the file store. */
  isDatabase: boolean
}

// One table per process, as for metrics: it describes the process itself.
const waits = new Map<symbol, Wait>()
const watchers = new Set<() => void>()

/** Everything in this process that waits for the database now. */
export function databaseWaits(): readonly Wait[] {
  return [...waits.values()]
}

/** Calls `changed` whenever work begins or ends to wait in this process; returns what stops that. */
export function watchDatabaseWaits(changed: () => void): () => void {
  watchers.add(changed)
  return () => void watchers.delete(changed)
}

export interface PatienceOptions extends Partial<Pick<Wait, 'what' | 'runs' | 'step'>> {
  signal?: AbortSignal
  limitMs?: number
  /** Called once, when the work begins to wait. */
  waits?(reason: string): void
}

/**
 * Does the work again, with growing pauses, while the database can't do it; gives up after hours, or when the signal
 * says that no one waits for it any more. Nothing else is repeated.
 */
export async function patiently<T>(work: () => Promise<T>, options: PatienceOptions = {}): Promise<T> {
  const { signal, what = 'work', limitMs = PATIENCE_MS, runs = () => [], step = null } = options
  const until = Date.now() + limitMs
  const key = Symbol(what)
  try {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await work()
      } catch (error) {
        if (!isPassingFault(error) || Date.now() > until || signal?.aborted === true) throw error
        const reason = error instanceof Error ? error.message : 'The database isn’t responding'
        if (!waits.has(key)) options.waits?.(reason)
        const since = waits.get(key)?.since ?? new Date()
        note(key, { what, since, reason, runs, step, isDatabase: isOfDatabase(error) })
        // The end of the attempt is seen at the next look: aborting the pause would hide why the work failed.
        await pause(backoff(attempt), undefined, { signal }).catch(() => undefined)
      }
    }
  } finally {
    if (waits.delete(key)) announce()
  }
}

function note(key: symbol, wait: Wait): void {
  const isNew = !waits.has(key)
  waits.set(key, wait)
  if (isNew) announce()
}

function announce(): void {
  gauge('caseloom_waiting_for_database', waits.size)
  for (const changed of watchers) changed()
}

function isOfDatabase(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (transientCause(at) !== null) return true
  return false
}
