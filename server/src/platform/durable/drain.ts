/** What one attempt at a run has under way outside: begun here, and not yet in the engine's journal. */
export interface AttemptDrain {
  readonly isDraining: boolean
  /** False when the process drains: then the effect must not begin here. */
  begin(id: string): boolean
  /** The engine's journal holds the result, so that nobody makes it again. */
  settle(id: string): void
  isUnderWay(id: string): boolean
  isIdle(): boolean
  /** The attempt is over; what it had under way is lost to it. */
  end(): void
}

/** Lets a process finish what it has begun, and nothing else. */
export interface Drain {
  attempt(): AttemptDrain
  /** Effects that are under way in this process. */
  underWay(): number
  /** From now on nothing begins; settles when nothing is under way, at the latest after so long. Answers what is left. */
  drained(withinMs: number): Promise<number>
}

export function createDrain(): Drain {
  const attempts = new Set<Set<string>>()
  let isDraining = false
  const { promise: isEmpty, resolve: empty } = Promise.withResolvers<void>()
  const underWay = () => attempts.values().reduce((sum, ids) => sum + ids.size, 0)
  const look = () => {
    if (isDraining && underWay() === 0) empty()
  }
  return {
    underWay,
    attempt() {
      const ids = new Set<string>()
      attempts.add(ids)
      return {
        get isDraining() {
          return isDraining
        },
        begin(id) {
          if (isDraining) return false
          ids.add(id)
          return true
        },
        settle(id) {
          ids.delete(id)
          look()
        },
        isUnderWay: (id) => ids.has(id),
        isIdle: () => ids.size === 0,
        end() {
          attempts.delete(ids)
          look()
        },
      }
    },
    async drained(withinMs) {
      isDraining = true
      look()
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, withinMs)
      })
      await Promise.race([isEmpty, late])
      clearTimeout(timer)
      return underWay()
    },
  }
}
