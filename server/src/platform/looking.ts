import { databaseNow } from './database/clock.ts'

export interface Looking {
  /** Looks at once. */
  wake(): void
  stop(): Promise<void>
}

/** Looks now, every so often and when woken, never twice at once; what a look throws goes to `failed`. */
export function startLooking(options: {
  everyMs: number
  look(now: Date): Promise<unknown>
  failed(error: unknown): void
}): Looking {
  let turn: Promise<void> | null = null
  let again = false
  let stopped = false
  const go = async (): Promise<void> => {
    while (again && !stopped) {
      again = false
      await options.look(new Date(databaseNow())).catch(options.failed)
    }
  }
  const wake = (): void => {
    again = true
    turn ??= go().finally(() => {
      turn = null
    })
  }
  const timer = setInterval(wake, options.everyMs)
  timer.unref()
  wake()
  return {
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      await turn
    },
  }
}
