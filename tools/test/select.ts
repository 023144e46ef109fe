import { closeness } from './journeys.ts'
import { distances, TEST, unknownReach, type Users } from './reach.ts'

export interface Selection {
  /** Why everything runs, or null when the tests are known. */
  everything: string | null
  run: string[]
  /** Reached as well, but farther away than the time allows. */
  left: string[]
  /** Minutes that the rest would take. */
  minutes: number
}

export interface Wish {
  changed: readonly string[]
  users: Users
  tests: readonly string[]
  /** Seconds that a file of tests takes. */
  seconds: (test: string) => number
  /** Seconds of all chosen files together, one after the other. */
  budget: number
}

/**
 * A journey starts the whole product, so imports lead to it by long ways. One that is about the change comes right after what
 * imports it directly, others after all that imports reach: first those of the same domain.
 */
const ABOUT_AT_MOST = 2
const FARTHER = { domain: 100, product: 200 }

/** Files that run at a time, and what a run needs before its first test. */
const AT_A_TIME = 2
const START = 10
const BUILD = 30

/** The tests a change can reach, nearest first, as many as fit. What was changed itself always runs. */
export function selectTests({ changed, users, tests, seconds, budget }: Wish): Selection {
  const unknown = unknownReach(changed, users)
  if (unknown !== undefined) return { everything: unknown, run: [...tests], left: [], minutes: 0 }
  const far = distances(changed, users)
  const rank = (test: string) => {
    const distance = far.get(test) ?? Infinity
    if (!test.endsWith('.e2e.ts') || distance === 0) return distance
    const close = closeness(test, changed)
    return close === 'about' ? Math.min(distance, ABOUT_AT_MOST) : distance + FARTHER[close]
  }
  const reached = tests
    .filter((test) => TEST.test(test) && far.has(test))
    .toSorted((one, other) => rank(one) - rank(other) || seconds(one) - seconds(other))
  const run: string[] = []
  const left: string[] = []
  let spent = START
  for (const test of reached) {
    const opening = test.endsWith('.e2e.ts') && !run.some((other) => other.endsWith('.e2e.ts')) ? BUILD : 0
    const cost = opening + seconds(test) / AT_A_TIME
    if (rank(test) === 0 || spent + cost <= budget) {
      run.push(test)
      spent += cost
    } else left.push(test)
  }
  const minutes = Math.ceil(left.reduce((sum, test) => sum + seconds(test), 0) / AT_A_TIME / 60)
  return { everything: null, run, left, minutes }
}
