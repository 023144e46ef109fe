import { describe, expect, it } from 'vitest'
import { hindrances } from './run-control.ts'

const ALL = { data: true, cancel: true, rerun: true }
const WISH = { by: 'Alice', at: '2026-11-22T00:00:00.000Z' }

describe('run controls', () => {
  it.each(['queued', 'running', 'waiting'] as const)(
    'allow canceling a %s run, but not rerunning it',
    (state) => {
      expect(hindrances({ state, cancel: null, can: ALL })).toEqual({
        cancel: null,
        rerun: 'notEnded',
        evidence: null,
      })
    },
  )

  it.each(['succeeded', 'failed', 'cancelled'] as const)(
    'allow rerunning a %s run, but not canceling it',
    (state) => {
      expect(hindrances({ state, cancel: null, can: ALL })).toEqual({
        cancel: 'over',
        rerun: null,
        evidence: null,
      })
    },
  )

  it('reject a second cancellation', () => {
    expect(hindrances({ state: 'running', cancel: WISH, can: ALL }).cancel).toBe('asked')
    expect(hindrances({ state: 'cancelled', cancel: WISH, can: ALL }).cancel).toBe('over')
  })

  it('name the missing permission', () => {
    const can = { data: false, cancel: false, rerun: false }
    expect(hindrances({ state: 'running', cancel: null, can })).toEqual({
      cancel: 'noRun',
      rerun: 'noRerun',
      evidence: 'noData',
    })
  })
})
