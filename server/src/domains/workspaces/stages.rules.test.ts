import { expect, test } from 'vitest'
import { matrixOf, stagesOf } from './stages.rules.ts'
import { byDue, type Due, slaCounts } from './sla-board.rules.ts'

const row = (key: string | null, value: number | null) => ({ key, value })

test.each([
  [
    'counts a record for its value and every one before it',
    ['new', 'triage', 'closed'],
    [10, 7, 4],
    [null, 0.7, 4 / 7],
  ],
  ['takes the stages in the order given', ['triage', 'new'], [6, 3], [null, 0.5]],
  ['counts no record with another value', ['new', 'closed'], [7, 4], [null, 4 / 7]],
  ['has no share after an empty stage', ['new', 'gone', 'lost'], [3, 0, 0], [null, 0, null]],
])('a funnel %s', (_what, steps, values, shares) => {
  const rows = [row('closed', 4), row('new', 3), row('triage', 3), row(null, 9)]
  const stages = stagesOf(rows, steps)
  expect(stages.map(({ value }) => value)).toEqual(values)
  expect(stages.map(({ share }) => share)).toEqual(shares)
  expect(stages.map(({ reached }) => reached)).toEqual(steps.map((_step, at) => steps.slice(at)))
})

test('a matrix lists techniques below each of their tactics, those with the most records first', () => {
  const rows = [row('T1566', 4), row('T1078', 9), row('T1659', 4), row('T0000', 5), row(null, 3)]
  const matrix = matrixOf(rows, 2)
  expect(matrix.map(({ name }) => name)).toEqual([
    'Initial Access',
    'Persistence',
    'Privilege Escalation',
    'Defense Evasion',
    'Command and Control',
  ])
  expect(matrix[0]).toEqual({
    name: 'Initial Access',
    techniques: [
      { id: 'T1078', name: 'Valid Accounts', value: 9 },
      { id: 'T1566', name: 'Phishing', value: 4 },
    ],
    more: 1,
  })
  expect(matrixOf([], 5)).toEqual([])
})

test('the counts of a clock are zero where nothing was found, and find their records', () => {
  const rows = [
    { at: 'ack', key: 'overdue', value: 2 },
    { at: 'fix', key: 'running', value: 5 },
  ]
  const base = { field: 'title', op: 'notEmpty' } as const
  expect(slaCounts(rows, 'ack', base)).toMatchObject({
    running: { value: 0 },
    warning: { value: 0 },
    overdue: { value: 2, filter: { all: [base, { field: 'ack', op: 'in', value: ['overdue'] }] } },
  })
})

test('the longest over comes first, then what is due next', () => {
  // Only the id of a record matters here.
  const due = (id: string, at: string) => ({ clock: 'ack', title: id, record: { id }, at }) as unknown as Due
  const sorted = [due('c', '2026-01-03'), due('b', '2026-01-01'), due('a', '2026-01-01')].toSorted(byDue)
  expect(sorted.map(({ title }) => title)).toEqual(['a', 'b', 'c'])
})
