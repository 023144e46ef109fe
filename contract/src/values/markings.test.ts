import { describe, expect, it } from 'vitest'
import { aboveCeiling, type Marking, NO_MARKING, recordMarking, stricterMarking } from './markings.ts'

const NO_LIMIT = { maxTlp: null, maxPap: null }

describe('markings', () => {
  it.each<[Record<string, string | string[]>, Marking]>([
    [{}, NO_MARKING],
    [{ tlp: '', pap: ' ' }, NO_MARKING],
    [
      { tlp: 'green', pap: 'red' },
      { tlp: 'green', pap: 'red' },
    ],
    [{ tlp: 'amber_strict' }, { tlp: 'amber+strict', pap: null }],
    [
      { tlp: 'TLP:AMBER+STRICT', pap: 'PAP:CLEAR' },
      { tlp: 'amber+strict', pap: 'clear' },
    ],
    [{ tlp: 'TLP:WHITE' }, { tlp: 'clear', pap: null }],
    [{ tlp: ['green', 'amber'] }, { tlp: 'amber', pap: null }],
    // What no protocol knows is treated as the strictest.
    [
      { tlp: 'internal', pap: 'amber_strict' },
      { tlp: 'red', pap: 'red' },
    ],
  ])('of a record with %j is %j', (fields, marking) => {
    expect(recordMarking(fields)).toEqual(marking)
  })

  it('exceed a limit when they are stricter, never without one or unmarked', () => {
    const red: Marking = { tlp: 'red', pap: 'amber' }
    expect(aboveCeiling(red, NO_LIMIT)).toBeNull()
    expect(aboveCeiling(NO_MARKING, { maxTlp: 'clear', maxPap: 'clear' })).toBeNull()
    expect(aboveCeiling(red, { maxTlp: 'red', maxPap: 'amber' })).toBeNull()
    expect(aboveCeiling(red, { maxTlp: 'amber+strict', maxPap: null })).toEqual({
      mark: 'tlp',
      is: 'red',
      limit: 'amber+strict',
    })
    expect(aboveCeiling(red, { maxTlp: null, maxPap: 'green' })).toEqual({
      mark: 'pap',
      is: 'amber',
      limit: 'green',
    })
  })

  it('combine to the stricter mark of each protocol', () => {
    expect(stricterMarking({ tlp: 'green', pap: 'red' }, { tlp: 'amber', pap: null })).toEqual({
      tlp: 'amber',
      pap: 'red',
    })
    expect(stricterMarking(NO_MARKING, NO_MARKING)).toEqual(NO_MARKING)
  })
})
