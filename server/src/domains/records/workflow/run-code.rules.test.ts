import { OCCASIONS } from '@caseloom/contract/apps/workflow'
import { runs } from '@caseloom/testkit/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packRun, type StoredOutcome, unpackRun } from './run-code.rules.ts'

const outcome = fc.constantFrom<StoredOutcome>('true', 'false', 'not_reached', 'not_run')

it('a packed run says the same again, in a quarter of a byte for each rule', () => {
  fc.assert(
    fc.property(fc.constantFrom(...OCCASIONS), fc.array(outcome, { maxLength: 300 }), (cause, outcomes) => {
      const packed = packRun({ cause, outcomes })
      expect(packed.length).toBeLessThanOrEqual(1 + Math.ceil(outcomes.length / 4))
      const last = outcomes.findLastIndex((one) => one !== 'not_run')
      expect(unpackRun(packed)).toEqual({ cause, outcomes: outcomes.slice(0, last + 1) })
    }),
    { numRuns: runs(500) },
  )
})

it('reads runs that were stored as texts', () => {
  const text = Uint8Array.from([0x80 | OCCASIONS.indexOf('api'), ...Buffer.from('2f3tnx')])
  expect(unpackRun(text)).toEqual({
    cause: 'api',
    outcomes: ['false', 'false', 'true', 'true', 'true', 'not_reached', 'not_run'],
  })
})
