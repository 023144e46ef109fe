import { setTimeout as pause } from 'node:timers/promises'

/** Something that runs until it is stopped or breaks. */
export type Running = { ended: Promise<unknown>; stop(): Promise<void> }

export type Watch = {
  /** It ended although nobody asked; it is started again after `delayMs`. */
  onLost(how: string, delayMs: number): void
  /** Starting it again failed; the next attempt follows after `delayMs`. */
  onFailedRestart(error: unknown, delayMs: number): void
  onBack(): void
}

/** Pauses between attempts: a quarter of a second, doubled each time up to half a minute. */
export const BACKOFF = { firstMs: 250, mostMs: 30_000, calmMs: 60_000 }

/** Keeps one part running from now on; `stop` ends it for good. */
export type Supervised = { stop(): Promise<void> }

/**
 * Starts a part, and starts it again whenever it ends by itself, with growing pauses that are forgotten after a calm
 * minute. The first start must succeed: its error is thrown.
 */
export async function supervise<T extends Running>(
  start: (signal: AbortSignal) => Promise<T>,
  watch: Watch,
  signal: AbortSignal,
): Promise<{ first: T; supervised: Supervised }> {
  const stopping = new AbortController()
  const either = AbortSignal.any([signal, stopping.signal])
  const first = await start(either)
  let current: T | null = first
  const life = keep()

  async function keep(): Promise<void> {
    let delayMs = BACKOFF.firstMs
    for (let part: T | null = first; part !== null && !either.aborted; ) {
      const since = performance.now()
      const how = String((await part.ended) ?? 'it ended')
      if (either.aborted) return
      if (performance.now() - since > BACKOFF.calmMs) delayMs = BACKOFF.firstMs
      watch.onLost(how, delayMs)
      part = await startAgain()
      current = part
    }

    async function startAgain(): Promise<T | null> {
      for (;;) {
        if (!(await slept(delayMs, either))) return null
        delayMs = Math.min(delayMs * 2, BACKOFF.mostMs)
        try {
          const part = await start(either)
          watch.onBack()
          return part
        } catch (error) {
          if (either.aborted) return null
          watch.onFailedRestart(error, delayMs)
        }
      }
    }
  }

  const stop = async () => {
    stopping.abort()
    await current?.stop()
    await life
    // A restart may have succeeded in the moment of the stop.
    await current?.stop()
  }
  return { first, supervised: { stop } }
}

async function slept(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await pause(ms, undefined, { signal })
    return true
  } catch {
    return false
  }
}
