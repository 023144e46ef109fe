/** Collects what arrives while the batch before is under way and hands it on as one. */
export interface MicroBatcher<Item, Result> {
  /** Settles with the item's own result once its batch is done. A patient item may wait for company. */
  add(item: Item, patient?: boolean): Promise<Result>
  /** Settles when nothing is pending any more. */
  drained(): Promise<void>
}

export interface MicroBatcherOptions<Item, Result> {
  /** Answers one result per item, in order. A throw rejects the whole batch. */
  work(items: readonly Item[]): Promise<readonly Result[]>
  /** Most items of one batch. */
  limit: number
  /** Maximum concurrent batches; default 1. */
  lanes?: number
  /** How long patient items wait for an urgent one to take them along, in milliseconds. */
  patienceMs?: number
}

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(reason: unknown): void
}

/** One batch at a time per lane: at low load each item goes alone immediately, at high load they share round trips. */
export function createBatcher<Item, Result>(
  options: MicroBatcherOptions<Item, Result>,
): MicroBatcher<Item, Result> {
  const waiting: Waiting<Item, Result>[] = []
  const idle: (() => void)[] = []
  const lanes = options.lanes ?? 1
  let busy = 0

  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, options.limit)
      try {
        const results = await options.work(batch.map((entry) => entry.item))
        if (results.length !== batch.length) throw new Error('A batch must return one result per item')
        // The lengths are equal, so each entry has its result (which may itself be undefined).
        batch.forEach((entry, index) => entry.resolve(results[index] as Result))
      } catch (error) {
        for (const entry of batch) entry.reject(error)
      }
    }
  }
  const start = (): void => {
    if (busy >= lanes) return
    busy += 1
    // A turn of the event loop later, so that items added in one go share the first batch.
    setImmediate(() => {
      void flush().then(() => {
        busy -= 1
        if (waiting.length > 0) start()
        else if (busy === 0) for (const resolve of idle.splice(0)) resolve()
      })
    })
  }
  let timer: NodeJS.Timeout | undefined
  const startLater = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      if (waiting.length > 0) start()
    }, options.patienceMs)
  }
  return {
    add: (item, patient = false) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        if (patient && waiting.length < options.limit) startLater()
        else start()
      }),
    drained() {
      if (busy === 0 && waiting.length === 0) return Promise.resolve()
      start()
      return new Promise((resolve) => idle.push(resolve))
    },
  }
}
