import type { StepView } from '@caseloom/contract/automation/automation'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { repeatedEffects } from './repeated-effects.ts'

type Step = z.infer<typeof StepView>

const step = (over: Partial<Step>): Step => ({
  path: 'call',
  key: 'call',
  depth: 0,
  parent: null,
  part: null,
  turns: null,
  instances: null,
  title: 'Call',
  action: 'http.request',
  pure: false,
  state: 'succeeded',
  startedAt: '2026-11-21T03:02:15.000Z',
  endedAt: '2026-11-21T03:02:16.000Z',
  durationMs: 1_000,
  attempts: [],
  input: null,
  output: null,
  error: null,
  idempotencyKey: null,
  ...over,
})

const turns = (total: number): Step['instances'] => ({
  total,
  succeeded: total,
  failed: 0,
  cancelled: 0,
  open: 0,
  known: true,
  failedPaths: [],
})

describe('what a rerun does again', () => {
  it('are calls, changes, questions, and components, in order, with how they ended', () => {
    const found = repeatedEffects([
      step({ path: 'ask', title: 'Approve', action: 'human.approve' }),
      step({ path: 'purge', title: 'Purge', action: 'm365.purge', state: 'failed' }),
      step({ path: 'lookup', title: 'Look up', action: 'flow.call' }),
      step({ path: 'save', title: 'Save', action: 'record.update' }),
    ])
    expect(found.map(({ title, state, times }) => [title, state, times])).toEqual([
      ['Approve', 'succeeded', 1],
      ['Purge', 'failed', 1],
      ['Look up', 'succeeded', 1],
      ['Save', 'succeeded', 1],
    ])
  })

  it('counts the iterations of a loop as often as they ran', () => {
    expect(repeatedEffects([step({ path: 'each#*/call', instances: turns(28) })])).toMatchObject([
      { path: 'each#*/call', times: 28 },
    ])
    expect(repeatedEffects([step({ path: 'each#*/call', instances: turns(0) })])).toEqual([])
  })

  it.each([
    ['pure steps', { pure: true, action: 'data.transform' }],
    ['blocks', { action: 'flow.forEach' }],
    ['waits', { action: 'flow.wait' }],
    ['steps that only read', { action: 'record.get' }],
    ['look-ups in tables', { action: 'table.lookup' }],
    ['files of the run', { action: 'file.make' }],
    ['steps that never began', { state: 'skipped', startedAt: null }],
  ] satisfies [string, Partial<Step>][])('leaves out %s', (_what, over) => {
    expect(repeatedEffects([step(over)])).toEqual([])
  })
})
