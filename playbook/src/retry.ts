import type { Retry } from './document.ts'
import { durationMs } from './duration.ts'
import type { StepError } from './run-types.ts'

/** The longest pause that the other side may ask for. */
export const LONGEST_ASKED_PAUSE_MS = 3_600_000

/**
 * Milliseconds to pause after a failed attempt (counted from 1), or undefined when the step has failed:
 * no attempt is left or the error says that trying again is of no use.
 */
export function pauseAfter(retry: Retry | undefined, attempt: number, error: StepError): number | undefined {
  if (!retry || attempt >= retry.attempts || error.retryable !== true) return undefined
  const from = durationMs(retry.from)
  const to = Math.max(from, durationMs(retry.to))
  const own = retry.backoff === 'fixed' ? from : Math.min(to, from * 2 ** Math.min(attempt - 1, 50))
  const asked = Math.min(Math.max(error.retryAfterMs ?? 0, 0), LONGEST_ASKED_PAUSE_MS)
  return Math.max(own, asked)
}
