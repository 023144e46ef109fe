import { describe, expect, it } from 'vitest'
import { hindrances } from './run-control.ts'

const ALL = { data: true, cancel: true, rerun: true }
const WISH = { by: 'Alice', at: '2026-11-22T00:00:00.000Z' }

describe('what can be done to a run', () => {
  it.each(['queued', 'running', 'waiting'] as const)(
    'lets one that is %s be cancelled, not repeated',
    (state) => {
      expect(hindrances({ state, cancel: null, can: ALL })).toEqual({
        cancel: null,
        rerun: 'goesOn',
        evidence: null,
      })
    },
  )

  it.each(['succeeded', 'failed', 'cancelled'] as const)(
    'lets one that %s be repeated, not cancelled',
    (state) => {
      expect(hindrances({ state, cancel: null, can: ALL })).toEqual({
        cancel: 'over',
        rerun: null,
        evidence: null,
      })
    },
  )

  it('asks no run twice to stop', () => {
    expect(hindrances({ state: 'running', cancel: WISH, can: ALL }).cancel).toBe('asked')
    expect(hindrances({ state: 'cancelled', cancel: WISH, can: ALL }).cancel).toBe('over')
  })

  it('says which right is missing', () => {
    const can = { data: false, cancel: false, rerun: false }
    expect(hindrances({ state: 'running', cancel: null, can })).toEqual({
      cancel: 'noRun',
      rerun: 'noRerun',
      evidence: 'noData',
    })
  })
})
