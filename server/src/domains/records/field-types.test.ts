import type { AppView } from '@caseloom/contract/apps/apps'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, MORE_FIELDS, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppError, isFailure } from '../../platform/errors.ts'
import { newId } from '../../platform/uuid.ts'

let house: RecordsFixture
let app: AppView
const TEAM = newId()
const SHA = 'E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855'

beforeAll(async () => {
  house = await createRecordsFixture()
  app = await house.anApp({
    fields: [
      { key: 'title', label: 'Title', type: 'text', required: true },
      ...MORE_FIELDS.map((field) => ('format' in field ? { ...field, unique: true } : field)),
    ],
  })
})
afterAll(() => house.close())

const create = (fields: Record<string, JsonValue>) =>
  house.records.createRecord(house.scope, anActor(house.scope), { appId: app.id, fields })
const find = async (command: object) => {
  const page = await house.records.searchRecords(house.scope, anActor(house.scope), {
    appId: app.id,
    ...command,
  })
  return page.items.map((item) => item.fields['title'])
}
async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  )
  if (!isFailure(error)) throw error
  return error
}
const issuesOf = (error: AppError) =>
  error.details.issues?.map((issue) => `${issue.path.slice(2).join('.')} ${issue.code}`)

describe('fields of the newer types', () => {
  test('upserting matches by the one form of a text, however it is written', async () => {
    const actor = anActor(house.scope)
    const forms: [string, string, string][] = [
      ['mail', 'Ana@Example.com', 'ana@example.COM'],
      ['address', '2001:db8::1', '2001:0DB8:0:0::0001'],
      ['phone', '+49 30 1234567', '0049 (30) 123-4567'],
      ['digest', SHA, SHA.toLowerCase()],
    ]
    for (const [key, first, second] of forms) {
      const upsert = (value: string, title: string) =>
        house.records.upsertRecord(house.scope, actor, {
          appId: app.id,
          match: { [key]: value },
          set: { title },
        })
      const made = await upsert(first, `by ${key}`)
      expect(made.outcome).toBe('created')
      expect(await upsert(second, `by ${key}`)).toMatchObject({ id: made.id, outcome: 'unchanged' })
      const taken = await failure(create({ title: 'again', [key]: second }))
      expect(taken.code).toBe('record.duplicate_value')
    }
  })

  test('all problems of an input are reported together, each with its position', async () => {
    const error = await failure(
      create({
        title: 'bad',
        mail: 'ana@',
        address: '300.1.1.1',
        phone: 'call me',
        digest: 'abc',
        day: '2023-02-29',
        clock: '25:00',
        span: 'soon',
        items: ['ok', '', 'x'.repeat(501)],
        figures: [1, 'many'],
        team: 'blue',
        teams: [TEAM, 'red'],
      }),
    )
    expect(issuesOf(error)).toEqual([
      'mail invalid_email',
      'address invalid_ip',
      'phone invalid_telephone',
      'digest invalid_hash',
      'day invalid_date',
      'clock invalid_time',
      'span invalid_duration',
      'items.1 required',
      'items.2 too_long',
      'figures.1 invalid_type',
      'team invalid_guid',
      'teams.1 invalid_guid',
    ])
  })

  test('words of every script and direction, NUL, and the longest items are stored, listed, and found', async () => {
    const items = [
      'שלום עולם',
      'مرحبا',
      '漢字かな',
      'e\u0301t\u00e9',
      '👩🏽‍🚒',
      '\u202eabc',
      'a\u0000b',
      '"{},\\',
    ]
    const long = Array.from(
      { length: 1000 },
      (_none, at) => `${String(at).padStart(4, '0')}${'漢'.repeat(496)}`,
    )
    const record = await create({ title: 'scripts', items })
    expect(record.fields['items']).toEqual(items.map((item) => item.replace('\0', '\uFFFD').normalize('NFC')))
    for (const item of items)
      expect(await find({ filter: { field: 'items', op: 'contains', value: item } }), item).toEqual([
        'scripts',
      ])
    expect(await find({ text: 'שלום' })).toEqual(['scripts'])
    expect(await find({ text: '漢字' })).toEqual(['scripts'])
    const huge = await create({ title: 'huge', items: long })
    expect(huge.fields['items']).toEqual(long)
    expect(await find({ filter: { field: 'items', op: 'in', value: [long[999] ?? ''] } })).toEqual(['huge'])
  })

  test('identifiers are found whole by words', async () => {
    await create({
      title: 'identified',
      mail: 'o.neil+x@mail.example.org',
      address: '198.51.100.77',
      phone: '+4930999888777',
      digest: 'd41d8cd98f00b204e9800998ecf8427e',
      items: ['CVE-2021-44228', '10.9.8.7'],
    })
    const words = [
      'O.Neil+x@mail.example.org',
      'mail.example.org',
      '198.51.100.77',
      '198[.]51[.]100[.]77',
      '+4930999888777',
      'D41D8CD98F00B204E9800998ECF8427E',
      'cve-2021-44228',
      '10.9.8.7',
    ]
    for (const text of words) expect(await find({ text }), text).toEqual(['identified'])
    expect(await find({ text: '198.51.100.7' })).toEqual([])
  })

  test('figures group by days, lists, groups, and measure durations', async () => {
    await create({
      title: 'g1',
      day: '2026-11-20',
      items: ['red', 'blue'],
      figures: [1.5],
      teams: [TEAM],
      span: 'PT1H',
    })
    await create({
      title: 'g2',
      day: '2026-11-20',
      items: ['red'],
      figures: ['1.50'],
      teams: [TEAM],
      span: '30m',
    })
    const filter = { field: 'day', op: 'eq' as const, value: '2026-11-20' }
    const by = async (field: string) => {
      const { rows } = await house.records.aggregateRecords(house.scope, anActor(house.scope), {
        appId: app.id,
        filter,
        measure: { of: 'count' },
        by: { kind: 'group', field, limit: 10 },
      })
      return rows.map(({ key, value }) => `${key} ${value}`)
    }
    expect(await by('day')).toEqual(['2026-11-20 2'])
    expect(await by('items')).toEqual(['red 2', 'blue 1'])
    expect(await by('figures')).toEqual(['1.5 2'])
    expect(await by('teams')).toEqual([`${TEAM} 2`])
    expect(await by('span')).toEqual(['1800 1', '3600 1'])
    const { rows } = await house.records.aggregateRecords(house.scope, anActor(house.scope), {
      appId: app.id,
      filter,
      measure: { of: 'sum', field: 'span' },
      by: { kind: 'all' },
    })
    expect(rows[0]?.value).toBe(5400)
  })

  test('the history shows values as they were, and a playbook’s text is parsed like a person’s', async () => {
    const record = await create({
      title: 'h',
      span: '2h 30m',
      clock: '07:02',
      figures: ['12345678901234567890'],
    })
    expect(record.fields).toMatchObject({ span: 9000, clock: '07:02:00', figures: ['12345678901234567890'] })
    const [entry] = await house.historyOf(app, record.id)
    expect(entry?.changes).toContainEqual({ field: 'span', from: null, to: 9000 })
    expect(entry?.changes).toContainEqual({ field: 'figures', from: null, to: ['12345678901234567890'] })
  })
})
