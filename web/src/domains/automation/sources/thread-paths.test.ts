import { describe, expect, it } from 'vitest'
import { threadPath } from './thread-paths.ts'

describe('a thread', () => {
  it('is straight between ends at one height', () => {
    expect(threadPath({ from: { x: 10, y: 20 }, to: { x: 90, y: 21 } }, 0, 30)).toBe('M10 20H90')
  })

  it('turns twice, up or down, in its own lane', () => {
    expect(threadPath({ from: { x: 10, y: 20 }, to: { x: 90, y: 60 } }, 1, 30)).toBe(
      'M10 20H46a6 6 0 0 1 6 6V54a6 6 0 0 0 6 6H90',
    )
    expect(threadPath({ from: { x: 10, y: 60 }, to: { x: 90, y: 56 } }, 0, 30)).toBe(
      'M10 60H44a2 2 0 0 0 2 -2V58a2 2 0 0 1 2 -2H90',
    )
  })
})
