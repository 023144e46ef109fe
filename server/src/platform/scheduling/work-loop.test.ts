import { describe, expect, it } from 'vitest'
import { fail } from '../errors.ts'
import { createLog } from '../telemetry/log.ts'
import { createWorkLoop, type WorkLoopOptions } from './work-loop.ts'

const log = createLog({ level: 'silent', process: 'test' })
const loopOf = (look: WorkLoopOptions['look'], over: Partial<WorkLoopOptions> = {}) =>
  createWorkLoop({ name: 'test', everyMs: 3_600_000, look, log, ...over })

describe('a loop of due work', () => {
  it('looks when it starts, when it is woken, and again while there is more', async () => {
    let looks = 0
    const loop = loopOf(async () => {
      looks += 1
      return looks === 1 || looks === 3
    })
    loop.wake()
    expect(looks).toBe(0)
    loop.start()
    await expect.poll(() => looks).toBe(2)
    loop.wake()
    await expect.poll(() => looks).toBe(4)
    await loop.stop()
  })

  it('never scans twice at the same time, and scans again for what was announced in the meantime', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let [looks, running, most] = [0, 0, 0]
    const loop = loopOf(async () => {
      running += 1
      most = Math.max(most, running)
      await gates[looks++]?.promise
      running -= 1
    })
    loop.start()
    await expect.poll(() => looks).toBe(1)
    loop.wake()
    loop.wake()
    gates[0]?.resolve()
    await expect.poll(() => looks).toBe(2)
    gates[1]?.resolve()
    await loop.stop()
    expect([looks, most]).toEqual([2, 1])
  })

  it('tries again soon after a failure, long before its next regular look', async () => {
    let looks = 0
    const loop = loopOf(async () => {
      looks += 1
      if (looks < 3) throw fail('dependency.unavailable', { detail: 'The database is busy' })
    })
    loop.start()
    await expect.poll(() => looks, { timeout: 10_000 }).toBe(3)
    await loop.stop()
  })

  it('does one round on demand before it starts, and a failure there rejects no one', async () => {
    let looks = 0
    const loop = loopOf(async () => {
      looks += 1
      throw new Error('broken')
    })
    await loop.run()
    expect(looks).toBe(1)
    await loop.stop()
  })

  it('aborts the scan in progress, waits for it, and starts no other', async () => {
    let looks = 0
    const loop = loopOf(async (_now, signal) => {
      looks += 1
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return true
    })
    loop.start()
    await loop.stop()
    loop.wake()
    await loop.run()
    expect(looks).toBe(1)
  })
})
