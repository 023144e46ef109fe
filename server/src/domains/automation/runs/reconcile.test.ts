import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createReconciler, type ReconcileDeps } from './reconcile.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Watches an installation without open runs; answers when it looked, in seconds after its start. */
function watching(answers: () => Promise<[]>): number[] {
  const looks: number[] = []
  const began = Date.now()
  const read = () => {
    looks.push((Date.now() - began) / 1_000)
    return answers()
  }
  // Only what a look without runs asks for.
  const deps = { system: { read }, log: pino({ level: 'silent' }) } as unknown as ReconcileDeps
  const reconciler = createReconciler(deps)
  reconciler.watch()
  onTestFinished(() => reconciler.close())
  return looks
}

describe('the comparison of open runs with the engine', () => {
  it('looks again as soon as runs from just before the start are settled, then every minute', async () => {
    const looks = watching(() => Promise.resolve([]))
    await vi.advanceTimersByTimeAsync(140_000)
    expect(looks).toEqual([0, 11, 71, 131])
  })

  it('repeats a look that fails every second, and keeps the second one', async () => {
    let fails = 3
    const looks = watching(() => {
      fails -= 1
      return fails >= 0 ? Promise.reject(new Error('no database')) : Promise.resolve([])
    })
    await vi.advanceTimersByTimeAsync(80_000)
    expect(looks).toEqual([0, 1, 2, 3, 11, 71])
  })
})
