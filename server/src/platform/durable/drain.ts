/** What one attempt at a run has under way outside: begun here, and not yet in the engine's journal. */
export interface AttemptDrain {
  readonly isDraining: boolean
  /** False when the process drains: then the effect must not begin here. */
  begin(id: string): boolean
  /** The engine's journal holds the result, so that no one makes it again. */
  settle(id: string): void
  isUnderWay(id: string): boolean
  isIdle(): boolean
  /** The program has left; its last word is on its way to the engine. */
  leave(): void
  /** The attempt has ended; what it had under way is lost to it. */
  end(): void
}

/** Lets a process finish what it has begun, and nothing else. */
export interface Drain {
  readonly isDraining: boolean
  attempt(): AttemptDrain
  /** Effects that are under way in this process. */
  underWay(): number
  /**
   * From now on nothing begins; settles when nothing is under way and every attempt that left was heard, at the latest
   * after so long. Returns the number of effects still under way.
   */
  drained(withinMs: number): Promise<number>
}

export function createDrain(): Drain {
  const attempts = new Set<Set<string>>()
  const leaving = new Set<Set<string>>()
  let isDraining = false
  const { promise: isEmpty, resolve: empty } = Promise.withResolvers<void>()
  const underWay = () => attempts.values().reduce((sum, ids) => sum + ids.size, 0)
  const look = () => {
    if (isDraining && underWay() === 0 && leaving.size === 0) empty()
  }
  return {
    get isDraining() {
      return isDraining
    },
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
        leave() {
          if (attempts.has(ids)) leaving.add(ids)
        },
        end() {
          attempts.delete(ids)
          leaving.delete(ids)
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
