import { describe, expect, it } from 'vitest'
import { createDutyCycle } from './duty-cycle.ts'

/** A clock that only work moves, and pauses that are written down. */
function aCycle() {
  let now = 0
  const steps: string[] = []
  const cycle = createDutyCycle(
    () => now,
    async (ms) => void steps.push(`pause ${ms}`),
  )
  const work = (name: string, ms: number) => () => {
    steps.push(name)
    now += ms
    return name
  }
  return { cycle, steps, work }
}

describe('work that blocks the process', () => {
  it('runs one piece at a time and pauses twice as long after each', async () => {
    const { cycle, steps, work } = aCycle()
    const all = await Promise.all([cycle.run(work('a', 30)), cycle.run(work('b', 10))])
    expect(all).toEqual(['a', 'b'])
    expect(steps).toEqual(['a', 'pause 60', 'b', 'pause 20'])
  })

  it('never pauses longer than a second', async () => {
    const { cycle, steps, work } = aCycle()
    await cycle.run(work('a', 5_000))
    expect(steps).toEqual(['a', 'pause 1000'])
  })

  it('hands a failure to who asked, and the next piece still runs', async () => {
    const { cycle, work } = aCycle()
    const failing = cycle.run(() => {
      throw new TypeError('bad body')
    })
    const next = cycle.run(work('b', 1))
    await expect(failing).rejects.toThrow('bad body')
    await expect(next).resolves.toBe('b')
  })
})
