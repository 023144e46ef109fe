import type { JsonValue } from '@caseloom/contract/kernel/json'
import { expect, test } from 'vitest'
import { judged, ManifestVerdict } from './verdict.ts'

const how = ManifestVerdict.parse({
  rules: [
    { verdict: 'benign', at: 'allowed.0', exists: true },
    { verdict: 'malicious', at: 'level', is: 'high' },
    { verdict: 'suspicious', at: 'hits', atLeast: 2 },
  ],
  score: { at: 'hits', outOf: 8 },
  nothing: { at: 'status', is: 'no_results' },
  summary: '{hits} hits',
  link: 'https://example.org/{input.value}',
})
const given = { input: { value: 'x' }, settings: {} }

test.each<[string, JsonValue, JsonValue]>([
  ['a value that exists', { allowed: ['list'], level: 'high' }, { verdict: 'benign', score: null }],
  ['an empty list', { allowed: [], level: 'high' }, { verdict: 'malicious' }],
  ['a null', { allowed: [null], hits: 1 }, { verdict: 'benign', score: 13 }],
  ['a number that reaches the limit', { hits: 2 }, { verdict: 'suspicious', score: 25, summary: '2 hits' }],
  ['a number as text', { hits: '9' }, { verdict: 'benign', score: null }],
  ['a response that knows nothing', { status: 'no_results', hits: 4 }, { verdict: 'unknown', score: null }],
  ['no response at all', null, { verdict: 'unknown', raw: null, link: 'https://example.org/x' }],
])('judges %s', (_name, raw, wanted) => {
  expect(judged(how, raw, given)).toMatchObject(wanted as object)
})

test.each<[string, object]>([
  ['no test', {}],
  ['two tests', { exists: true, atLeast: 1 }],
])('a rule with %s is rejected', (_name, more) => {
  const rules = [{ verdict: 'benign', at: 'x', ...more }]
  expect(ManifestVerdict.safeParse({ rules, summary: '', link: '' }).success).toBe(false)
})
