import { describe, expect, it } from 'vitest'
import { countSteps, firstShown, shortId, triggerOf } from './run-summary.ts'

describe('run summary', () => {
  it('counts every step once', () => {
    const steps = [
      'succeeded',
      'succeeded',
      'failed',
      'skipped',
      'queued',
      'waiting',
      'retrying',
      'cancelled',
    ] as const
    expect(countSteps(steps.map((state) => ({ state })))).toEqual({
      done: 2,
      failed: 1,
      skipped: 1,
      open: 3,
      cancelled: 1,
    })
  })

  it('selects the failed step first, then the running one, then the trigger', () => {
    const done = { key: 'a', state: 'succeeded' as const }
    const waits = { key: 'b', state: 'waiting' as const }
    const failed = { key: 'c', state: 'failed' as const }
    expect(firstShown([done, waits, failed], 'hook')).toBe('c')
    expect(firstShown([done, waits], 'hook')).toBe('b')
    expect(firstShown([done], 'hook')).toBe('trigger/hook')
  })

  it('distinguishes trigger nodes from steps with the same key', () => {
    expect(triggerOf('trigger/hook')).toBe('hook')
    expect(triggerOf('trigger')).toBeNull()
  })

  it('shortens IDs to their first and last characters', () => {
    expect(shortId('01935b7e-9c41-7a02-8000-00000000e07b')).toBe('0193…e07b')
    expect(shortId('short')).toBe('short')
  })
})
