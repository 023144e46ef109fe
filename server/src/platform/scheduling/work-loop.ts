import { backoff, isPassingFault } from '../database/patience.ts'
import { databaseNow } from '../database/clock.ts'
import type { Log } from '../telemetry/log.ts'
import { count } from '../telemetry/metrics.ts'

/** One kind of due work in one process: looks for it, never twice at the same time. Several processes may do so side by side. */
export interface WorkLoop {
  /** Looks soon: immediately when it was quiet, else after the look under way. Does nothing before `start`. */
  wake(): void
  /** Looks now, also before `start`; settles when no more is due. */
  run(): Promise<void>
  /** Begins to look regularly. */
  start(): void
  /** Looks no more; settles when the look under way has ended. */
  stop(): Promise<void>
}

export interface WorkLoopOptions {
  /** Names the work in logs and metrics, such as `triggers`. */
  name: string
  /** Looks this often even when nothing wakes it. */
  everyMs: number
  /** Woken looks begin at least this far apart. */
  calmMs?: number
  /**
   * Does what is due by now, by the database's clock; returns true when there may be more. The signal asks a long pass
   * to end early. Errors are logged, and the next pass is delayed longer and longer.
   */
  look(now: Date, signal: AbortSignal): Promise<unknown>
  log: Log
}

const FAILED_MS = { firstMs: 500, maxMs: 15_000 }

export function createWorkLoop(options: WorkLoopOptions): WorkLoop {
  return new TimedLoop(options)
}

class TimedLoop implements WorkLoop {
  readonly #options: WorkLoopOptions
  readonly #stopping = new AbortController()
  #every: NodeJS.Timeout | undefined
  #soon: NodeJS.Timeout | undefined
  #turn: Promise<void> | undefined
  /** Someone wants one more look, now. */
  #again = false
  /** Something was announced during the look under way. */
  #woken = false
  #failures = 0
  /** Milliseconds of the process's own clock before which nothing but `run` looks. */
  #notBefore = 0

  constructor(options: WorkLoopOptions) {
    this.#options = options
  }

  wake(): void {
    if (this.#every === undefined || this.#stopping.signal.aborted || this.#soon !== undefined) return
    if (this.#turn !== undefined) {
      this.#woken = true
      return
    }
    const waitMs = this.#notBefore - performance.now()
    if (waitMs <= 0) {
      void this.run()
      return
    }
    this.#soon = setTimeout(() => {
      this.#soon = undefined
      void this.run()
    }, waitMs)
    this.#soon.unref()
  }

  run(): Promise<void> {
    this.#again = true
    this.#turn ??= this.#lookAll().finally(() => {
      this.#turn = undefined
      if (!this.#woken) return
      this.#woken = false
      this.wake()
    })
    return this.#turn
  }

  start(): void {
    if (this.#every !== undefined || this.#stopping.signal.aborted) return
    this.#every = setInterval(() => this.wake(), this.#options.everyMs)
    this.#every.unref()
    this.wake()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#every)
    clearTimeout(this.#soon)
    await this.#turn
  }

  async #lookAll(): Promise<void> {
    const { look, calmMs = 0 } = this.#options
    const { signal } = this.#stopping
    while (this.#again && !signal.aborted) {
      this.#again = false
      this.#notBefore = performance.now() + calmMs
      try {
        if ((await look(new Date(databaseNow()), signal)) === true) this.#again = true
        this.#failures = 0
      } catch (err) {
        this.#failed(err)
        return
      }
    }
  }

  #failed(err: unknown): void {
    const { name, log } = this.#options
    count('caseloom_looks_failed_total', { work: name })
    // While the database is unavailable, every loop logs it once; other errors are always logged.
    const level = this.#failures > 0 && isPassingFault(err) ? 'debug' : 'warn'
    log[level]({ err, work: name }, 'failed to process due work; retrying')
    this.#notBefore = performance.now() + backoff(this.#failures, FAILED_MS)
    this.#failures += 1
    // Not only with the next regular look, which may be a minute away.
    this.#woken = true
  }
}
