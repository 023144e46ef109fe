import { describe, expect, it } from 'vitest'
import type { RunEntry } from '../run-model/run-entry.ts'
import { stepAt, stepsOf } from './run-steps.rules.ts'

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
// Only the members that the view reads.
const entries = [{ steps: [note('running', 1_000), note('succeeded', 1_250)] }] as unknown as RunEntry[]

it('shows no step as begun before a worker had the run', () => {
  const [step] = stepsOf({ id: 'r', state: 'succeeded', begunAt: 1_180 }, document, entries)
  expect(step).toMatchObject({
    durationMs: 70,
    startedAt: '1970-01-01T00:00:01.180Z',
    endedAt: '1970-01-01T00:00:01.250Z',
  })
})

it('shows the time that a step took when the run began immediately', () => {
  expect(stepsOf({ id: 'r', state: 'succeeded' }, document, entries)[0]?.durationMs).toBe(250)
})

it('marks a step without events as queued, and as skipped once the run has ended', () => {
  expect(stepsOf({ id: 'r', state: 'running' }, document, [])[0]?.state).toBe('queued')
  expect(stepsOf({ id: 'r', state: 'failed' }, document, [])[0]?.state).toBe('skipped')
})

describe('steps inside blocks', () => {
  const nested = {
    steps: [
      {
        key: 'each',
        action: 'flow.forEach',
        steps: [
          { key: 'shape', action: 'data.transform' },
          { key: 'look', action: 'http.request', after: 'shape', compensate: { action: 'record.delete' } },
        ],
      },
      {
        key: 'safe',
        action: 'flow.try',
        steps: [{ key: 'risk', action: 'http.request' }],
        catch: [{ key: 'tell', action: 'notify.users' }],
      },
      {
        key: 'both',
        action: 'flow.parallel',
        branches: [{ key: 'left', steps: [{ key: 'a', action: 'http.request' }] }],
      },
    ],
    onError: { steps: [{ key: 'alarm', action: 'mail.send' }] },
  }
  const at = (path: string, state: string, ms: number, more: object = {}) => ({
    path,
    state,
    attempt: 1,
    at: ms,
    ...more,
  })
  const reported = [
    {
      steps: [
        at('each', 'running', 0, { turns: { total: 3, done: 0, failed: 0, failedAt: [] } }),
        at('each#0/look', 'running', 100),
        at('each#0/look', 'succeeded', 200),
        at('each#1/look', 'running', 100),
        at('each#1/look', 'failed', 400, { error: { code: 'http.status', message: 'No' } }),
        at('each#2/look', 'running', 300),
        at('each#2/look', 'succeeded', 400),
        at('each', 'succeeded', 400, { turns: { total: 3, done: 3, failed: 1, failedAt: [1] } }),
        at('safe/risk', 'running', 400),
        at('both/left/a', 'running', 400),
        at('onError/alarm', 'running', 500),
        at('each#0/look!undo', 'running', 600),
        at('each#0/look!undo', 'succeeded', 700),
      ],
    },
  ] as unknown as RunEntry[]
  const run = { id: 'r', state: 'running' } as const
  const rows = stepsOf(run, nested, reported)
  const row = (key: string) => rows.find((step) => step.key === key)

  it('stand below their block, with the list that holds them', () => {
    expect(rows.map(({ key, depth, parent, part }) => [key, depth, parent, part])).toEqual([
      ['each', 0, null, null],
      ['shape', 1, 'each', null],
      ['look', 1, 'each', null],
      ['look!undo', 1, 'each', 'undo'],
      ['safe', 0, null, null],
      ['risk', 1, 'safe', null],
      ['tell', 1, 'safe', 'catch'],
      ['both', 0, null, null],
      ['a', 1, 'both', 'left'],
      ['alarm', 0, null, 'onError'],
    ])
  })

  it('are put together over all turns of a loop', () => {
    expect(row('each')?.turns).toEqual({ total: 3, done: 3, failed: 1, failedAt: [1] })
    expect(row('look')).toMatchObject({
      path: 'each#*/look',
      state: 'failed',
      durationMs: 500 / 3,
      startedAt: '1970-01-01T00:00:00.100Z',
      endedAt: '1970-01-01T00:00:00.400Z',
      error: { code: 'http.status' },
      instances: { total: 3, succeeded: 2, failed: 1, known: true, failedPaths: ['each#1/look'] },
    })
    expect(row('look!undo')).toMatchObject({ action: 'record.delete', instances: { total: 1, succeeded: 1 } })
  })

  it('have the figures of their turns where they are not listed one by one', () => {
    expect(row('shape')).toMatchObject({
      state: 'succeeded',
      instances: { total: 3, succeeded: 2, failed: 1, known: false },
    })
  })

  it('are found in a branch, a handler and a body by their paths', () => {
    expect(row('risk')).toMatchObject({ path: 'safe/risk', state: 'running', instances: null })
    expect(row('a')).toMatchObject({ path: 'both/left/a', state: 'running' })
    expect(row('alarm')).toMatchObject({ path: 'onError/alarm', state: 'running' })
    expect(row('tell')?.state).toBe('queued')
  })

  it('are listed one by one on request', () => {
    expect(stepAt(run, nested, reported, 'each#1/look')).toMatchObject({
      path: 'each#1/look',
      state: 'failed',
      durationMs: 300,
      attempts: [{ attempt: 1 }],
      idempotencyKey: 'r/each#1/look~1',
    })
    expect(stepAt(run, nested, reported, 'each#2/shape')).toMatchObject({ state: 'succeeded', pure: true })
    expect(stepAt(run, nested, reported, 'each#0/look!undo')).toMatchObject({ state: 'succeeded' })
    expect(stepAt(run, nested, reported, 'each#*/look')).toBeNull()
    expect(stepAt(run, nested, reported, 'nowhere')).toBeNull()
  })
})
