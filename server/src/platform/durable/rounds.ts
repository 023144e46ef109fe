export interface Rounds {
  /** Does a round now, or another one after that under way; settles when it is done. */
  poke(): Promise<void>
  /** Begins to do rounds by itself, in this process, until closed. */
  watch(): void
  close(): Promise<void>
}

/**
 * Does rounds of work that is claimed from the database, never two at once. `round` answers whether more is due;
 * what it throws goes to `failed`, and the next round tries again.
 */
export function createRounds(options: {
  everyMs: number
  round(isWatching: boolean): Promise<boolean>
  failed(error: unknown): void
}): Rounds {
  const { everyMs, round, failed } = options
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()
  let busy = false
  let again = false
  const work = async (): Promise<void> => {
    do {
      again = false
      if (await round(timer !== undefined)) again = true
    } while (again)
  }
  const poke = (): Promise<void> => {
    again = true
    if (busy) return turn
    busy = true
    turn = work()
      .catch(failed)
      .finally(() => {
        busy = false
      })
    return turn
  }
  return {
    poke,
    watch() {
      timer ??= setInterval(() => void poke(), everyMs)
      timer.unref()
      void poke()
    },
    async close() {
      clearInterval(timer)
      timer = undefined
      await turn
    },
  }
}

/** Does the work for each item, so many at once. */
export async function inLanes<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items].values()
  const lane = async (): Promise<void> => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
