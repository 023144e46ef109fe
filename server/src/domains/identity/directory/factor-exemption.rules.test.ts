import { expect, it } from 'vitest'
import { exemptionIssues } from './factor-exemption.rules.ts'

const NOW = new Date('2026-11-23T12:00:00.000Z')

it.each([
  ['2026-11-23T11:59:59.999Z', ['too_small']],
  ['2026-11-23T12:00:00.000Z', ['too_small']],
  ['2026-11-23T12:00:00.001Z', []],
  ['2027-02-21T12:00:00.000Z', []],
  ['2027-02-21T12:00:00.001Z', ['too_big']],
])('an exemption until %s: %j', (until, codes) => {
  const issues = exemptionIssues(new Date(until), NOW)
  expect(issues.map((issue) => issue.code)).toEqual(codes)
  expect(issues.every((issue) => issue.path.join('.') === 'body.until')).toBe(true)
})
