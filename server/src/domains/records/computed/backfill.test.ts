import { AppCreate, type AppUpdate, type AppView } from '@caseloom/contract/apps/apps'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { type AppError, isFailure } from '../../../platform/errors.ts'
import { backfillRecords, resumeBackfills } from './backfill-records.ts'

let house: RecordsFixture
let count = 0

beforeAll(async () => {
  house = await createRecordsFixture()
})
afterAll(() => house.close())

type Fields = readonly Record<string, unknown>[]
const actor = () => anActor(house.scope)
const title = { key: 'title', label: 'Title', type: 'text' }

function anApp(fields: Fields): Promise<AppView> {
  count += 1
  const acronym = `W${String.fromCharCode(65 + (count % 26), 65 + Math.floor(count / 26))}`
  const shape = { name: 'Rework', titleField: 'title', listColumns: [], layout: [] }
  const input = { key: `rework_${count}`, acronym, ...shape, fields: [title, ...fields] }
  return house.apps.createApp(house.scope, actor(), AppCreate.parse(input))
}

/** The edit of an app in which one field is another. */
function edit(app: AppView, key: string, to: Record<string, unknown>, convert?: AppUpdate['convert']) {
  const { titleField, listColumns, layout, name, icon, revision } = app
  const fields = app.fields.map((field) =>
    field.key === key
      ? { id: field.id, key, label: field.label, required: false, readOnly: false, ...to }
      : field,
  )
  // The fields are checked by the use case; the test writes them as a client would.
  const input = { name, icon, titleField, listColumns, layout, revision, fields } as unknown as AppUpdate
  return { ...input, appId: app.id, ...(convert === undefined ? {} : { convert }) }
}

const publish = (...args: Parameters<typeof edit>) =>
  house.apps.updateApp(house.scope, actor(), edit(...args))
const view = (app: AppView) => house.apps.getApp(house.scope, actor(), app.id)

/** Waits for the backfill to finish, joining in if another process runs it. */
async function settled(app: AppView): Promise<AppView> {
  await backfillRecords({ apps: house.apps }, house.scope, app.id)
  for (;;) {
    const now = await view(app)
    if (now.computing === undefined && (now.changing === undefined || now.changing.refused !== null))
      return now
    await backfillRecords({ apps: house.apps }, house.scope, app.id)
  }
}

async function fill(app: AppView, rows: readonly Record<string, JsonValue>[]): Promise<void> {
  const commands = rows.map((values) => ({ kind: 'create' as const, values }))
  for (const answer of await house.records.changeMany(house.scope, actor(), { appId: app.id, commands }))
    if (isFailure(answer)) throw answer
}

async function values(app: AppView, key: string): Promise<JsonValue[]> {
  const found: JsonValue[] = []
  let cursor: string | undefined
  do {
    const page = await house.records.searchRecords(house.scope, actor(), {
      appId: app.id,
      sort: [{ field: 'tracking_id', direction: 'asc' }],
      limit: 200,
      ...(cursor === undefined ? {} : { cursor }),
    })
    found.push(...page.items.map((item) => item.fields[key] ?? null))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return found
}

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  )
  if (!isFailure(error)) throw error
  return error
}

const text = { type: 'text', multiline: false, maxLength: 1000, unique: false }
const number = { type: 'number', unique: false }
const formula = (expression: string, result = 'number') => ({ type: 'formula', expression, result })
const field = (key: string, of: Record<string, unknown>) => ({ key, label: key, ...of })
const options = ['high', 'low'].map((key) => ({ key, label: `${key} one` }))
const selection = { type: 'selection', options, multiple: false, display: 'plain' }

describe('a formula that says something else', () => {
  test('is worked out for all records, without a new version of any, and its words are found', async () => {
    const app = await anApp([field('score', number), field('double', formula('score * 2'))])
    await fill(
      app,
      Array.from({ length: 2_300 }, (_one, at) => ({ title: `t${at}`, score: at })),
    )
    const changed = await publish(app, 'double', formula('"n" & (score * 3)', 'text'))
    expect(changed.computing).toMatchObject({ done: 0 })
    await settled(app)
    expect((await values(app, 'double')).slice(-2)).toEqual(['n6894', 'n6897'])
    const found = await house.records.searchRecords(house.scope, actor(), { appId: app.id, text: 'n6897' })
    // The first search that needs the words reindexes them.
    expect(found.items.length).toBeLessThanOrEqual(1)
    const [record] = (await house.records.searchRecords(house.scope, actor(), { appId: app.id, limit: 1 }))
      .items
    expect(record?.version).toBe(1)
    expect((await view(app)).computing).toBeUndefined()
  })

  test('continues in another process after this one stopped', async () => {
    const app = await anApp([field('score', number), field('double', formula('score * 2'))])
    await fill(app, [{ title: 'a', score: 1 }])
    const other = anAppsDoor()
    // The other process publishes and exits before doing any work, so nothing there picks it up.
    const command = edit(app, 'double', formula('score * 5'))
    await other.updateApp(house.scope, actor(), command)
    await resumeBackfills({ apps: house.apps }, house.installation.database.system, () => house.scope)
    await settled(app)
    expect(await values(app, 'double')).toEqual([5])
  })
})

describe('a field that gets another type', () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>, JsonValue[], JsonValue[]]>([
    ['text → number', text, number, ['1', ' 2.5 ', null], [1, 2.5, null]],
    ['number → text', number, text, [1, 2.5, null], ['1', '2.5', null]],
    [
      'text → date',
      text,
      { type: 'date' },
      ['2026-11-21', '2026-11-21T10:00:00Z'],
      ['2026-11-21', '2026-11-21'],
    ],
    ['text → datetime', text, { type: 'datetime' }, ['2026-11-21'], ['2026-11-21T00:00:00.000Z']],
    ['text → url', text, { type: 'url', unique: false }, ['https://a.example/'], ['https://a.example/']],
    ['text → selection', text, selection, ['High One', 'low'], ['high', 'low']],
    ['selection → text', selection, text, ['high', null], ['high one', null]],
    ['single → multiple', selection, { ...selection, multiple: true }, ['high', null], [['high'], null]],
    ['multiple → single', { ...selection, multiple: true }, selection, [['low'], null], ['low', null]],
    ['number → duration', number, { type: 'duration' }, [90], [90]],
    ['duration → number', { type: 'duration' }, number, [90], [90]],
    ['duration → text', { type: 'duration' }, text, [5400], ['1h 30m']],
    ['date → datetime', { type: 'date' }, { type: 'datetime' }, ['2026-11-21'], ['2026-11-21T00:00:00.000Z']],
    ['datetime → date', { type: 'datetime' }, { type: 'date' }, ['2026-11-21T23:00:00Z'], ['2026-11-21']],
    ['plain → e-mail', text, { ...text, format: 'email' }, ['Ana@Example.com'], ['ana@example.com']],
    ['text → technique', text, { type: 'technique', multiple: true }, ['t1059.001'], [['T1059.001']]],
    ['text → list', text, { type: 'list', of: 'text' }, ['שלום 漢字'], [['שלום 漢字']]],
    ['texts → numbers', { type: 'list', of: 'text' }, { type: 'list', of: 'number' }, [['1', '2']], [[1, 2]]],
  ])('%s keeps its values', async (...row) => {
    const [, from, to, before, after] = row
    const app = await anApp([field('value', from)])
    await fill(
      app,
      before.map((value) => ({ title: 'a', value })),
    )
    const first = await publish(app, 'value', to, [{ field: 'value', onFault: 'refuse' }])
    expect(first.fields.find(({ key }) => key === 'value')?.type).toBe(from['type'])
    expect(first.changing).toMatchObject({ fields: ['value'], refused: null })
    const last = await settled(app)
    expect(last.changing).toBeUndefined()
    expect(last.fields.find(({ key }) => key === 'value')).toMatchObject(to)
    expect(await values(app, 'value')).toEqual(after)
  })

  test('is refused immediately when no conversion exists or none was requested', async () => {
    const app = await anApp([
      field('value', { type: 'json' }),
      field('who', { type: 'user', multiple: false }),
    ])
    const no = await failure(publish(app, 'who', number, [{ field: 'who', onFault: 'empty' }]))
    expect(no.details.issues).toMatchObject([{ path: ['body', 'fields', 2, 'type'], code: 'no_conversion' }])
    expect((await failure(publish(app, 'value', text))).details.issues).toMatchObject([{ code: 'fixed' }])
  })

  test('stays as it is and names the records when values have no form and may not be lost', async () => {
    const app = await anApp([field('value', text)])
    await fill(
      app,
      ['1', 'x', '2', 'y'].map((value) => ({ title: 'a', value })),
    )
    await publish(app, 'value', number, [{ field: 'value', onFault: 'refuse' }])
    const refused = await settled(app)
    const named = [`${app.acronym}-2`, `${app.acronym}-4`]
    expect(refused.changing?.refused).toEqual([
      { field: 'value', reason: 'no_form', count: 2, records: named },
    ])
    expect(await values(app, 'value')).toEqual(['1', 'x', '2', 'y'])
    await publish(refused, 'value', number, [{ field: 'value', onFault: 'empty' }])
    const done = await settled(app)
    expect(done.changing).toBeUndefined()
    expect(await values(app, 'value')).toEqual([1, null, 2, null])
    // History is not rewritten: what was there can be read.
    const page = await house.records.searchRecords(house.scope, actor(), { appId: app.id, limit: 10 })
    const second = page.items.find((item) => item.trackingId === named[0])
    const [created] = await house.historyOf(done, second?.id ?? '')
    expect(created?.changes).toContainEqual({ field: 'value', from: null, to: 'x' })
  })

  test('stays as it is when a unique field would hold the same value twice', async () => {
    const app = await anApp([field('value', { ...text, unique: true })])
    await fill(
      app,
      ['1', '1.0'].map((value) => ({ title: 'a', value })),
    )
    await publish(app, 'value', { ...number, unique: true }, [{ field: 'value', onFault: 'empty' }])
    expect((await settled(app)).changing?.refused).toMatchObject([{ field: 'value', reason: 'shared' }])
    expect(await values(app, 'value')).toEqual(['1', '1.0'])
  })

  test('lets no other edit of the app in meanwhile', async () => {
    const app = await anApp([field('value', text)])
    await fill(app, [{ title: 'a', value: '1' }])
    const other = anAppsDoor()
    const command = edit(app, 'value', number, [{ field: 'value', onFault: 'refuse' }])
    // That process stops before it does anything, so the change is under way until this one takes it up.
    const first = await other.updateApp(house.scope, actor(), command)
    const error = await failure(house.apps.updateApp(house.scope, actor(), edit(first, 'title', text)))
    expect([error.code, error.details.issues?.[0]?.code]).toEqual(['app.change_refused', 'changing'])
    await settled(app)
  })

  test('loses nothing that is written while it changes, in bulk and one by one', async () => {
    const app = await anApp([field('value', text), field('double', formula('$number(value) * 2'))])
    await fill(
      app,
      Array.from({ length: 2_500 }, (_one, at) => ({ title: `t${at}`, value: String(at) })),
    )
    const writers = async () => {
      for (let round = 0; round < 6; round += 1) {
        await fill(
          app,
          Array.from({ length: 120 }, (_one, at) => ({ title: 'bulk', value: `${round}${at}` })),
        )
        await house.records.createRecord(house.scope, actor(), {
          appId: app.id,
          fields: { title: 'one', value: '7' },
        })
      }
    }
    const [first] = (
      await house.records.searchRecords(house.scope, actor(), {
        appId: app.id,
        limit: 1,
        sort: [{ field: 'tracking_id', direction: 'asc' }],
      })
    ).items
    const changes = async () => {
      for (let round = 0; round < 20; round += 1)
        await house.records.updateRecord(house.scope, actor(), {
          appId: app.id,
          recordId: first?.id ?? '',
          fields: { value: String(1000 + round) },
        })
    }
    const writing = Promise.all([writers(), changes()])
    await publish(app, 'value', number, [{ field: 'value', onFault: 'refuse' }])
    await settled(app)
    await writing
    const all = await values(app, 'value')
    expect(all).toHaveLength(2_500 + 6 * 121)
    expect(all.filter((value) => typeof value !== 'number')).toEqual([])
    expect(all[0]).toBe(1019)
    const doubled = await values(app, 'double')
    expect(doubled.filter((value, at) => value !== Number(all[at]) * 2)).toEqual([])
  }, 60_000)
})
