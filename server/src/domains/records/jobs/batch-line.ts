import type { WriteBatch } from '../writing/write-records.ts'

/** What the writer needs to keep the order of batches of which two are under way. */
export type PlaceInLine = Pick<WriteBatch, 'before' | 'turn'>

/**
 * Batches in a line: one is read and decided while the one before is written, and each is committed before the next
 * is written. A fault of one is also a fault of the next, which waits for it.
 */
export class BatchLine {
  #last: Promise<void> | undefined
  #turn: Promise<unknown> = Promise.resolve()

  /** Starts a batch when at most one is under way; `alone` waits until it is done. */
  async add(work: (place: PlaceInLine) => Promise<void>, alone: boolean): Promise<void> {
    const before = this.#last
    const { promise, resolve: over } = Promise.withResolvers<void>()
    const turn = { mine: this.#turn, over }
    // A batch that fails before it has decided gives its turn away as well.
    const mine = work({ turn, ...(before === undefined ? {} : { before }) }).finally(over)
    // The consumer gets the error later; until then, don't report it as unhandled.
    mine.catch(() => undefined)
    this.#turn = promise
    this.#last = mine
    await (alone ? mine : before)
  }

  /** Waits until the last batch is done; throws its fault. */
  async done(): Promise<void> {
    await this.#last
  }

  /** Waits until nothing is under way, whatever became of it. */
  async over(): Promise<void> {
    // Who waits for the last batch gets its error.
    await this.#last?.catch(() => undefined)
  }
}
