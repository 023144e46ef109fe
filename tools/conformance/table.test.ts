import { describe, expect, it } from 'vitest'
import { allIds, compare, idsIn, readTable, summaryOf } from './table.mjs'

const whole = (over: Record<string, string> = {}) =>
  allIds()
    .map((id: string) => over[id] ?? `| ${id} | words | later | another part |`)
    .join('\n')

describe('the conformance table', () => {
  it('knows all 117 statements', () => {
    expect(allIds()).toHaveLength(117)
    expect(readTable(whole()).faults).toEqual([])
  })

  it('finds what is missing, twice, unknown or unreadable', () => {
    const text = `${whole({ 'S1.01': '' })}\n| S2.01 | x | later | y |\n| S9.99 | x | later | y |\n| S3.01 | x |`
    expect(readTable(text).faults).toEqual([
      'unreadable row: | S3.01 | x |',
      'S1.01 is missing',
      'S2.01 stands twice',
      'S9.99 is no statement',
    ])
  })

  it('reads the ids at the end of a name', () => {
    expect(idsIn('leads on [S2.01]')).toEqual(['S2.01'])
    expect(idsIn('leads on [S2.01 S2.02, S3.01]')).toEqual(['S2.01', 'S2.02', 'S3.01'])
    expect(idsIn('S2.01 in a sentence')).toEqual([])
  })

  it('fails a claim without a passing test, and a test without its claim', () => {
    const table = readTable(whole({ 'S2.01': '| S2.01 | redirect | built | route |' }))
    expect(compare(table, [])).toEqual(['S2.01 is claimed without a test that names it: redirect'])
    expect(compare(table, ['a [S2.01]'])).toEqual([])
    expect(compare(table, ['a [S2.01]', 'b [S2.02]'])).toEqual(['S2.02 has a test but is said to come later'])
    expect(compare(table, ['a [S2.01] [S8.77]'])).toEqual(['a test names S8.77, which is no statement'])
    expect(summaryOf(table.rows)).toMatch(/^conformance: 1 of 117/)
  })
})
