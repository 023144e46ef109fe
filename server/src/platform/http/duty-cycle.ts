import { setTimeout as sleep } from 'node:timers/promises'

/** Bodies from this size on, in bytes, are parsed one after the other, with pauses for everyone else. */
export const LARGE_JSON = 256 * 1024
/** Pause after a piece of work, as a multiple of its time: large bodies get a third of the process. */
const PAUSE_PER_WORK = 2
const MAX_PAUSE_MS = 1_000

/** Runs pieces of work that block the process, one at a time, with a pause after each. */
export interface DutyCycle {
  /** Resolves with what the work returns; rejects with what it throws. */
  run<T>(work: () => T): Promise<T>
}

export function createDutyCycle(
  clock: () => number = () => performance.now(),
  pause: (ms: number) => Promise<unknown> = (ms) => sleep(ms, undefined, { ref: false }),
): DutyCycle {
  let free: Promise<unknown> = Promise.resolve()
  return {
    run(work) {
      const turn = free.then(() => {
        const started = clock()
        const settle = () => pause(Math.min((clock() - started) * PAUSE_PER_WORK, MAX_PAUSE_MS))
        try {
          return { value: work(), rest: settle() }
        } catch (error) {
          return { error, rest: settle() }
        }
      })
      free = turn.then(({ rest }) => rest)
      return turn.then((done) => {
        if ('error' in done) throw done.error
        return done.value
      })
    },
  }
}
