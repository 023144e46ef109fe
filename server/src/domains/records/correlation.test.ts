import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import { anActor } from '@caseloom/testkit/installation'
import {
  BASE_FIELDS,
  createRecordsFixture,
  type RecordsFixture,
  SECRET_ROLE,
} from '@caseloom/testkit/records-fixture'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantScope } from '../../platform/database/types.ts'
import { isFailure } from '../../platform/errors.ts'
import { newId } from '../../platform/uuid.ts'
import { batchRecords } from './feed/batch-records.ts'
import { foldBackOccurrence } from './occurrences/fold-back-occurrence.ts'
import { listOccurrences } from './occurrences/list-occurrences.ts'
import { splitOccurrence } from './occurrences/split-occurrence.ts'
import { markRecord } from './permissions/mark-record.ts'
import type { RecordsDoor } from './records.door.ts'

let house: RecordsFixture
let scope: TenantScope
beforeAll(async () => {
  house = await createRecordsFixture()
  scope = house.scope
})
afterAll(() => house.close())

const STATE = {
  key: 'status',
  label: 'Status',
  type: 'selection',
  display: 'state',
  default: 'new',
  options: [
    { key: 'new', label: 'New' },
    { key: 'closed', label: 'Closed' },
  ],
}
const FIELDS = [...BASE_FIELDS, STATE, { key: 'seen', label: 'Observables', type: 'observables' }]
const RULE = { key: 'same', name: 'Same rule', fields: ['severity', 'link'], within: 600, into: 'open' }

function anAlertApp(rule: object = {}, over: object = {}): Promise<AppView> {
  return house.anApp({ fields: FIELDS, correlation: [{ ...RULE, ...rule }], ...over })
}

const link = (host: string) => `https://${host}.example/`
function alert(app: AppView, fields: object = {}, over: object = {}) {
  const values = { title: 'Spray', severity: 'high', link: link('a'), ...fields }
  return house.records.createRecord(scope, anActor(scope), { appId: app.id, fields: values, ...over })
}
const occurrences = (app: AppView, record: Pick<RecordView, 'id'>, actor = anActor(scope)) =>
  listOccurrences(house, scope, actor, { appId: app.id, recordId: record.id, limit: 50 })
const read = (app: AppView, id: string) =>
  house.records.getRecord(scope, anActor(scope), { appId: app.id, recordId: id })
const list = (app: AppView, over: object = {}) =>
  house.records.searchRecords(scope, anActor(scope), { appId: app.id, limit: 200, ...over })
const close = (app: AppView, recordId: string) =>
  house.records.updateRecord(scope, anActor(scope), { appId: app.id, recordId, fields: { status: 'closed' } })

/** The tenant at a later time. */
function later(seconds: number): TenantScope {
  const shift = (work: Parameters<TenantScope['tx']>[0]) =>
    scope.tx((tx) => work({ ...tx, now: new Date(tx.now.getTime() + seconds * 1000) }))
  // The work gets a transaction of the same kind.
  return { ...scope, tx: shift as TenantScope['tx'] }
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!isFailure(error)) throw error ?? new Error('it did not fail')
  return error.code
}

describe('a new record with the values of an open one', () => {
  test('is folded into it: counted, with its observables and a line in the history, and not created', async () => {
    const app = await anAlertApp()
    const first = await alert(app, { seen: ['10.0.0.1'] })
    expect(first.folded).toBeUndefined()
    const second = await alert(app, { title: 'Spray again', seen: ['10.0.0.1', '10.0.0.2'] })
    expect(second).toMatchObject({ id: first.id, folded: true, version: 2, fields: { title: 'Spray' } })
    await alert(app)
    const record = await read(app, first.id)
    expect(record.similar).toMatchObject({ folded: 2, others: 0 })
    expect(record.fields['seen']).toMatchObject([{ value: '10.0.0.1' }, { value: '10.0.0.2' }])
    const history = await house.historyOf(app, first.id)
    expect(history.map(({ action, count }) => [action, count])).toEqual([
      ['folded', 2],
      ['folded', 1],
      ['created', undefined],
    ])
    const { items, total } = await occurrences(app, first)
    expect(total).toBe(2)
    expect(items.map(({ title }) => title)).toEqual(['Spray', 'Spray again'])
    expect(items[1]?.fields).toMatchObject({ title: 'Spray again', link: link('a') })
    expect((await list(app)).items).toHaveLength(1)
  })

  test('stays a record of its own with other values, after the window, or once the first is closed', async () => {
    const app = await anAlertApp()
    const first = await alert(app)
    expect((await alert(app, { link: link('b') })).id).not.toBe(first.id)
    expect((await alert(app, { link: null })).id).not.toBe(first.id)
    const fields = { title: 'Spray', severity: 'high', link: link('a') }
    const command = { appId: app.id, fields }
    const late = await house.records.createRecord(later(601), anActor(scope), command)
    expect(late.folded).toBeUndefined()
    await close(app, late.id)
    const next = await alert(app)
    expect(next.folded).toBeUndefined()
    expect((await alert(app)).id).toBe(next.id)
  })

  test('stays one when the first no longer has the values, or the rule is not for it', async () => {
    const app = await anAlertApp({ condition: { field: 'severity', op: 'eq', value: 'high' } })
    const first = await alert(app)
    await house.records.updateRecord(scope, anActor(scope), {
      appId: app.id,
      recordId: first.id,
      fields: { link: link('moved') },
    })
    expect((await alert(app)).id).not.toBe(first.id)
    const low = await alert(app, { severity: 'low' })
    expect((await alert(app, { severity: 'low' })).id).not.toBe(low.id)
  })

  test('is refused like any other when its values are wrong', async () => {
    const app = await anAlertApp()
    const first = await alert(app)
    expect(await codeOf(alert(app, { title: null }))).toBe('request.invalid')
    expect((await occurrences(app, first)).total).toBe(0)
  })

  test('is folded once under one operation key, and answers the same again', async () => {
    const app = await anAlertApp()
    const first = await alert(app)
    const once = await alert(app, {}, { operationKey: `${app.id}/step` })
    const again = await alert(app, {}, { operationKey: `${app.id}/step` })
    expect([once.id, again.id]).toEqual([first.id, first.id])
    expect(again).toMatchObject({ folded: true, version: once.version })
    expect((await occurrences(app, first)).total).toBe(1)
  })

  test('is folded by batches and upserts too, whose source may send it again', async () => {
    const app = await anAlertApp()
    const create = { title: 'Spray', severity: 'high', link: link('a') }
    const { results } = await batchRecords(house, scope, anActor(scope), {
      appId: app.id,
      commands: [{ create }, { create }, { create }],
    })
    expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'folded', 'folded'])
    const upsert = () =>
      house.records.upsertRecord(scope, anActor(scope), {
        appId: app.id,
        match: { source_ref: 'S-1' },
        set: create,
      })
    expect((await upsert()).outcome).toBe('folded')
    expect((await upsert()).outcome).toBe('unchanged')
    expect(await codeOf(alert(app, { source_ref: 'S-1', link: link('z') }))).toBe('record.duplicate_value')
    const [record] = (await list(app)).items
    expect(record?.similar?.folded).toBe(3)
  })

  test('is not folded into a record that its creator may not see', async () => {
    const app = await anAlertApp()
    const first = await alert(app)
    const outsider = anActor(scope, { id: newId(), principals: [newId()] })
    await markRecord(house, scope, anActor(scope), {
      appId: app.id,
      recordId: first.id,
      ip: null,
      decide: (_app, { lock }) => ({ action: 'restricted', acl: [newId()], lock }),
    })
    const command = { appId: app.id, fields: { title: 'Spray', severity: 'high', link: link('a') } }
    const own = await house.records.createRecord(scope, outsider, command)
    expect(own.folded).toBeUndefined()
    expect(own.id).not.toBe(first.id)
    expect(await codeOf(occurrences(app, first, outsider))).toBe('resource.not_found')
  })

  test('shows its values to those who may read their fields', async () => {
    const app = await anAlertApp()
    const first = await alert(app)
    const keeper = anActor(scope, { principals: [SECRET_ROLE] })
    await house.records.createRecord(scope, keeper, {
      appId: app.id,
      fields: { title: 'x', severity: 'high', link: link('a'), secret: 'hidden' },
    })
    const mine = await occurrences(app, first, keeper)
    expect(mine.items[0]?.fields).toMatchObject({ secret: 'hidden' })
    expect((await occurrences(app, first)).items[0]?.fields).not.toHaveProperty('secret')
  })
})

describe('splitting off', () => {
  test('makes an occurrence a record with its values, and folding back undoes it', async () => {
    const app = await anAlertApp()
    const first = await alert(app)
    await alert(app, { title: 'Other host', source_ref: 'S-2' })
    const [occurrence] = (await occurrences(app, first)).items
    const place = { appId: app.id, recordId: first.id, occurrenceId: occurrence?.id ?? '' }
    const split = await splitOccurrence(house, scope, anActor(scope), place)
    expect(split.fields).toMatchObject({ title: 'Other host', source_ref: 'S-2', link: link('a') })
    expect(split.id).not.toBe(first.id)
    expect((await occurrences(app, first)).total).toBe(0)
    expect((await read(app, first.id)).similar).toBeUndefined()
    expect(await codeOf(splitOccurrence(house, scope, anActor(scope), place))).toBe('resource.not_found')
    await foldBackOccurrence(house, scope, anActor(scope), { ...place, record: split.id })
    expect((await occurrences(app, first)).total).toBe(1)
    expect(await codeOf(read(app, split.id))).toBe('resource.not_found')
    expect((await house.historyOf(app, first.id)).map(({ action }) => action).slice(0, 3)).toEqual([
      'folded_back',
      'split_off',
      'folded',
    ])
    expect(await codeOf(alert(app, { source_ref: 'S-2', link: link('z') }))).toBe('record.duplicate_value')
  })

  test('can’t be undone once the new record was changed', async () => {
    const app = await anAlertApp()
    const first = await alert(app)
    await alert(app)
    const [occurrence] = (await occurrences(app, first)).items
    const place = { appId: app.id, recordId: first.id, occurrenceId: occurrence?.id ?? '' }
    const split = await splitOccurrence(house, scope, anActor(scope), place)
    await close(app, split.id)
    const back = foldBackOccurrence(house, scope, anActor(scope), { ...place, record: split.id })
    expect(await codeOf(back)).toBe('resource.version_conflict')
  })
})

describe('a list with one row per group', () => {
  test('shows the newest that fits, counts the others, pages through all, and opens in place', async () => {
    const app = await anAlertApp({ into: 'list' })
    const made: RecordView[] = []
    for (let at = 0; at < 12; at += 1)
      made.push(await alert(app, { title: `Alert ${at}`, link: link(`h${at % 3}`), score: at }))
    await alert(app, { title: 'Alone', link: null, score: 99 })
    const sort = [{ field: 'score', direction: 'asc' as const }]
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await list(app, { similar: true, sort, limit: 2, count: 'exact', cursor })
      expect(page.total?.value).toBe(4)
      seen.push(
        ...page.items.map(({ fields, similar }) => `${String(fields['title'])} +${similar?.others ?? 0}`),
      )
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(['Alert 9 +3', 'Alert 10 +3', 'Alert 11 +3', 'Alone +0'])
    const children = await list(app, { similarTo: made[9]?.id, sort })
    expect(children.items.map(({ fields }) => fields['title'])).toEqual(['Alert 0', 'Alert 3', 'Alert 6'])
    const filter = { field: 'score', op: 'lt', value: 6 }
    const some = await list(app, { similar: true, filter, sort })
    expect(some.items.map(({ fields, similar }) => [fields['title'], similar?.others])).toEqual([
      ['Alert 3', 1],
      ['Alert 4', 1],
      ['Alert 5', 1],
    ])
  })

  test('leaves out records that the reader may not see, and rules on fields that they may not read', async () => {
    const app = await anAlertApp({ into: 'list', fields: ['secret'] })
    const keeper = anActor(scope, { principals: [SECRET_ROLE] })
    const command = { appId: app.id, fields: { title: 'x', secret: 'one' } }
    const made = await house.records.createRecord(scope, keeper, command)
    await house.records.createRecord(scope, keeper, command)
    const search = { appId: app.id, similar: true }
    expect((await house.records.searchRecords(scope, keeper, search)).items).toHaveLength(1)
    expect((await list(app, { similar: true })).items).toHaveLength(2)
    expect((await list(app, { similarTo: made.id })).items).toEqual([])
  })
})

describe('many who create at the same time', () => {
  test('lose nothing: records and occurrences are as many as alerts', { timeout: 60_000 }, async () => {
    const app = await anAlertApp()
    const doors: [RecordsDoor, ...RecordsDoor[]] = [house.records]
    for (let n = 0; n < 2; n += 1) doors.push(house.anotherProcess().records)
    const step = fc.record({ host: fc.nat(3), door: fc.nat(2), closes: fc.boolean() })
    const steps = fc.sample(step, { numRuns: 90, seed: 11 })
    let next = 0
    let alerts = 0
    const worker = async () => {
      for (let at = next++; at < steps.length; at = next++) {
        const { host, door, closes } = steps[at] ?? { host: 0, door: 0, closes: false }
        const records = doors[door] ?? doors[0]
        const fields = { title: `a ${at}`, severity: 'high', link: link(`h${host}`), source_ref: `ref ${at}` }
        const made = await records.createRecord(scope, anActor(scope), { appId: app.id, fields })
        alerts += 1
        if (closes && at % 5 === 0) await close(app, made.id)
      }
    }
    await Promise.all(Array.from({ length: 12 }, worker))
    const { items } = await list(app)
    let folded = 0
    for (const record of items) {
      const { total } = await occurrences(app, record)
      expect(total).toBe(record.similar?.folded ?? 0)
      folded += total
    }
    expect(alerts).toBe(90)
    expect(items.length + folded).toBe(90)
    const open = items.filter(({ fields }) => fields['status'] !== 'closed')
    expect(new Set(open.map(({ fields }) => fields['link'])).size).toBe(open.length)
  })
})
