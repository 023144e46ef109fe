import { expect, test } from 'vitest'
import { groupName, type KnownName } from './known-name.ts'
import { knownPaths, pathPills } from './path-pills.ts'

const leaf = (path: string, label: string): KnownName => ({
  name: path.split('.').at(-1) ?? path,
  path,
  label,
  type: 'text',
  help: undefined,
  sample: undefined,
  parts: () => [],
})
const names = [
  groupName('record', 'record', [leaf('record.verdict', 'Verdict'), leaf('record.boxes', 'Mailboxes')]),
  groupName('before', 'before', [leaf('before.verdict', 'Verdict, before')]),
  leaf('opened', 'Opened by'),
]

test.each([
  [
    '$count(record.boxes) > 0 and before.verdict != record.verdict',
    'record.boxes before.verdict record.verdict',
  ],
  ['"record.verdict" & \'opened\' & record.verdict', 'record.verdict'],
  ['/* record.verdict */ opened', 'opened'],
  ['record.boxes.size + record.gone', 'record.boxes'],
  ['record.`verdict` = 1', 'record.`verdict`'],
  ['x.record.verdict or $record.verdict or $opened', ''],
  ['record', ''],
  ['recorded.verdict + opened_by', ''],
  ['"not closed record.verdict', ''],
  ["'it\\'s record.verdict' & opened", 'opened'],
  ['', ''],
])('in %s, the known paths are %s', (text, paths) => {
  const found = knownPaths(text, names).map(({ from, to }) => text.slice(from, to))
  expect(found.join(' ')).toBe(paths)
})

test('a pill has the label of its field and the hue of its first name', () => {
  const { pillsOf } = pathPills(names, { record: 'trigger', before: 'trigger', opened: 'other' })
  expect(pillsOf('before.verdict = opened')).toEqual([
    { from: 0, to: 14, text: 'Verdict, before', hue: 'trigger' },
    { from: 17, to: 23, text: 'Opened by', hue: 'other' },
  ])
})
