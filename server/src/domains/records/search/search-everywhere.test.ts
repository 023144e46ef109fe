import type { AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anActor } from '@caseloom/testkit/installation'
import {
  createRecordsFixture,
  BASE_FIELDS,
  type RecordsFixture,
  SECRET_ROLE,
} from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { searchEverywhere } from './search-everywhere.ts'

let house: RecordsFixture
let alerts: AppView
let cases: AppView
let actor: Actor
const GROUP = newId()

async function add(app: AppView, fields: Record<string, unknown>, as: Actor = actor) {
  // Test values are JSON.
  const command = { appId: app.id, fields: fields as Record<string, string> }
  return house.records.createRecord(house.scope, as, command)
}

/** Leaves a record to one group alone. */
function restrict(app: AppView, id: string) {
  const table = `"${house.scope.schema}"."a_${app.id.replaceAll('-', '')}"`
  return house.scope.tx((tx) => tx.query(`update ${table} set acl = $2::uuid[] where id = $1`, [id, [GROUP]]))
}

const find = (text: string, over: Record<string, unknown> = {}, as: Actor = actor) =>
  searchEverywhere({ apps: house.apps }, house.scope, as, { text, ...over })

const titles = async (text: string, over: Record<string, unknown> = {}, as: Actor = actor) =>
  (await find(text, over, as)).items.map((item) => item.title)

beforeAll(async () => {
  house = await createRecordsFixture()
  actor = anActor(house.scope)
  alerts = await house.anApp({ acronym: 'ALR', name: 'Alert' })
  cases = await house.anApp({
    acronym: 'CAS',
    name: 'Case',
    fields: [...BASE_FIELDS, { key: 'notes', label: 'Notes', type: 'text', multiline: true }],
  })
  const insider = anActor(house.scope, { principals: [...actor.principals, SECRET_ROLE] })
  await add(alerts, { title: 'Beaconing to evil.example' })
  await add(cases, { title: 'Quiet case', notes: 'Änderung: beaconing seen on WKS-0447' })
  await add(alerts, { title: 'Nothing special', raw: { payload: { ip: '203.0.113.9' } } })
  await add(alerts, { title: 'Whispered', secret: 'lighthouse' }, insider)
  const hidden = await add(cases, { title: 'Hidden beaconing' })
  await restrict(cases, hidden.id)
}, 60_000)
afterAll(() => house.close())

describe('a search across apps', () => {
  it('puts hits in titles first and counts the hits of each app', async () => {
    const found = await find('beaconing')
    expect(found.items.map((item) => item.title)).toEqual(['Beaconing to evil.example', 'Quiet case'])
    expect(found.apps.map(({ name, count, capped }) => ({ name, count, capped }))).toEqual([
      { name: 'Alert', count: 1, capped: false },
      { name: 'Case', count: 1, capped: false },
    ])
    expect(found.items[1]?.hits[0]).toMatchObject({ field: 'notes', label: 'Notes' })
  })

  it('finds by a tracking id, by its number alone, and by words without case and accents', async () => {
    expect((await titles('CAS-1'))[0]).toBe('Quiet case')
    expect((await titles('cas-1'))[0]).toBe('Quiet case')
    expect((await titles('2'))[0]).toBe('Nothing special')
    expect(await titles('ALR-999')).toEqual([])
    expect(await titles('and')).toEqual(['Quiet case'])
    const [piece] = (await find('and')).items[0]?.hits[0]?.snippet ?? []
    expect(piece).toEqual({ text: 'Änd', hit: true })
  })

  it('shows where a raw payload holds what was looked for', async () => {
    const [item] = (await find('203.0.113.9')).items
    expect(item?.hits[0]).toMatchObject({ field: 'raw' })
    expect(item?.hits[0]?.snippet.find((piece) => piece.hit)?.text).toBe('203.0.113.9')
  })

  it('narrows the items to an app, and counts all apps all the same', async () => {
    const found = await find('beaconing', { appId: cases.id })
    expect(found.items.map((item) => item.title)).toEqual(['Quiet case'])
    expect(found.apps).toHaveLength(2)
  })

  it('knows nothing of restricted records: neither items nor counts', async () => {
    expect(await titles('hidden')).toEqual([])
    expect((await find('CAS-2')).apps).toEqual([])
    const insider = anActor(house.scope, { principals: [newId(), GROUP] })
    expect(await titles('CAS-2', {}, insider)).toEqual(['Hidden beaconing'])
    expect((await find('beaconing', {}, insider)).apps.map((app) => app.count)).toEqual([1, 2])
  })

  it('answers as if a restricted record were not there, by word, number and tracking id, in items, counts and pages', async () => {
    const asked = ['hidden', 'hidden beaconing', 'beaconing', 'CAS-2', 'cas-2', '2', 'CAS-3', 'bea']
    const all = async () => Promise.all(asked.map((text) => find(text, { limit: 1 })))
    const before = await all()
    const more = await add(cases, { title: 'Hidden beaconing again' })
    await restrict(cases, more.id)
    // Only principals on the list find it.
    expect(await all()).toEqual(before)
    const insider = anActor(house.scope, { principals: [newId(), GROUP] })
    expect((await find('again', {}, insider)).items.map((item) => item.title)).toEqual([
      'Hidden beaconing again',
    ])
  })

  it('finds nothing in fields that one may not read, and shows none of them', async () => {
    expect(await titles('lighthouse')).toEqual([])
    const insider = anActor(house.scope, { principals: [newId(), SECRET_ROLE] })
    expect(await titles('lighthouse', {}, insider)).toEqual(['Whispered'])
    const [item] = (await find('whispered')).items
    expect(item?.record.fields).not.toHaveProperty('secret')
  })

  it('answers nothing to those who may not read apps, and to a text without words', async () => {
    const blind = anActor(house.scope, { permissions: new Set(['record:read']) })
    expect(await find('beaconing', {}, blind)).toEqual({ items: [], next: null, apps: [] })
    expect(await find(' … ')).toEqual({ items: [], next: null, apps: [] })
    expect(await find('')).toEqual({ items: [], next: null, apps: [] })
  })

  it('refuses a cursor of another search, and an app that is not there', async () => {
    await expect(find('beaconing', { cursor: 'x' })).rejects.toMatchObject({ code: 'request.invalid' })
    await expect(find('beaconing', { appId: newId() })).rejects.toMatchObject({ code: 'resource.not_found' })
  })

  it('pages through all hits once each, titles first, then the newest', async () => {
    for (let at = 0; at < 12; at += 1)
      await add(
        at % 2 === 0 ? alerts : cases,
        at % 3 === 0 ? { title: `Turbine ${at}` } : { title: `Other ${at}`, link: 'https://turbine.example' },
      )
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await find('turbine', { limit: 5, ...(cursor === null ? {} : { cursor }) })
      seen.push(...page.items.map((item) => item.title))
      cursor = page.next
    } while (cursor !== null)
    expect(seen).toEqual([
      ...[9, 6, 3, 0].map((at) => `Turbine ${at}`),
      ...[11, 10, 8, 7, 5, 4, 2, 1].map((at) => `Other ${at}`),
    ])
  })
})

describe('a word that is common in an app', () => {
  it('is looked for in the newest records, and counted to the cap', async () => {
    const app = await house.anApp({ acronym: 'LOG', name: 'Log' })
    const commands = Array.from({ length: 6_000 }, (_, at) => ({
      kind: 'create' as const,
      values: { title: `Heartbeat ${at}` },
    }))
    await house.records.changeMany(house.scope, actor, { appId: app.id, commands })
    await house.installation.database.system.owner((tx) =>
      tx.query(`analyze "${house.scope.schema}"."s_${app.id.replaceAll('-', '')}"`),
    )
    const found = await find('heartbeat', { limit: 3 })
    expect(found.items.map((item) => item.title)).toEqual([
      'Heartbeat 5999',
      'Heartbeat 5998',
      'Heartbeat 5997',
    ])
    expect(found.apps).toEqual([expect.objectContaining({ name: 'Log', count: 1_000, capped: true })])
  }, 60_000)
})
