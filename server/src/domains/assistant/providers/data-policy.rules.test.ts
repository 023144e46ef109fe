import type { JsonValue } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import { type DataPolicy, type Keeping, refusalOf, withoutExcluded } from './data-policy.rules.ts'

const APPS = [
  { id: '1', key: 'alert', name: 'Alert', acronym: 'ALR', titleField: 'title' },
  { id: '2', key: 'person', name: 'Person', acronym: 'PER', titleField: 'full_name' },
]

function keeping(over: Partial<DataPolicy> = {}): Keeping {
  const policy = { recordValues: true, excludedApps: [], excludedFields: [], ...over }
  return { policy, apps: APPS, masked: new Set() }
}

const ALERT = {
  app: 'alert',
  trackingId: 'ALR-1',
  title: 'Alert of Zanzibar',
  fields: { severity: 'high', place: 'Zanzibar', owner: { id: '7', title: 'Petra Sand' } },
  comments: [{ by: 'Alice', text: 'Zanzibar again, see 48151623' }],
}
const PERSON = { app: 'person', trackingId: 'PER-7', title: 'Petra Sand', fields: { salary: 48151623 } }

const sentTo = (content: JsonValue, policy: Partial<DataPolicy>) =>
  JSON.stringify(withoutExcluded(content, keeping(policy)))

describe('what may leave for a model', () => {
  it('leaves what nothing excludes as it is', () => {
    expect(withoutExcluded([ALERT, PERSON], keeping())).toEqual([ALERT, PERSON])
  })

  it('takes an excluded field away, and its value from all other texts of the result', () => {
    const text = sentTo({ records: [ALERT], note: 'in Zanzibar' }, { excludedFields: ['alert.place'] })
    expect(text).not.toContain('Zanzibar')
    expect(text).toContain('high')
  })

  it('takes an excluded field of any app away, numbers too', () => {
    expect(sentTo([ALERT, PERSON], { excludedFields: ['*.salary'] })).not.toContain('48151623')
  })

  it('reveals nothing about records of an excluded app, even if other records refer to them', () => {
    const text = sentTo({ records: [ALERT, PERSON] }, { excludedApps: ['person'] })
    expect(text).not.toContain('Petra')
    expect(text).not.toContain('48151623')
    expect(text).not.toContain('PER-7')
    expect(text).toContain('Zanzibar')
  })

  it('removes tracking IDs of an excluded app wherever they appear', () => {
    const run = { number: 12, records: ['ALR-1', 'PER-7'], title: 'About PER-7' }
    expect(sentTo(run, { excludedApps: ['person'] })).not.toContain('PER-7')
    expect(sentTo(run, { excludedApps: ['person'] })).toContain('ALR-1')
  })

  it('keeps the title back where its field is excluded', () => {
    const text = sentTo(
      { ...PERSON, title: 'Petra Sand', fields: {} },
      { excludedFields: ['person.full_name'] },
    )
    expect(text).toBe('{"app":"person","trackingId":"PER-7","fields":{}}')
  })

  it('sends of records only app and number where values may not go at all', () => {
    expect(sentTo({ records: [ALERT] }, { recordValues: false })).toBe(
      '{"records":[{"app":"alert","trackingId":"ALR-1"}]}',
    )
    expect(sentTo({ trackingId: 'ALR-1', title: 'Alert of Zanzibar' }, { recordValues: false })).toBe(
      '{"trackingId":"ALR-1"}',
    )
  })

  it('keeps back what runs repeat of records where anything is excluded', () => {
    const run = {
      state: 'failed',
      error: { code: 'mail.refused', message: 'No box Zanzibar' },
      decisions: [{ step: 'check', values: { place: 'Zanzibar' }, because: 'place is Zanzibar' }],
    }
    const text = sentTo(run, { excludedFields: ['alert.place'] })
    expect(text).not.toContain('Zanzibar')
    expect(text).toContain('mail.refused')
  })

  it('remembers what it withheld and masks it in later results', () => {
    const question = keeping({ excludedFields: ['alert.place'] })
    withoutExcluded(ALERT, question)
    expect(JSON.stringify(withoutExcluded({ text: 'seen in Zanzibar' }, question))).not.toContain('Zanzibar')
  })
})

describe('how a model may ask', () => {
  const policy = { excludedFields: ['alert.place', '*.salary'], excludedApps: ['person'] }

  it('may not filter, order, count or draw columns by an excluded field, whatever it calls the app', () => {
    for (const input of [
      { app: 'alert', filter: [{ field: 'place', op: 'eq', value: 'x' }] },
      { app: 'Alert', sort: '-place' },
      { app: 'ALR', by: 'place' },
      { app: 'alert', columns: ['title', 'place'] },
      { filter: { any: [{ not: { field: 'salary', op: 'notEmpty' } }] } },
      { app: 'Person' },
    ])
      expect(refusalOf('search_records', input, keeping(policy)), JSON.stringify(input)).toContain(
        'withheld from the model',
      )
  })

  it('may ask for all else', () => {
    expect(
      refusalOf('search_records', { app: 'alert', by: 'severity', text: 'place' }, keeping(policy)),
    ).toBeNull()
  })

  it('may count but not measure or group where no values go out', () => {
    const strict = keeping({ recordValues: false })
    expect(refusalOf('aggregate_records', { app: 'alert', measure: 'count' }, strict)).toBeNull()
    expect(refusalOf('search_records', { app: 'alert', by: 'severity' }, strict)).not.toBeNull()
    expect(
      refusalOf('aggregate_records', { app: 'alert', measure: 'max', field: 'score' }, strict),
    ).not.toBeNull()
  })
  it('can’t reach withheld fields and apps through links', () => {
    const over = (has: string, field: string) => ({
      app: 'alert',
      filter: { has, where: { field, op: 'notEmpty' } },
    })
    const fields = keeping({ excludedFields: ['person.salary', 'alert.owner'] })
    expect(refusalOf('search_records', over('reporter', 'salary'), fields)).toContain('salary')
    expect(refusalOf('search_records', over('owner', 'name'), fields)).toContain('owner')
    expect(refusalOf('search_records', over('person.salary', 'name'), fields)).toContain('salary')
    expect(refusalOf('search_records', over('reporter', 'name'), fields)).toBeNull()
    const apps = keeping({ excludedApps: ['person'] })
    expect(refusalOf('search_records', over('reporter', 'name'), apps)).toContain('withheld from the model')
  })

  it('may not look for words in records where no values go out; help and components it may', () => {
    const strict = keeping({ recordValues: false })
    for (const tool of ['search_records', 'draft_filter'])
      expect(refusalOf(tool, { app: 'alert', text: 'Zanzibar' }, strict)).toContain('instead of words')
    expect(refusalOf('search_records', { text: 'Zanzibar' }, strict)).toContain('instead of words')
    for (const tool of ['search_help', 'list_components'])
      expect(refusalOf(tool, { text: 'import' }, strict)).toBeNull()
  })
})
