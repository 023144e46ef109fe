import { AppCreate } from '@caseloom/contract/apps/apps'
import { CorrelationRule, readableRule } from '@caseloom/contract/apps/correlation-rules'
import { describe, expect, test } from 'vitest'
import { definitionIssues } from './app-definition.rules.ts'

const app = AppCreate.parse({
  key: 'alert',
  acronym: 'ALR',
  name: 'Alert',
  titleField: 'title',
  listColumns: [],
  layout: [],
  fields: [
    { key: 'title', label: 'Title', type: 'text' },
    { key: 'host', label: 'Host', type: 'text' },
    { key: 'note', label: 'Note', type: 'text', format: 'rich' },
    { key: 'raw', label: 'Raw', type: 'json' },
    { key: 'seen', label: 'Observables', type: 'observables' },
  ],
})
const rule = (over: object = {}) =>
  CorrelationRule.parse({ key: 'same', name: 'Same', fields: ['host'], within: 3600, into: 'open', ...over })
const issuesOf = (correlation: CorrelationRule[]) =>
  definitionIssues({ ...app, correlation }, app.fields, (_fields, filter) =>
    'field' in filter && filter.field === 'gone'
      ? [{ path: ['field'], code: 'unknown_field', message: 'Unknown field' }]
      : [],
  ).map(({ path, code }) => `${path.slice(1).join('.')} ${code}`)

describe('the correlation rules of an app', () => {
  test.each([
    ['a field that the app has', [rule()], []],
    ['a missing field', [rule({ fields: ['host', 'gone'] })], ['correlation.0.fields.1 unknown_field']],
    [
      'values that can’t be compared',
      [rule({ fields: ['note', 'raw', 'seen'] })],
      [0, 1, 2].map((at) => `correlation.0.fields.${at} invalid_type`),
    ],
    ['a field twice', [rule({ fields: ['host', 'host'] })], ['correlation.0.fields.1 duplicate']],
    ['two rules of one key', [rule(), rule()], ['correlation.1.key duplicate']],
    [
      'a condition on a missing field',
      [rule({ condition: { field: 'gone', op: 'eq', value: 'x' } })],
      ['correlation.0.condition.field unknown_field'],
    ],
  ])('compare %s', (_what, rules, issues) => {
    expect(issuesOf(rules)).toEqual(issues)
  })

  test('are shown to those who can read all of their fields, without their conditions', () => {
    const whole = rule({ condition: { field: 'title', op: 'eq', value: 'x' } })
    expect(readableRule(whole, () => true)).toEqual([rule()])
    expect(readableRule(whole, (key) => key !== 'host')).toEqual([])
  })
})
