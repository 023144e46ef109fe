import { DeliveryOutcome, RunState } from '@caseloom/contract/automation/automation'
import { describe, expect, it } from 'vitest'
import { readPlaybookSearch, readRunSearch, readRunsSearch, withParam } from './automation-search.ts'

describe('search parameters of orchestration', () => {
  it('preserve known parameters and drop the rest', () => {
    expect(readRunsSearch({ playbook: '42', state: 'failed', more: 'x' })).toEqual({
      playbook: '42',
      state: 'failed',
    })
    expect(readRunsSearch({ state: 'exploded' })).toEqual({})
    const found = { from: '2026-07-01', to: '2026-09-30', number: '18442', test: 'true' }
    expect(readRunsSearch(found)).toEqual(found)
    expect(readRunsSearch({ from: 'July', to: '2026-19-39', number: '0x1', test: 'no' })).toEqual({})
    expect(readPlaybookSearch({ view: 'triggers', node: 'trigger/hook', outcome: 'refused' })).toEqual({
      view: 'triggers',
      node: 'trigger/hook',
      outcome: 'refused',
    })
    expect(readPlaybookSearch({ view: 'canvas', version: 'newest', outcome: 'lost' })).toEqual({})
    expect(readRunSearch({ step: 'a', tab: 'attempts' })).toEqual({ step: 'a', tab: 'attempts' })
    expect(readRunSearch({ tab: 'values' })).toEqual({})
  })

  it('accept every state and outcome', () => {
    for (const state of RunState.options) expect(readRunsSearch({ state })).toEqual({ state })
    for (const outcome of DeliveryOutcome.options)
      expect(readPlaybookSearch({ outcome })).toEqual({ outcome })
  })

  it('change one value at a time', () => {
    expect(withParam({ step: 'a' }, 'step', 'b')).toEqual({ step: 'b' })
    expect(withParam({ step: 'a' }, 'step', undefined)).toEqual({})
  })
})
