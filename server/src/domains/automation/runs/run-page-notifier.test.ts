import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRunPageNotifier } from './run-page-notifier.ts'

const TENANT = '019a0000-0000-7000-8000-0000000000a1'
const NONE: ReadonlySet<string> = new Set()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A tenant whose transactions fail while `isAway`. */
function aTeller() {
  const state = { isAway: false }
  const notified: string[] = []
  const announce = (fact: object) => void ('taskId' in fact && notified.push(String(fact.taskId)))
  const logged: unknown[] = []
  const teller = createRunPageNotifier({
    log: { debug: (fields: unknown) => void logged.push(fields) },
    tenant: async () => ({
      async tx(work) {
        if (state.isAway) throw new Error('too many connections')
        await work({ announce })
      },
    }),
  })
  const turnOf = (...runs: string[]) => teller.announce({ tenantId: TENANT, announce }, new Set(runs), NONE)
  const endOf = (run: string) => teller.announce({ tenantId: TENANT, announce }, NONE, new Set([run]))
  return { state, notified, logged, turnOf, endOf }
}

describe('pages of runs', () => {
  test('are notified of a turn immediately, of those soon after it together, and always of the last one', async () => {
    const { notified, turnOf } = aTeller()
    for (let turn = 0; turn < 5; turn += 1) turnOf('run')
    expect(notified).toEqual(['run'])
    await vi.advanceTimersByTimeAsync(100)
    expect(notified).toEqual(['run', 'run'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(notified).toEqual(['run', 'run'])
  })

  test('hear of the last turn before a long wait although the database would not take the word at first', async () => {
    const { state, notified, logged, turnOf } = aTeller()
    turnOf('run')
    turnOf('run')
    state.isAway = true
    await vi.advanceTimersByTimeAsync(5_000)
    expect(notified).toEqual(['run'])
    expect(logged[0]).toEqual({ err: new Error('too many connections'), tenantId: TENANT })
    state.isAway = false
    await vi.advanceTimersByTimeAsync(1_000)
    expect(notified).toEqual(['run', 'run'])
  })

  test('get no late notification of a run that has ended: its end is the last one', async () => {
    const { notified, turnOf, endOf } = aTeller()
    turnOf('run')
    turnOf('run')
    endOf('run')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(notified).toEqual(['run'])
  })
})
