/** Something that runs until it is stopped or breaks; `ended` settles with how, where that is known. */
export type Running = { ended: Promise<string | void>; stop(): Promise<void> }

export type Watch = {
  /** It ended although no one asked; it is started again after `delayMs`. */
  onLost(how: string, delayMs: number): void
  /** Starting it again failed; the next attempt follows after `delayMs`. */
  onFailedRestart(error: unknown, delayMs: number): void
  onBack(): void
}

/** Pauses between attempts: a quarter of a second, doubled each time up to half a minute. */
export const BACKOFF = { firstMs: 250, mostMs: 30_000, calmMs: 60_000 }

/** A part that is restarted when it ends. */
export type Supervised = {
  /** Ends it permanently. */
  stop(): Promise<void>
  /** Ends it and starts it again immediately. */
  restart(): Promise<void>
}

/**
 * Starts a part, and starts it again whenever it ends on its own, with growing pauses that are forgotten after a calm
 * minute. The first start must succeed: its error is thrown.
 */
export async function supervise<T extends Running>(
  start: (signal: AbortSignal) => Promise<T>,
  watch: Watch,
  signal: AbortSignal,
): Promise<{ first: T; supervised: Supervised }> {
  const stopping = new AbortController()
  const over = AbortSignal.any([signal, stopping.signal])
  const first = await start(over)
  let current: T = first
  let asked = false
  let nap = new AbortController()

  async function keep(): Promise<void> {
    let delayMs = BACKOFF.firstMs
    while (!over.aborted) {
      const since = performance.now()
      const how = (await current.ended) ?? 'it exited'
      if (over.aborted) return
      if (performance.now() - since > BACKOFF.calmMs) delayMs = BACKOFF.firstMs
      if (!asked) watch.onLost(how, delayMs)
      delayMs = await startAgain(delayMs)
    }
  }

  async function startAgain(firstDelayMs: number): Promise<number> {
    let delayMs = firstDelayMs
    for (;;) {
      if (!asked) await sleep(delayMs, AbortSignal.any([over, nap.signal]))
      if (over.aborted) return delayMs
      asked = false
      nap = new AbortController()
      delayMs = Math.min(delayMs * 2, BACKOFF.mostMs)
      try {
        current = await start(over)
        watch.onBack()
        return delayMs
      } catch (error) {
        if (over.aborted) return delayMs
        watch.onFailedRestart(error, delayMs)
      }
    }
  }

  const life = keep()
  const stop = async () => {
    stopping.abort()
    await current.stop()
    await life
    // A restart may have succeeded in the moment of the stop.
    await current.stop()
  }
  const restart = async () => {
    asked = true
    nap.abort()
    await current.stop()
  }
  return { first, supervised: { stop, restart } }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}
