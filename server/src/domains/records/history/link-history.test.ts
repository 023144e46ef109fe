import type { AppView } from '@caseloom/contract/apps/apps'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { RecordView } from '@caseloom/contract/records/records'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture, SECRET_ROLE } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { mergeRecords } from '../merge/merge-records.ts'
import { unmergeRecord } from '../merge/unmerge-record.ts'
import { recordHistory } from './record-history.ts'

let house: RecordsFixture
/** Cases, and alerts that link to them by `cases`, and by `hidden`, which few may read. */
let cases: AppView
let alerts: AppView
const GROUP = newId()

beforeAll(async () => {
  house = await createRecordsFixture()
  cases = await house.anApp()
  alerts = await house.anApp({
    name: 'Signal',
    fields: [
      { key: 'title', label: 'Title', type: 'text', required: true },
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
    ],
  })
}, 60_000)
afterAll(() => house.close())

const actor = () => anActor(house.scope, { name: 'Ana' })
const outsider = () => anActor(house.scope, { principals: [newId()] })
const holder = () => anActor(house.scope, { name: 'Holder', principals: [SECRET_ROLE] })

const create = (app: AppView, fields: Record<string, JsonValue> = {}, by = actor()) =>
  house.records.createRecord(house.scope, by, { appId: app.id, fields: { title: 'One', ...fields } })
const update = (record: RecordView, fields: Record<string, JsonValue>, by = actor()) =>
  house.records.updateRecord(house.scope, by, { appId: record.appId, recordId: record.id, fields })
const remove = (record: RecordView) =>
  house.records.deleteRecord(house.scope, actor(), { appId: record.appId, recordId: record.id })

/** Links to a record as they appear in its history, newest first. */
async function links(record: RecordView, by = actor()): Promise<string[]> {
  const { items } = await recordHistory({ apps: house.apps }, house.scope, by, {
    appId: record.appId,
    recordId: record.id,
    limit: 100,
  })
  return items.flatMap(({ action, actor: who, link, version }) =>
    link === undefined
      ? []
      : [
          `${version} ${who.name} ${action} ${link.record.trackingId} ${link.record.title} ${link.field.label}`,
        ],
  )
}

async function restrict(record: RecordView): Promise<void> {
  const table = `"${house.scope.schema}"."a_${record.appId.replaceAll('-', '')}"`
  await house.scope.tx((tx) =>
    tx.query(`update ${table} set acl = $2::uuid[] where id = $1`, [record.id, [GROUP]]),
  )
}

const count = (text: string, values: unknown[]) =>
  house.scope.read(async (tx) => (await tx.query<{ n: number }>(text, values))[0]?.n ?? 0)

describe('the history of a linked record', () => {
  test('says who linked and unlinked which record, by the name that the field has here', async () => {
    const [one, two] = [await create(cases), await create(cases)]
    const alert = await create(alerts, { title: 'Phish', cases: [one.id] })
    await update(one, { title: 'Renamed' })
    await update(alert, { cases: { add: [two.id], remove: [one.id] } })
    const phish = `${alert.trackingId} Phish Alerts`
    expect(await links(one)).toEqual([`2 Ana unlinked ${phish}`, `1 Ana linked ${phish}`])
    expect(await links(two)).toEqual([`1 Ana linked ${phish}`])
    // The alert has its own entry: the change of its field.
    expect(await links(alert)).toEqual([])
  })

  test('shows nothing of a record, a field, or a deleted record that the reader can’t read', async () => {
    const one = await create(cases)
    const [open, secret, gone] = [
      await create(alerts, { cases: [one.id] }),
      await create(alerts, { cases: [one.id] }),
      await create(alerts, { cases: [one.id] }),
    ]
    await create(alerts, { hidden: [one.id] }, holder())
    await restrict(secret)
    await remove(gone)
    expect(await links(one, outsider())).toEqual([`1 Ana linked ${open.trackingId} One Alerts`])
    expect(await links(one, anActor(house.scope, { principals: [GROUP] }))).toHaveLength(2)
    expect((await links(one, holder())).map((line) => line.split(' ').at(-1))).toContain('Hidden')
  })

  test('ends where the last readable entry is: those that can’t be read lead to no further page', async () => {
    const one = await create(cases)
    for (let at = 0; at < 3; at += 1) await restrict(await create(alerts, { cases: [one.id] }))
    const page = await recordHistory({ apps: house.apps }, house.scope, outsider(), {
      appId: cases.id,
      recordId: one.id,
      limit: 1,
    })
    expect([page.items.map(({ action }) => action), page.next]).toEqual([['created'], null])
  })

  test('comes page by page with changes, each entry once', async () => {
    const one = await create(cases)
    for (let at = 0; at < 4; at += 1) {
      await create(alerts, { title: `Alert ${at}`, cases: [one.id] })
      await update(one, { title: `Case ${at}` })
    }
    const all: string[] = []
    let cursor: string | undefined
    do {
      const page = await recordHistory({ apps: house.apps }, house.scope, actor(), {
        appId: cases.id,
        recordId: one.id,
        limit: 2,
        cursor,
      })
      all.push(...page.items.map(({ action, version, link }) => `${action} ${link?.record.title ?? version}`))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(all.toSorted()).toEqual([
      'created 1',
      ...[0, 1, 2, 3].map((at) => `linked Alert ${at}`),
      ...[2, 3, 4, 5].map((version) => `updated ${version}`),
    ])
  })

  test('follows a merge and its undoing', async () => {
    const [keeps, goes] = [await create(cases), await create(cases)]
    const alert = await create(alerts, { title: 'Phish', cases: [goes.id] })
    const deps = { apps: house.apps }
    const place = { appId: cases.id, recordId: keeps.id, ip: null }
    await mergeRecords(deps, house.scope, actor(), { ...place, records: [goes.id] })
    await unmergeRecord(deps, house.scope, actor(), { ...place, record: goes.id })
    const said = (await links(keeps)).map((line) => line.slice(line.indexOf('Ana')))
    const phish = `${alert.trackingId} Phish Alerts`
    expect(said).toEqual([`Ana unlinked ${phish}`, `Ana linked ${phish}`])
    expect((await links(goes)).map((line) => line.slice(line.indexOf('Ana')))).toEqual([
      `Ana linked ${phish}`,
    ])
  })

  test('notifies the viewers of the linked record', async () => {
    const one = await create(cases)
    const announced = () =>
      count(
        `select count(*)::int as n from caseloom.outbox where payload->>'topic' = 'model' and payload->>'id' = $1`,
        [one.id],
      )
    const before = await announced()
    await create(alerts, { cases: [one.id] })
    expect(await announced()).toBe(before + 1)
  })
})
