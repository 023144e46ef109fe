import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { BACKOFF, supervise, type Watch } from './supervise.ts'

/** A part whose end the test decides. */
function makePart() {
  const { promise: ended, resolve: end } = Promise.withResolvers<string>()
  return { ended, end, stop: vi.fn(async () => end('stopped')) }
}

function makeWatch() {
  const seen: string[] = []
  const watch: Watch = {
    onLost: (how, delayMs) => void seen.push(`lost ${how} ${delayMs}`),
    onFailedRestart: (error, delayMs) => void seen.push(`failed ${String(error)} ${delayMs}`),
    onBack: () => void seen.push('back'),
  }
  return { seen, watch }
}

function useFakeClock() {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

describe('a supervised part', () => {
  it('throws the error of its first start', async () => {
    const { watch } = makeWatch()
    const failing = supervise(() => Promise.reject(new Error('no')), watch, new AbortController().signal)
    await expect(failing).rejects.toThrow('no')
  })

  it('is started again immediately when asked, without a word of loss', async () => {
    const parts = [makePart(), makePart()]
    const { seen, watch } = makeWatch()
    let count = 0
    const { supervised } = await supervise(
      async () => parts[count++] ?? makePart(),
      watch,
      new AbortController().signal,
    )
    await supervised.restart()
    await expect.poll(() => count).toBe(2)
    expect(seen).toEqual(['back'])
    await supervised.stop()
    expect(parts[1]?.stop).toHaveBeenCalled()
    expect(count).toBe(2)
  })

  it('waits longer after each failed start, and never again after its stop', async () => {
    useFakeClock()
    const first = makePart()
    const { seen, watch } = makeWatch()
    let count = 0
    const { supervised } = await supervise(
      async () => {
        count += 1
        if (count === 1) return first
        throw 'broken'
      },
      watch,
      new AbortController().signal,
    )
    first.end('exit code 1')
    await vi.advanceTimersByTimeAsync(0)
    await vi.advanceTimersByTimeAsync(249)
    expect(count).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(count).toBe(2)
    await vi.advanceTimersByTimeAsync(500)
    expect(count).toBe(3)
    expect(seen).toEqual(['lost exit code 1 250', 'failed broken 500', 'failed broken 1000'])
    await vi.advanceTimersByTimeAsync(600_000)
    expect(seen.at(-1)).toBe(`failed broken ${BACKOFF.mostMs}`)
    const attempts = count
    await supervised.stop()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(count).toBe(attempts)
  })

  it('forgets the pauses after a calm minute', async () => {
    useFakeClock()
    const parts = [makePart(), makePart(), makePart(), makePart()]
    const { seen, watch } = makeWatch()
    let count = 0
    const { supervised } = await supervise(
      async () => parts[count++] ?? makePart(),
      watch,
      new AbortController().signal,
    )
    parts[0]?.end('a')
    await vi.advanceTimersByTimeAsync(250)
    parts[1]?.end('b')
    await vi.advanceTimersByTimeAsync(500)
    await vi.advanceTimersByTimeAsync(BACKOFF.calmMs + 1)
    parts[2]?.end('c')
    await vi.advanceTimersByTimeAsync(250)
    expect(seen).toEqual(['lost a 250', 'back', 'lost b 500', 'back', 'lost c 250', 'back'])
    await supervised.stop()
  })
})
