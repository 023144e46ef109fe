import { describe, expect, it } from 'vitest'
import { readTrialHash, trialHash } from './trial-link.ts'

describe('a link that starts a trial', () => {
  it('is read as it was made, whatever the values hold', () => {
    const start = { record: 'r1', set: { verdict: 'a#b&c "é"', tags: ['x'], due: null }, item: 'rule1' }
    expect(readTrialHash(`#${trialHash(start)}`)).toEqual(start)
  })

  it('is none for another fragment, or a damaged one', () => {
    for (const hash of [
      '',
      '#rule1',
      '#try=',
      '#try=%7B',
      '#try=%E0%A4%A',
      `#${encodeURIComponent('try={}')}`,
    ])
      expect(readTrialHash(hash)).toBeNull()
  })
})
