import { expect, test } from 'vitest'
import { noticeFaults, packageTable } from './packages.ts'

const one = (name: string, license: string, version = '1.0.0') => ({ name, version, license })

test('free licenses and free choices pass, others are named', () => {
  const fine = ['MIT', '(MIT OR GPL-3.0)', 'Apache-2.0 AND MIT', 'MIT OR Apache-2.0'].map((text) =>
    one('a', text),
  )
  expect(noticeFaults(fine)).toEqual([])
  expect(noticeFaults([one('b', 'GPL-3.0')])).toEqual([
    'b@1.0.0: license "GPL-3.0" is not among the accepted ones',
  ])
  expect(noticeFaults([one('c', 'MIT AND GPL-3.0'), one('d', '')])).toHaveLength(2)
})

test('the engine’s license is accepted for the engine only', () => {
  expect(noticeFaults([one('@restatedev/restate-server-linux-x64', 'BSL')])).toEqual([])
  expect(noticeFaults([one('other', 'BSL')])).toHaveLength(1)
})

test('the table is sorted, with one row for a package of several versions', () => {
  const rows = packageTable([one('b', 'MIT'), one('a', 'MIT', '1.0.0'), one('a', 'MIT', '2.0.0')]).split('\n')
  expect(rows.slice(2)).toEqual(['| a | 1.0.0, 2.0.0 | MIT |', '| b | 1.0.0 | MIT |'])
})
