import { describe, expect, it } from 'vitest'
import { lineDiff } from './line-diff.ts'

/** The texts with what is theirs alone marked. */
const marked = (before: string[], after: string[]) => {
  const { removed, added } = lineDiff(before, after)
  return [
    before.map((line, at) => (removed.has(at) ? `-${line}` : line)).join(' '),
    after.map((line, at) => (added.has(at) ? `+${line}` : line)).join(' '),
  ]
}

describe('lines of two texts', () => {
  it('are marked where the other text lacks them, also when it has the same line elsewhere', () => {
    expect(marked(['a', 'required', 'b'], ['a', 'required', 'b', 'required'])).toEqual([
      'a required b',
      'a required b +required',
    ])
    expect(marked(['a', 'b', 'c'], ['a', 'x', 'c'])).toEqual(['a -b c', 'a +x c'])
    expect(marked(['a', 'b'], ['b', 'a'])).toEqual(['-a b', 'b +a'])
  })

  it('are none where the texts are the same, and all where one is empty', () => {
    expect(marked(['a', 'a'], ['a', 'a'])).toEqual(['a a', 'a a'])
    expect(marked([], ['a', 'b'])).toEqual(['', '+a +b'])
    expect(marked(['a', 'b'], [])).toEqual(['-a -b', ''])
  })
})
