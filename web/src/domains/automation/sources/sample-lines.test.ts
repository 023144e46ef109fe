import { leavesOf } from '@caseloom/playbook/source-mapping/leaves'
import { SOURCES } from '@caseloom/playbook/source-mapping/sources'
import { isJsonObject } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import { sampleLines } from './sample-lines.ts'

describe('lines of a sample', () => {
  it('show each value with its path', () => {
    expect(sampleLines({ a: { 'b-c': 'x' }, list: [1, 2], many: [{ d: null }], '`': 1 })).toEqual([
      { depth: 0, lead: '', text: '{', path: null },
      { depth: 1, lead: '"a": ', text: '{', path: null },
      { depth: 2, lead: '"b-c": ', text: '"x"', path: 'a.`b-c`' },
      { depth: 1, lead: '', text: '},', path: null },
      { depth: 1, lead: '"list": ', text: '[1,2]', path: 'list' },
      { depth: 1, lead: '"many": ', text: '[', path: null },
      { depth: 2, lead: '', text: '{', path: null },
      { depth: 3, lead: '"d": ', text: 'null', path: 'many[0].d' },
      { depth: 2, lead: '', text: '}', path: null },
      { depth: 1, lead: '', text: '],', path: null },
      { depth: 1, lead: '"`": ', text: '1', path: null },
      { depth: 0, lead: '', text: '}', path: null },
    ])
  })

  it('have the paths that fields can take', () => {
    for (const { sample } of SOURCES) {
      if (!isJsonObject(sample)) throw new Error('A sample is an object')
      const shown = new Set(sampleLines(sample).map(({ path }) => path))
      for (const { path } of leavesOf(sample)) expect(shown).toContain(path)
    }
  })

  it('are bounded', () => {
    const wide = Object.fromEntries(Array.from({ length: 9_000 }, (_none, at) => [`k${at}`, 'x'.repeat(500)]))
    const lines = sampleLines(wide)
    expect(lines.length).toBeLessThanOrEqual(2_002)
    expect(lines[1]?.text).toHaveLength(161)
  })
})
