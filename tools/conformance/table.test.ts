import { describe, expect, it } from 'vitest'
import { allIds, compare, idsIn, readTable, summaryOf, testNames, withoutJourney } from './table.mjs'

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
      'S2.01 appears twice',
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
    expect(summaryOf(table.rows)).toMatch(/^conformance: of 117 statements 1 built, 0 in part, 116 to come/)
  })

  it('takes a part for what it is: it says what is missing, and a test proves the rest', () => {
    const row = (state: string, note: string) =>
      readTable(whole({ 'S2.01': `| S2.01 | redirect | ${state} | ${note} |` }))
    const part = row('part', 'the route; missing: its page')
    expect(compare(part, [])).toEqual(['S2.01 is claimed without a test that names it: redirect'])
    expect(compare(part, ['a [S2.01]'])).toEqual([])
    expect(summaryOf(part.rows)).toContain('0 built, 1 in part, 116 to come')
    expect(row('part', 'the route').faults).toContain('S2.01: part, but the note doesn’t say "missing: …"')
    expect(row('built', 'the route; missing: its page').faults).toContain(
      'S2.01: built, but the note says what is missing',
    )
    for (const caveat of [
      'the route; its page comes with the forms',
      'the route, the rest later',
      'not yet the page',
    ])
      expect(row('built', caveat).faults).toContain(
        `S2.01: built, but the note makes an exception: ${caveat}`,
      )
    expect(row('nearly', 'the route').faults).toContain('S2.01: the state is built, part, or later')
  })

  it('asks for a journey behind each built statement about screens and states', () => {
    const table = readTable(
      whole({
        'S2.01': '| S2.01 | redirect | built | route |',
        'S3.01': '| S3.01 | license | built | its view |',
        'S4.01': '| S4.01 | states | built | the dialog |',
        'S4.02': '| S4.02 | alert | part | its text; missing: its page |',
      }),
    )
    expect(withoutJourney(table, ['walks [S2.01]'])).toEqual([
      'S4.01 is said to be built without a journey that names it: states',
    ])
    expect(withoutJourney(table, ['walks [S2.01 S4.01]'])).toEqual([])
  })

  it('reads the names of tests alone: comments, other texts, and skipped tests prove nothing', () => {
    const source = `
      // it('commented out [S2.01]')
      /* test('in a block [S2.02]', () => 1) */
      describe('a suite [S2.03]', () => {
        it('a test: it\\'s // no comment [S2.04]', () => { expect('text [S2.05]').toBe("it('x [S2.06]'") })
        it.each([['a )', /['"]/]])('each %s [S2.07]', () => 1)
        it.skip('skipped [S2.08]', () => 1)
        test.each(
          [1, 2],
        )(\`a template [S2.09]\`, () => 1)
        exit('not a test [S2.10]')
      })`
    expect(testNames(source).flatMap(idsIn)).toEqual(['S2.03', 'S2.04', 'S2.07', 'S2.09'])
  })
})
