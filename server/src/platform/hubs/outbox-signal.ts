import type pg from 'pg'
import { type Log, logEvent } from '../telemetry/log.ts'
import { payloadOf, type SignalWords, wordsIn } from './signal-words.ts'

const CHANNEL = 'caseloom_outbox'
/** At most one NOTIFY per process in this span: notifying takes a lock that all commits of the cluster share. */
const QUIET_MS = 20
const RETRY_MS = [100, 300, 1000, 3000]

export interface SignalOptions {
  /** A connection of its own in autocommit; the signal ends it. */
  connect: () => Promise<pg.Client>
  log: Log
  /** Someone wrote to the outbox, or the connection is back and may have missed it. */
  onSignal: (words: SignalWords) => void
}

export interface Signal {
  start(): void
  /** Notifies all processes, including this one, to read the outbox, with a summary of what is new. */
  send(words: SignalWords): void
  stop(): Promise<void>
}

/** LISTEN and NOTIFY on one connection, made again with growing pauses whenever it breaks. */
export function createSignal(options: SignalOptions): Signal {
  return new OutboxSignal(options)
}

class OutboxSignal implements Signal {
  readonly #options: SignalOptions
  #client: pg.Client | null = null
  #stopped = false
  #failures = 0
  #retry: NodeJS.Timeout | undefined
  #quiet: NodeJS.Timeout | undefined
  /** Words of the next signal; undefined when there is nothing to send. */
  #pending: SignalWords | undefined
  #sent: Promise<unknown> = Promise.resolve()

  constructor(options: SignalOptions) {
    this.#options = options
  }

  start(): void {
    void this.#connect()
  }

  send(words: SignalWords): void {
    if (this.#stopped) return
    if (this.#quiet !== undefined) {
      this.#pending = together(this.#pending, words)
      return
    }
    this.#notify(words)
    this.#quiet = setTimeout(() => {
      this.#quiet = undefined
      const pending = this.#pending
      this.#pending = undefined
      if (pending !== undefined) this.send(pending)
    }, QUIET_MS)
    this.#quiet.unref()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#retry)
    clearTimeout(this.#quiet)
    const client = this.#client
    this.#client = null
    // The connection may already be closed.
    await client?.end().catch(() => undefined)
  }

  // Without a connection nothing is lost: readers look on their own once a second.
  #notify(words: SignalWords): void {
    const text = `NOTIFY ${CHANNEL}, '${payloadOf(words)}'`
    // A connection takes one statement at a time.
    this.#sent = this.#sent.then(() => this.#client?.query(text)).catch(() => undefined)
  }

  async #connect(): Promise<void> {
    let client: pg.Client
    try {
      client = await this.#options.connect()
      client.on('error', () => this.#lost(client))
      client.on('end', () => this.#lost(client))
      client.on('notification', ({ payload }) => this.#options.onSignal(wordsIn(payload)))
      if (this.#stopped) {
        await client.end()
        return
      }
      const listening = client.query(`LISTEN ${CHANNEL}`)
      // The failure itself is handled below.
      this.#sent = listening.catch(() => undefined)
      this.#client = client
      await listening
    } catch (error) {
      return this.#later(error)
    }
    if (this.#failures > 0) logEvent(this.#options.log, 'feed.restored', { part: 'signal' })
    this.#failures = 0
    this.#options.onSignal(null)
    this.send(null)
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = null
    // The connection is already lost.
    client.end().catch(() => undefined)
    this.#later(new Error('The connection ended'))
  }

  #later(error: unknown): void {
    if (this.#stopped) return
    const reason = error instanceof Error ? error.message : 'unknown'
    if (this.#failures === 0) logEvent(this.#options.log, 'feed.lost', { part: 'signal', reason })
    const pause = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? 3000
    this.#failures += 1
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => void this.#connect(), pause)
    this.#retry.unref()
  }
}

function together(before: SignalWords | undefined, words: SignalWords): SignalWords {
  if (before === undefined) return words
  return before === null || words === null ? null : before.union(words)
}
