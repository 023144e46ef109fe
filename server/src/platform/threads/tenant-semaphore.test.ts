import { setImmediate as loop } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createTenantSemaphore } from './tenant-semaphore.ts'

const going = () => new AbortController().signal

/** Whether it has come to its end once all that is due has had its turn. */
async function isDone(promise: Promise<unknown>): Promise<boolean> {
  let done = false
  void promise.then(() => {
    done = true
  })
  await loop()
  return done
}

describe('turns at doing effects', () => {
  it('are limited in number and granted in order of arrival', async () => {
    const turns = createTenantSemaphore(2)
    const [first, second] = [await turns.take('a', going()), await turns.take('a', going())]
    const third = turns.take('a', going())
    const fourth = turns.take('a', going())
    expect(await isDone(third)).toBe(false)
    first()
    expect(await isDone(third)).toBe(true)
    expect(await isDone(fourth)).toBe(false)
    second()
    expect(await isDone(fourth)).toBe(true)
  })

  it('of one tenant keep no other waiting', async () => {
    const turns = createTenantSemaphore(1)
    await turns.take('a', going())
    const waits = turns.take('a', going())
    expect(await isDone(turns.take('b', going()))).toBe(true)
    expect(await isDone(waits)).toBe(false)
  })

  it('are not waited for any longer than the attempt lasts, and are not lost by it', async () => {
    const turns = createTenantSemaphore(1)
    const first = await turns.take('a', going())
    const attempt = new AbortController()
    const given = turns.take('a', attempt.signal)
    const patient = turns.take('a', going())
    attempt.abort()
    ;(await given)()
    expect(await isDone(patient)).toBe(false)
    first()
    expect(await isDone(patient)).toBe(true)
    expect(await isDone(turns.take('a', AbortSignal.abort()))).toBe(true)
  })
})
