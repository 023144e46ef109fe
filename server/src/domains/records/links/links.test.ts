import { AppUpdate, type AppView } from '@caseloom/contract/apps/apps'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { LinkedValue } from '@caseloom/contract/records/record-links'
import type { RecordView } from '@caseloom/contract/records/records'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture, SECRET_ROLE } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppError, isFailure } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { findLinkable } from './find-linkable.ts'
import { listBackReferences, listLinks } from './list-links.ts'
import { listRelated } from './list-related.ts'

let house: RecordsFixture
/** Cases, and alerts that refer to them: one by `case`, several by `cases`, themselves by `related`. */
let cases: AppView
let alerts: AppView
const GROUP = newId()

const title = { key: 'title', label: 'Title', type: 'text', required: true }

beforeAll(async () => {
  house = await createRecordsFixture()
  cases = await house.anApp()
  const references = [
    title,
    { key: 'number', label: 'Number', type: 'text', unique: true },
    {
      key: 'case',
      label: 'Case',
      type: 'reference',
      app: cases.id,
      columns: ['severity', 'score', 'secret'],
    },
    {
      key: 'cases',
      label: 'Cases',
      type: 'reference',
      app: cases.id,
      multiple: true,
      backReference: { label: 'Alerts' },
    },
    {
      key: 'hidden',
      label: 'Hidden',
      type: 'reference',
      app: cases.id,
      multiple: true,
      readers: [SECRET_ROLE],
    },
  ]
  const made = await house.anApp({ name: 'Signal', fields: references })
  const own = { key: 'related', label: 'Related', type: 'reference', app: made.id, multiple: true }
  const { name, icon, titleField, listColumns, layout, revision, fields } = made
  const next = AppUpdate.parse({
    name,
    icon,
    titleField,
    listColumns,
    layout,
    revision,
    fields: [...fields, own],
  })
  alerts = await house.apps.updateApp(house.scope, anActor(house.scope), { ...next, appId: made.id })
}, 60_000)
afterAll(() => house.close())

const actor = () => anActor(house.scope)
const outsider = () => anActor(house.scope, { principals: [newId()] })
const insider = () => anActor(house.scope, { principals: [newId(), GROUP] })

let count = 0
async function aCase(fields: Record<string, JsonValue> = {}): Promise<RecordView> {
  count += 1
  return house.records.createRecord(house.scope, actor(), {
    appId: cases.id,
    fields: { title: `Case ${count}`, ...fields },
  })
}
async function anAlert(fields: Record<string, JsonValue> = {}, by = actor()): Promise<RecordView> {
  return house.records.createRecord(house.scope, by, {
    appId: alerts.id,
    fields: { title: 'Alert', ...fields },
  })
}
const update = (record: RecordView, fields: Record<string, JsonValue>, by = actor(), version?: number) =>
  house.records.updateRecord(house.scope, by, { appId: record.appId, recordId: record.id, fields, version })
const read = (record: RecordView, by = actor()) =>
  house.records.getRecord(house.scope, by, { appId: record.appId, recordId: record.id })
const linked = (record: RecordView, key: string) => LinkedValue.parse(record.fields[key])
const ids = (record: RecordView, key: string) => linked(record, key).items.map((item) => item.id)
const remove = (record: RecordView) =>
  house.records.deleteRecord(house.scope, actor(), { appId: record.appId, recordId: record.id })

async function restrict(record: RecordView): Promise<void> {
  const table = `"${house.scope.schema}"."a_${record.appId.replaceAll('-', '')}"`
  await house.scope.tx((tx) =>
    tx.query(`update ${table} set acl = $2::uuid[] where id = $1`, [record.id, [GROUP]]),
  )
}

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  )
  if (!isFailure(error)) throw error
  return error
}
const places = (error: AppError) =>
  error.details.issues?.map((issue) => `${issue.path.slice(1).join('.')} ${issue.code}`)

const asSent = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T // the same shape, by way of JSON

describe('a reference', () => {
  test('is written by ids or tracking ids, and read in its order with titles and columns', async () => {
    const [a, b, c] = [await aCase({ severity: 'high', score: '1.50' }), await aCase(), await aCase()]
    const alert = await anAlert({
      case: a.trackingId.toLowerCase(),
      cases: [c.id, `{${a.id.toUpperCase()}}`, c.id],
    })
    expect(linked(alert, 'case')).toEqual({
      items: [
        {
          id: a.id,
          appId: cases.id,
          trackingId: a.trackingId,
          title: a.fields['title'],
          columns: { severity: 'high', score: 1.5 },
        },
      ],
      total: 1,
    })
    expect(ids(alert, 'cases')).toEqual([c.id, a.id])
    const more = await update(alert, { cases: { add: [b.id, c.id], remove: [a.id, newId()] } })
    expect(ids(more, 'cases')).toEqual([c.id, b.id])
    expect(ids(await update(more, { cases: [a.id] }), 'cases')).toEqual([a.id])
    const empty = await update(more, { cases: null, case: null })
    expect([linked(empty, 'cases'), linked(empty, 'case')]).toEqual([
      { items: [], total: 0 },
      { items: [], total: 0 },
    ])
    expect((await update(empty, { cases: [] })).version).toBe(empty.version)
  })

  test('refuses records that are missing, of another app, deleted, or not to be seen: all alike', async () => {
    const [gone, secret, other] = [await aCase(), await aCase(), await anAlert()]
    await remove(gone)
    await restrict(secret)
    const names = [newId(), gone.id, secret.id, other.id, 'NIL-7', secret.trackingId]
    const error = await failure(anAlert({ cases: names, case: gone.id }, outsider()))
    expect(error.code).toBe('request.invalid')
    expect(places(error)?.toSorted()).toEqual([
      'fields.case.0 unknown_record',
      ...names.map((_name, at) => `fields.cases.${at} unknown_record`),
    ])
    expect(places(await failure(anAlert({ case: ['a', 'b'], cases: 7, related: { put: [] } })))).toEqual([
      'fields.case too_long',
      'fields.cases invalid_record',
      'fields.related invalid_type',
    ])
  })

  test('shows nothing of records that one may not see, neither items nor totals nor history', async () => {
    const [open, secret] = [await aCase(), await aCase()]
    const alert = await anAlert({ cases: [open.id, secret.id], case: secret.id })
    await restrict(secret)
    expect(linked(await read(alert, outsider()), 'cases')).toMatchObject({
      items: [{ id: open.id }],
      total: 1,
    })
    expect(linked(await read(alert, outsider()), 'case')).toEqual({ items: [], total: 0 })
    expect(linked(await read(alert, insider()), 'cases').total).toBe(2)
    const { scope, records } = house
    const page = await records.searchRecords(scope, outsider(), { appId: alerts.id, limit: 1 })
    expect(page.items.map((item) => ids(item, 'cases'))).toEqual([[open.id]])
    const place = { appId: alerts.id, recordId: alert.id }
    expect(
      (await listLinks({ apps: house.apps }, scope, outsider(), { ...place, field: 'cases', limit: 9 }))
        .items,
    ).toHaveLength(1)
    const { groups } = await listRelated({ apps: house.apps }, scope, outsider(), place)
    expect(groups.map((group) => [group.field.key, group.total])).toEqual([['cases', 1]])
    const back = { appId: cases.id, recordId: secret.id, fromAppId: alerts.id, field: 'cases', limit: 5 }
    expect((await failure(listBackReferences({ apps: house.apps }, scope, outsider(), back))).code).toBe(
      'resource.not_found',
    )
    const shown = JSON.stringify(await house.historyOf(alerts, alert.id, outsider()))
    expect(shown).toContain(open.trackingId)
    expect(shown).not.toContain(secret.trackingId)
    expect(shown).not.toContain(secret.id)
  })

  test('of a list that replaces all leaves alone what the writer does not see', async () => {
    const [open, secret, next] = [await aCase(), await aCase(), await aCase()]
    const alert = await anAlert({ cases: [open.id, secret.id], case: secret.id })
    await restrict(secret)
    const changed = await update(alert, { cases: [next.id] }, outsider())
    expect(ids(changed, 'cases')).toEqual([next.id])
    expect(ids(await read(alert, insider()), 'cases')).toEqual([secret.id, next.id])
    expect(ids(await update(alert, { case: null }, outsider()), 'case')).toEqual([])
    expect(ids(await read(alert, insider()), 'case')).toEqual([secret.id])
    await update(alert, { case: next.id }, outsider())
    expect(ids(await read(alert, insider()), 'case')).toEqual([next.id])
    await update(alert, { cases: { remove: [secret.id] } }, outsider())
    expect(ids(await read(alert, insider()), 'cases')).toContain(secret.id)
  })

  test('of a field or an app that one may not read is not there', async () => {
    const a = await aCase()
    const holder = anActor(house.scope, { principals: [SECRET_ROLE] })
    const alert = await anAlert({ hidden: [a.id] }, holder)
    expect(ids(alert, 'hidden')).toEqual([a.id])
    expect((await read(alert)).fields).not.toHaveProperty('hidden')
    expect(places(await failure(update(alert, { hidden: [] })))).toEqual(['fields.hidden unknown_field'])
    const { scope, apps, records } = house
    const place = { appId: cases.id, recordId: a.id }
    expect((await listRelated({ apps }, scope, actor(), place)).groups).toEqual([])
    expect((await listRelated({ apps }, scope, holder, place)).groups).toHaveLength(1)
    const asked = { ...place, fromAppId: alerts.id, field: 'hidden', limit: 5 }
    expect((await failure(listBackReferences({ apps }, scope, actor(), asked))).code).toBe('field.unknown')
    const find = findLinkable({ apps, records }, scope, actor(), {
      appId: alerts.id,
      field: 'hidden',
      limit: 5,
    })
    expect((await failure(find)).code).toBe('field.unknown')
  })

  test('goes to records of the same app, in circles and to itself', async () => {
    const [a, b] = [await anAlert(), await anAlert()]
    await update(a, { related: [b.id, a.id] })
    const back = await update(b, { related: { add: [a.trackingId] } })
    expect(ids(back, 'related')).toEqual([a.id])
    const { groups } = await listRelated({ apps: house.apps }, house.scope, actor(), {
      appId: alerts.id,
      recordId: a.id,
    })
    expect(
      groups.map((group) => [group.direction, group.field.label, group.items.map((item) => item.id)]),
    ).toEqual([
      ['out', 'Related', [b.id, a.id]],
      ['in', 'Related', [b.id, a.id]],
    ])
  })

  test('hides a deleted record, and lists records that link to it under the field’s reverse label', async () => {
    const [a, b] = [await aCase(), await aCase()]
    const alert = await anAlert({ cases: [a.id, b.id] })
    const related = async (record: RecordView) =>
      (
        await listRelated({ apps: house.apps }, house.scope, actor(), {
          appId: record.appId,
          recordId: record.id,
        })
      ).groups
    expect((await related(a)).map((group) => [group.field.label, group.app.name, group.total])).toEqual([
      ['Alerts', 'Signal', 1],
    ])
    await remove(alert)
    expect(await related(a)).toEqual([])
    const next = await anAlert({ cases: [a.id, b.id] })
    await remove(a)
    expect(linked(await read(next), 'cases')).toMatchObject({ items: [{ id: b.id }], total: 1 })
    // What comes back has its links again.
    const table = `"${house.scope.schema}"."a_${cases.id.replaceAll('-', '')}"`
    await house.scope.tx((tx) => tx.query(`update ${table} set deleted_at = null where id = $1`, [a.id]))
    expect(ids(await read(next), 'cases')).toEqual([a.id, b.id])
  })

  test('appears in the history as the records added and removed', async () => {
    const [a, b] = [await aCase(), await aCase()]
    const alert = await anAlert({ cases: [a.id] })
    await update(alert, { cases: { add: [b.id], remove: [a.id] } })
    // As it is sent: what playbooks note of withheld fields stays inside.
    const [last, first] = asSent(await house.historyOf(alerts, alert.id))
    const named = (record: RecordView) => ({
      id: record.id,
      appId: cases.id,
      trackingId: record.trackingId,
      title: record.fields['title'],
    })
    expect(first?.changes).toContainEqual({ field: 'cases', from: null, to: [named(a)] })
    expect(last?.changes).toEqual([{ field: 'cases', from: [named(a)], to: [named(b)] }])
  })

  test('conflicts only where a list would replace what others linked meanwhile', async () => {
    const [a, b, c] = [await aCase(), await aCase(), await aCase()]
    const alert = await anAlert()
    await update(alert, { cases: [a.id] })
    const error = await failure(update(alert, { cases: [b.id] }, actor(), 1))
    expect(error.code).toBe('resource.version_conflict')
    expect(error.details.extra).toMatchObject({
      conflicts: [
        { field: 'cases', mine: [{ trackingId: b.trackingId }], theirs: [{ trackingId: a.trackingId }] },
      ],
    })
    expect(ids(await update(alert, { cases: { add: [c.id] } }, actor(), 1), 'cases')).toEqual([a.id, c.id])
  })

  test('accepts concurrent additions', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => aCase()))
    const alert = await anAlert({ cases: all.slice(0, 2).map((one) => one.id) })
    const other = house.anotherProcess()
    await Promise.all(
      all.slice(2).map((one, at) => {
        const command = {
          appId: alerts.id,
          recordId: alert.id,
          fields: { cases: { add: [one.id], remove: [all[0]?.id ?? ''] } },
        }
        return (at % 2 === 0 ? house.records : other.records).updateRecord(house.scope, actor(), command)
      }),
    )
    expect(ids(await read(alert), 'cases').toSorted()).toEqual(
      all
        .slice(1)
        .map((one) => one.id)
        .toSorted(),
    )
    expect(new Set(ids(await read(alert), 'cases')).size).toBe(7)
  })

  test('in one batch is decided command after command', async () => {
    const [a, b] = [await aCase(), await aCase()]
    const answers = await house.records.changeMany(house.scope, actor(), {
      appId: alerts.id,
      commands: [
        { kind: 'upsert', match: { number: 'B1' }, set: { title: 'x', cases: [a.id] } },
        { kind: 'upsert', match: { number: 'B1' }, set: { cases: { add: [b.id, a.id] } } },
        { kind: 'upsert', match: { number: 'B1' }, set: { cases: { remove: [a.id] } } },
        { kind: 'create', values: { title: 'y', cases: [newId()] } },
      ],
    })
    expect(answers.map((one) => (isFailure(one) ? one.code : one.outcome))).toEqual([
      'created',
      'updated',
      'updated',
      'request.invalid',
    ])
    const [first] = answers
    if (first === undefined || isFailure(first)) throw new Error('not written')
    expect(ids(await read(first), 'cases')).toEqual([b.id])
  })

  test('that is required cannot be left out or emptied', async () => {
    const a = await aCase()
    const app = await house.anApp({
      fields: [
        title,
        { key: 'case', label: 'Case', type: 'reference', app: cases.id, multiple: true, required: true },
      ],
    })
    const create = (fields: Record<string, JsonValue>) =>
      house.records.createRecord(house.scope, actor(), { appId: app.id, fields: { title: 'x', ...fields } })
    expect(places(await failure(create({})))).toEqual(['fields.case required'])
    expect(places(await failure(create({ case: [] })))).toEqual(['fields.case required'])
    const record = await create({ case: [a.id] })
    expect(places(await failure(update(record, { case: null })))).toEqual(['fields.case required'])
    expect(places(await failure(update(record, { case: { remove: [a.id] } })))).toEqual([
      'fields.case required',
    ])
    expect((await update(record, { title: 'y' })).version).toBe(2)
  })

  test('finds what it may point to by words and tracking ids', async () => {
    const a = await aCase({ title: 'Zanzibar phishing' })
    const secret = await aCase({ title: 'Zanzibar hidden' })
    await restrict(secret)
    const find = async (text?: string) =>
      (
        await findLinkable({ apps: house.apps, records: house.records }, house.scope, outsider(), {
          appId: alerts.id,
          field: 'cases',
          text,
          limit: 20,
        })
      ).items
    expect((await find('zanz')).map((item) => item.title)).toEqual(['Zanzibar phishing'])
    expect((await find(a.trackingId)).map((item) => item.id)).toEqual([a.id])
    expect((await find())[0]?.id).toBe(a.id)
  })
})
