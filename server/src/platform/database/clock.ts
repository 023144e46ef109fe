import { z } from 'zod'
import { type Log, logEvent } from '../telemetry/log.ts'
import type { SystemScope } from './types.ts'

const ClockRow = z.object({ at: z.date() })

/** A process this far from the database's clock is reported as degraded. */
const MAX_SKEW_MS = 5_000
/** Below this, what was measured is mostly the way to the database and back. */
const CORRECTED_FROM_MS = 1_000
/** Two clocks drift apart by less than this share of the time. */
const MAX_DRIFT = 0.001
/** Comparisons at the start: while a process starts, most answers are heard late. */
const COMPARISONS = 5

// One per process, as for metrics: it describes the process itself.
let measured: Measured | null = null

interface Measured {
  offsetMs: number
  uncertaintyMs: number
  takenAt: number
}

/** Milliseconds since the epoch by the database's clock: what is due is due at the same instant in every process. */
export function databaseNow(): number {
  if (measured === null || Math.abs(measured.offsetMs) - measured.uncertaintyMs < CORRECTED_FROM_MS)
    return Date.now()
  return Date.now() + measured.offsetMs
}

/** Why the clock of this process is not to be trusted; null when it is. */
export function clockFault(): string | null {
  if (measured === null) return null
  const { offsetMs, uncertaintyMs } = measured
  if (Math.abs(offsetMs) - uncertaintyMs < MAX_SKEW_MS) return null
  const seconds = Math.round(Math.abs(offsetMs) / 100) / 10
  return `The clock of this process is ${seconds} s ${offsetMs > 0 ? 'behind' : 'ahead of'} the database`
}

/** Clock of this process minus the clock of the database, in milliseconds; 0 before it was compared. */
export function clockOffsetMs(): number {
  return measured === null ? 0 : -measured.offsetMs
}

/** Compares the clocks, before the first due time is judged. An absent database leaves them as they are. */
export async function measureClock(
  { system, log }: { system: Pick<SystemScope, 'ask'>; log: Log },
  now: () => number = Date.now,
): Promise<void> {
  try {
    // The first transaction may have to connect: only those after it are timed.
    const ask = () => system.ask(ClockRow, 'select clock_timestamp() as at')
    await ask()
    for (let n = 0; n < COMPARISONS; n += 1) {
      const before = now()
      const [row] = await ask()
      if (row !== undefined) noteClock(log, { at: row.at.getTime(), before, after: now() })
    }
  } catch (err) {
    log.debug({ err }, 'failed to compare clocks')
  }
}

/** Takes note of the database's clock, as it was asked between two instants of this process; logs when they part. */
export function noteClock(
  log: Log,
  { at, before, after }: { at: number; before: number; after: number },
): void {
  const wasSkewed = clockFault() !== null
  const fresh = {
    offsetMs: Math.round(at - (before + after) / 2),
    uncertaintyMs: Math.ceil((after - before) / 2),
    takenAt: performance.now(),
  }
  if (measured === null || !isBetter(measured, fresh)) measured = fresh
  const reason = clockFault()
  if ((reason !== null) === wasSkewed) return
  logEvent(log, reason === null ? 'clock.agrees' : 'clock.skewed', { offsetMs: measured.offsetMs, reason })
}

/** An answer that came quickly says more than a late one which does not contradict it, until the clocks may have drifted. */
function isBetter(known: Measured, fresh: Measured): boolean {
  const uncertaintyMs = known.uncertaintyMs + (fresh.takenAt - known.takenAt) * MAX_DRIFT
  const agree = Math.abs(known.offsetMs - fresh.offsetMs) <= uncertaintyMs + fresh.uncertaintyMs
  return agree && uncertaintyMs < fresh.uncertaintyMs
}

/** For tests: as if nothing had been measured. */
export function forgetClock(): void {
  measured = null
}
