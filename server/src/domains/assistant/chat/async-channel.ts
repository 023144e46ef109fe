/** An unbounded queue between a producer and a consumer. Sending never blocks, even after the consumer is gone. */
export interface AsyncChannel<T> extends AsyncIterable<T> {
  say(one: T): void
  end(): void
}

/** Opens a line for one listener. */
export function openChannel<T>(): AsyncChannel<T> {
  const said: T[] = []
  let hasEnded = false
  let wake = Promise.withResolvers<void>()
  const wakeReader = () => {
    wake.resolve()
    wake = Promise.withResolvers<void>()
  }
  return {
    say(one) {
      said.push(one)
      wakeReader()
    },
    end() {
      hasEnded = true
      wakeReader()
    },
    async *[Symbol.asyncIterator]() {
      for (let at = 0; ; ) {
        const next = said[at]
        if (next !== undefined) {
          at += 1
          yield next
        } else if (hasEnded) return
        else await wake.promise
      }
    },
  }
}
