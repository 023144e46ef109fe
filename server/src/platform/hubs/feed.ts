import type pg from 'pg'
import type { SystemScope } from '../database/types.ts'
import { type Log, logEvent } from '../telemetry/log.ts'
import { count, gauge } from '../telemetry/metrics.ts'
import {
  type Cursor,
  currentEnd,
  type FeedEvent,
  PURGE_BATCH,
  purgeOutbox,
  readOutbox,
} from './outbox-reader.ts'
import { createSignal, type Signal } from './outbox-signal.ts'
import { concerns, type SignalWords } from './signal-words.ts'

export type { FeedEvent } from './outbox-reader.ts'

export interface FeedOptions {
  /** A connection of its own in autocommit, for LISTEN and NOTIFY. */
  connect: () => Promise<pg.Client>
  system: SystemScope
  log: Log
  /** False in processes that only write: they poke and clean, but read nothing. */
  reads?: boolean
}

/** Every announcement of the installation, once per process, in the order of its transactions. */
export interface Feed {
  /** Starts at the present end: announcements committed after this has resolved are delivered. */
  start(): Promise<void>
  /** Call after a commit that announced something; notifies all processes, at most every 20 ms. */
  poke(words?: SignalWords): void
  /**
   * A listener must be quick and is called synchronously; answers how to leave. What is not `urgent` to any listener
   * is read with the look of every second, many rows at a time.
   */
  on(listener: (event: FeedEvent) => void, urgent?: Urgent): () => void
  /**
   * Called when someone announced something, also in processes that read nothing; at most every 20 ms. With `words`
   * only when it may concern one of them. A signal may be lost: code that must see everything looks on its own as well.
   */
  onSignal(listener: () => void, words?: readonly string[]): void
  /** Milliseconds by which the feed is behind the oldest committed announcement. */
  lagMs(): number
  stop(): Promise<void>
}

/** What a listener must hear of immediately: these words, or everything as long as the function says so. */
type Urgent = readonly string[] | (() => boolean)

/** Looks on its own this often, in case a signal was lost. */
const POLL_MS = 1000
/** While rows wait for an older transaction: the pause doubles between these bounds. */
const HELD_MS = { first: 4, last: 100 }
const PURGE_MS = 60_000

/** Reads the outbox of the installation and hands each row to the listeners of this process. */
export function createFeed(options: FeedOptions): Feed {
  return new OutboxFeed(options)
}

class OutboxFeed implements Feed {
  readonly #options: FeedOptions
  readonly #signal: Signal
  readonly #listeners = new Map<(event: FeedEvent) => void, Urgent>()
  readonly #signalled: { listener: () => void; words: readonly string[] | undefined }[] = []
  readonly #timers: NodeJS.Timeout[] = []
  #held: NodeJS.Timeout | undefined
  #heldPause = HELD_MS.first
  #cursor: Cursor = { xid: '0', id: '0' }
  #running: Promise<void> | undefined
  #again = false
  #stopped = true
  #failing = false
  #lagMs = 0

  constructor(options: FeedOptions) {
    this.#options = options
    this.#signal = createSignal({
      connect: options.connect,
      log: options.log,
      onSignal: (words) => {
        if (this.#isUrgent(words)) this.#wake()
        for (const one of this.#signalled) if (concerns(words, one.words)) one.listener()
      },
    })
  }

  async start(): Promise<void> {
    if (this.#options.reads !== false) {
      this.#cursor = await currentEnd(this.#options.system)
      this.#timers.push(setInterval(() => this.#wake(), POLL_MS))
    }
    this.#timers.push(setInterval(() => void this.#purge(), PURGE_MS))
    for (const timer of this.#timers) timer.unref()
    this.#stopped = false
    this.#signal.start()
  }

  poke(words: SignalWords = null): void {
    this.#signal.send(words)
  }

  on(listener: (event: FeedEvent) => void, urgent: Urgent = () => true): () => void {
    this.#listeners.set(listener, urgent)
    return () => this.#listeners.delete(listener)
  }

  onSignal(listener: () => void, words?: readonly string[]): void {
    this.#signalled.push({ listener, words })
  }

  lagMs(): number {
    return this.#lagMs
  }

  async stop(): Promise<void> {
    this.#stopped = true
    for (const timer of this.#timers) clearInterval(timer)
    clearTimeout(this.#held)
    await this.#signal.stop()
    await this.#running
  }

  #isUrgent(words: SignalWords): boolean {
    if (words === null) return true
    for (const urgent of this.#listeners.values())
      if (typeof urgent === 'function' ? urgent() : concerns(words, urgent)) return true
    return false
  }

  #wake(): void {
    if (this.#stopped || this.#options.reads === false) return
    this.#again = true
    this.#running ??= this.#readAll().finally(() => {
      this.#running = undefined
    })
  }

  async #readAll(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false
      try {
        await this.#readOnce()
        this.#recovered()
      } catch (error) {
        this.#failed(error)
      }
    }
  }

  async #readOnce(): Promise<void> {
    const batch = await this.#options.system.read((tx) => readOutbox(tx, this.#cursor))
    this.#cursor = batch.next
    for (const event of batch.events) this.#deliver(event)
    for (const id of batch.unreadable) logEvent(this.#options.log, 'feed.unreadable', { id })
    if (batch.more) this.#again = true
    this.#lagMs = batch.lagMs
    gauge('caseloom_feed_lag_seconds', batch.lagMs / 1000)
    count('caseloom_feed_events_total', {}, batch.events.length)
    clearTimeout(this.#held)
    if (batch.held === 0) {
      this.#heldPause = HELD_MS.first
      return
    }
    this.#held = setTimeout(() => this.#wake(), this.#heldPause)
    this.#held.unref()
    this.#heldPause = Math.min(this.#heldPause * 2, HELD_MS.last)
  }

  #deliver(event: FeedEvent): void {
    for (const listener of this.#listeners.keys()) {
      try {
        listener(event)
      } catch (error) {
        this.#options.log.error({ err: error, topic: event.fact.topic }, 'feed listener failed')
      }
    }
  }

  #failed(error: unknown): void {
    if (!this.#failing) {
      const reason = error instanceof Error ? error.message : 'unknown'
      logEvent(this.#options.log, 'feed.lost', { part: 'reader', reason })
    }
    this.#failing = true
  }

  #recovered(): void {
    if (this.#failing) logEvent(this.#options.log, 'feed.restored', { part: 'reader' })
    this.#failing = false
  }

  async #purge(): Promise<void> {
    try {
      while (!this.#stopped && (await purgeOutbox(this.#options.system)) === PURGE_BATCH);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'failed to purge old outbox rows')
    }
  }
}
