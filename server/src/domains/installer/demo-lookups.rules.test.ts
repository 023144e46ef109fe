import { overallVerdict } from '@caseloom/contract/values/verdict'
import { LookupWrite } from '@caseloom/contract/records/observable-lookups'
import { expect, test } from 'vitest'
import { demoAlerts } from './demo-alerts.rules.ts'
import { demoCases } from './demo-cases.rules.ts'
import { demoLookups } from './demo-lookups.rules.ts'

const NOW = new Date('2026-11-29T12:00:00.000Z')
const records = [...demoAlerts(NOW, ['a']), ...demoCases(NOW, ['a'])].map(({ fields }) => fields)

test('a demo has verdicts of every kind, expired ones, and a history, the same each time', () => {
  const all = demoLookups(NOW, records)
  expect(demoLookups(NOW, records)).toEqual(all)
  const said = all.flatMap(({ lookups }) => lookups)
  for (const lookup of said) expect(LookupWrite.safeParse(lookup).error).toBeUndefined()
  const newest = new Map(said.map((one) => [`${one.value} ${one.source}`, one]))
  expect(newest.size).toBeLessThan(said.length)
  const ends = [...newest.values()].map(
    ({ expiresAt }) => expiresAt !== null && Date.parse(expiresAt) < NOW.getTime(),
  )
  expect(new Set(ends)).toEqual(new Set([true, false]))
  const byValue = Map.groupBy(newest.values(), ({ value }) => value)
  const verdicts = [...byValue.values()].map((results) => overallVerdict(results, NOW.getTime()).verdict)
  expect(new Set(verdicts)).toEqual(new Set(['malicious', 'suspicious', 'clean', 'unknown']))
  const times = all.map(({ at }) => at.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})
