import { describe, expect, it } from 'vitest'
import { progressOf } from './question-state.ts'

const said = (verdict: 'approved' | 'refused' | null) => ({
  by: { id: null, name: 'Ann' },
  verdict,
  comment: null,
  values: null,
  at: '2026-01-01T00:00:00Z',
  delegatedFrom: null,
})

describe('approval progress', () => {
  it('counts only approvals', () => {
    const answers = [said('approved'), said('refused'), said(null), said('approved')]
    expect(progressOf({ answers, quorum: 3 })).toEqual({ done: 2, needed: 3 })
  })

  it('has no required number if everyone must approve', () => {
    expect(progressOf({ answers: [], quorum: 'all' })).toEqual({ done: 0, needed: null })
  })
})
