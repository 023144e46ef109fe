import { describe, expect, it } from 'vitest'
import { createMinuteCounter } from './minute-counter.ts'

function aCounter(overflow: 'share' | 'forget', maxKeys = 3) {
  const clock = { now: 1_000_000 }
  return { clock, counter: createMinuteCounter(overflow, { now: () => clock.now, maxKeys }) }
}

describe('a counter per minute', () => {
  it.each(['share', 'forget'] as const)(
    'counts each key for a minute from its first count: %s',
    (overflow) => {
      const { clock, counter } = aCounter(overflow)
      expect([counter.add('a'), counter.add('a')]).toEqual([1, 2])
      clock.now += 30_000
      expect([counter.add('a'), counter.add('b')]).toEqual([3, 1])
      clock.now += 30_000
      expect([counter.count('a'), counter.count('b')]).toEqual([0, 1])
      clock.now += 30_000
      expect(counter.count('b')).toBe(0)
      expect(counter.add('a')).toBe(1)
    },
  )

  it('that shares counts all new keys together while it is full, and known keys separately', () => {
    const { clock, counter } = aCounter('share')
    for (const key of ['a', 'b', 'c']) counter.add(key)
    expect([counter.add('d'), counter.add('e'), counter.count('f'), counter.add('a')]).toEqual([1, 2, 2, 2])
    clock.now += 60_000
    expect([counter.add('d'), counter.add('e')]).toEqual([1, 1])
  })

  it('that forgets never counts one key for another: the oldest loses its count', () => {
    const { counter } = aCounter('forget')
    for (const key of ['a', 'a', 'b', 'c']) counter.add(key)
    expect(counter.add('d')).toBe(1)
    expect([counter.count('a'), counter.count('b'), counter.count('d')]).toEqual([0, 1, 1])
  })

  it('holds no more keys than allowed, however many are counted', () => {
    const { counter } = aCounter('forget', 100)
    for (let key = 0; key < 1_000; key += 1) counter.add(`key ${key}`)
    const known = Array.from({ length: 1_000 }, (_, key) => counter.count(`key ${key}`)).filter(
      (one) => one > 0,
    )
    expect(known).toHaveLength(100)
  })
})
