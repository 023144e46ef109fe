import { expect, it } from 'vitest'
import type { RunEntry } from './run-entry.ts'
import { stepsOf } from './run-steps.rules.ts'

const document = { steps: [{ key: 'save', action: 'record.upsert' }] }
const note = (state: string, at: number) => ({
  path: 'save',
  key: 'save',
  action: 'record.upsert',
  pure: false,
  state,
  attempt: 1,
  at,
})
// Only what the view reads of an entry stands here.
const entries = [{ steps: [note('running', 1_000), note('succeeded', 1_250)] }] as unknown as RunEntry[]

it('shows no step as begun before a worker had the run', () => {
  const [step] = stepsOf({ id: 'r', state: 'succeeded', begunAt: 1_180 }, document, entries)
  expect(step).toMatchObject({
    durationMs: 70,
    startedAt: '1970-01-01T00:00:01.180Z',
    endedAt: '1970-01-01T00:00:01.250Z',
  })
})

it('tells the time that a step took when the run began at once', () => {
  expect(stepsOf({ id: 'r', state: 'succeeded' }, document, entries)[0]?.durationMs).toBe(250)
})

it('marks a step that nothing told of as queued, and as skipped once the run is over', () => {
  expect(stepsOf({ id: 'r', state: 'running' }, document, [])[0]?.state).toBe('queued')
  expect(stepsOf({ id: 'r', state: 'failed' }, document, [])[0]?.state).toBe('skipped')
})
