import type { AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { MAX_FORMER_LOOKUPS, MAX_LOOKUP_SOURCES } from '@caseloom/contract/records/observable-lookups'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture, SECRET_ROLE } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { isFailure } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { restrictRecord } from '../permissions/restrict-record.ts'
import { dropUnusedLookups } from './lookup.store.ts'
import { getObservable, recordObservables } from './read-lookups.ts'
import { setVerdict, withdrawVerdict } from './set-verdict.ts'
import { storeLookups } from './store-lookups.ts'

const DAY = 24 * 3_600_000
let house: RecordsFixture
let app: AppView
let actor: Actor

beforeAll(async () => {
  house = await createRecordsFixture()
  app = await house.anApp({
    fields: [
      { key: 'title', label: 'Title', type: 'text', required: true },
      { key: 'seen', label: 'Seen', type: 'observables' },
      { key: 'hidden', label: 'Hidden', type: 'observables', readers: [SECRET_ROLE] },
    ],
  })
  actor = anActor(house.scope, { name: 'Alice' })
})
afterAll(() => house.close())

const deps = () => ({ apps: house.apps })
const insider = () => anActor(house.scope, { name: 'Insider', principals: [newId(), SECRET_ROLE] })
const create = (fields: Record<string, JsonValue>, who = actor, scope: TenantScope = house.scope) =>
  house.records.createRecord(scope, who, { appId: app.id, fields: { title: 'A case', ...fields } })
const ip = (value: string) => ({ kind: 'ipv4' as const, value })
const said = { score: null, summary: '', link: null, expiresAt: null }
const judge = (value: string, over: Partial<Parameters<typeof setVerdict>[3]> = {}, who = actor) =>
  setVerdict(deps(), house.scope, who, { ...ip(value), ...said, verdict: 'malicious', ...over })
const look = (value: string, who = actor, scope = house.scope) => getObservable(deps(), scope, who, ip(value))
const code = async (work: Promise<unknown>) => {
  try {
    await work
    return 'none'
  } catch (error) {
    if (isFailure(error)) return error.code
    throw error
  }
}

/** The tenant as of some time from now. */
function later(ms: number): TenantScope {
  const { scope } = house
  const at = <T extends object>(tx: T): T =>
    Object.assign(Object.create(tx), { now: new Date(Date.now() + ms) })
  return {
    ...scope,
    tx: (work) => scope.tx((tx) => work(at(tx))),
    read: (work) => scope.read((tx) => work(at(tx))),
  }
}

describe('the verdict on an observable', () => {
  it('is what people and other systems said, each source with its newest word and its history', async () => {
    await create({ seen: ['198.51.100.1'] })
    await judge('198.51.100[.]1', { source: 'Feed', verdict: 'suspicious', score: 40, summary: 'Scans' })
    const worse = await judge('198.51.100.1', { source: 'Feed', score: 90, link: 'https://feed.example/1' })
    expect(worse).toMatchObject({ value: '198.51.100.1', overall: { verdict: 'malicious', score: 90 } })
    const clean = await judge('198.51.100.1', { verdict: 'clean', summary: 'Our scanner' })
    expect(clean.overall).toEqual({ verdict: 'clean', score: null, source: 'Analyst' })
    const found = await look('198.51.100.1')
    expect(found.lookups.map(({ source, by }) => [source, by.name])).toEqual([
      ['Analyst', 'Alice'],
      ['Feed', 'Alice'],
    ])
    expect(found.history).toMatchObject([{ source: 'Feed', verdict: 'suspicious', summary: 'Scans' }])
    expect(found).toMatchObject({ records: 1, can: { setVerdict: true }, sightings: [{ records: 1 }] })
  })

  it('falls back when the analyst withdraws, and when results expire', async () => {
    await create({ seen: ['198.51.100.2'] })
    const expiresAt = new Date(Date.now() + DAY).toISOString()
    await judge('198.51.100.2', { source: 'Feed', score: 80, expiresAt })
    await judge('198.51.100.2', { verdict: 'clean' })
    const withdrawn = await withdrawVerdict(deps(), house.scope, actor, ip('198.51.100.2'))
    expect(withdrawn.overall).toEqual({ verdict: 'malicious', score: 80, source: 'Feed' })
    expect(withdrawn.lookups.find(({ source }) => source === 'Analyst')?.expiresAt).not.toBeNull()
    const again = await withdrawVerdict(deps(), house.scope, actor, ip('198.51.100.2'))
    expect(again).toEqual(withdrawn)
    const next = await look('198.51.100.2', actor, later(2 * DAY))
    expect(next.overall).toEqual({ verdict: 'unknown', score: null, source: null })
    expect(next.lookups).toHaveLength(2)
  })

  it('retains so many former results of a source and no more, and accepts so many sources', async () => {
    await create({ seen: ['198.51.100.3'] })
    for (let score = 0; score < MAX_FORMER_LOOKUPS + 3; score += 1)
      await judge('198.51.100.3', { source: 'Feed', score })
    const { history, lookups } = await look('198.51.100.3')
    expect(lookups.map(({ score }) => score)).toEqual([MAX_FORMER_LOOKUPS + 2])
    expect(history.map(({ score }) => score)).toEqual(
      Array.from({ length: MAX_FORMER_LOOKUPS }, (_, at) => MAX_FORMER_LOOKUPS + 1 - at),
    )
    const sources = Array.from({ length: MAX_LOOKUP_SOURCES }, (_, at) => ({
      ...said,
      ...ip('198.51.100.3'),
      verdict: 'clean' as const,
      source: `Source ${at}`,
    }))
    const store = (lookups: typeof sources) =>
      storeLookups(deps(), house.scope, actor, { lookups, operationKey: newId() })
    expect(await code(store(sources))).toBe('request.invalid')
    expect(await code(store(sources.slice(1)))).toBe('none')
  })

  it('is stored once for each of two that write at the same time', async () => {
    await create({ seen: ['198.51.100.4'] })
    await Promise.all(
      Array.from({ length: 6 }, (_, score) => judge('198.51.100.4', { source: 'Feed', score })),
    )
    const { history, lookups } = await look('198.51.100.4')
    expect(new Set([...lookups, ...history].map(({ score }) => score))).toEqual(new Set([0, 1, 2, 3, 4, 5]))
    expect([...lookups, ...history]).toHaveLength(6)
  })
})

describe('who learns a verdict', () => {
  it('is who can read a record and a field with the value', async () => {
    const secret = await create({ seen: ['198.51.100.10'] })
    await create({ hidden: ['198.51.100.11'] }, insider())
    const reader = insider()
    await restrictRecord(
      {
        ...deps(),
        people: { principals: async () => ({ roles: [], groups: [], users: [] }), actors: async () => [] },
      },
      house.scope,
      actor,
      { appId: app.id, recordId: secret.id, ip: null, to: null },
    )
    for (const value of ['198.51.100.11', '198.51.100.12']) {
      expect(await code(look(value))).toBe('resource.not_found')
      expect(await code(judge(value))).toBe('resource.not_found')
      expect(await code(withdrawVerdict(deps(), house.scope, actor, ip(value)))).toBe('resource.not_found')
    }
    await storeLookups(deps(), house.scope, actor, {
      lookups: [{ ...said, ...ip('198.51.100.11'), verdict: 'malicious', source: 'Feed' }],
      operationKey: newId(),
    })
    expect((await look('198.51.100.11', reader)).overall.verdict).toBe('malicious')
    expect(await code(look('198.51.100.11'))).toBe('resource.not_found')
    expect(
      await code(getObservable(deps(), house.scope, actor, { kind: 'domain', value: '198.51.100.10' })),
    ).toBe('resource.not_found')
    const viewer = anActor(house.scope, { permissions: new Set(['record:read'] as const) })
    expect((await look('198.51.100.10', viewer)).can.setVerdict).toBe(false)
    expect(await code(judge('198.51.100.10', {}, viewer))).toBe('right.missing')
    const blind = anActor(house.scope, { permissions: new Set(['record:update'] as const) })
    expect(await code(look('198.51.100.10', blind))).toBe('right.missing')
  })

  it('is no other tenant', async () => {
    const other = await house.installation.aTenant()
    const theirs = anActor(other)
    const foreign = await house.apps.createApp(other, theirs, {
      ...({
        key: 'far',
        acronym: 'FAR',
        name: 'Far',
        titleField: 'title',
        listColumns: [],
        layout: [],
      } as const),
      fields: [
        { key: 'title', label: 'Title', type: 'text' },
        { key: 'seen', label: 'Seen', type: 'observables' },
      ],
    } as never)
    const fields = { title: 'There', seen: ['198.51.100.20'] }
    await house.records.createRecord(other, theirs, { appId: foreign.id, fields })
    await create({ seen: ['198.51.100.20'] })
    await judge('198.51.100.20')
    const found = await getObservable(deps(), other, theirs, ip('198.51.100.20'))
    expect(found).toMatchObject({ overall: { verdict: 'unknown' }, lookups: [], history: [], records: 1 })
  })
})

describe('the observables of a field', () => {
  it('come page by page, with verdicts and sightings of all records that the reader can see', async () => {
    const values = Array.from({ length: 5 }, (_, at) => `203.0.113.${100 + at}`)
    await create({ seen: values.slice(0, 2) }, actor, later(-3 * DAY - 60_000))
    await create({ seen: values.slice(0, 1) }, actor, later(-20 * DAY))
    await create({ hidden: values.slice(0, 1) }, insider())
    const record = await create({ seen: values })
    await judge(values[1] ?? '', { score: 77 })
    const page = (cursor?: string, who = actor) =>
      recordObservables(deps(), house.scope, who, {
        appId: app.id,
        recordId: record.id,
        field: 'seen',
        limit: 3,
        cursor,
      })
    const first = await page()
    const second = await page(first.next ?? undefined)
    expect([...first.items, ...second.items].map(({ value }) => value)).toEqual(values)
    expect(second.next).toBeNull()
    const [top, next, third] = first.items
    expect(top?.sightings).toMatchObject({ records: 3, capped: false })
    expect(top?.sightings.days).toEqual([...Array.from({ length: 10 }, () => 0), 1, 0, 0, 1])
    expect(next).toMatchObject({ overall: { verdict: 'malicious', score: 77 }, sightings: { records: 2 } })
    expect(third).toMatchObject({ overall: { verdict: 'unknown' }, lookups: [], sightings: { records: 1 } })
    const theirs = await page(undefined, insider())
    expect(theirs.items[0]?.sightings.records).toBe(4)
  })

  it('are missing for a field that the reader can’t read, that doesn’t exist, or that holds none', async () => {
    const { id: recordId } = await create({ hidden: ['203.0.113.200'] }, insider())
    const rows = (field: string, who = actor) =>
      recordObservables(deps(), house.scope, who, { appId: app.id, recordId, field, limit: 10 })
    for (const field of ['hidden', 'title', 'none'])
      expect(await code(rows(field))).toBe('resource.not_found')
    expect((await rows('hidden', insider())).items).toHaveLength(1)
  })
})

it('drops results on values that no record holds, once they are old', async () => {
  await create({ seen: ['192.0.2.77'] })
  const store = (value: string) =>
    storeLookups(deps(), later(-100 * DAY), actor, {
      lookups: [{ ...said, ...ip(value), verdict: 'clean', source: 'Feed' }],
      operationKey: newId(),
    })
  await store('192.0.2.77')
  await store('192.0.2.78')
  await storeLookups(deps(), house.scope, actor, {
    lookups: [{ ...said, ...ip('192.0.2.79'), verdict: 'clean', source: 'Feed' }],
    operationKey: newId(),
  })
  expect(await dropUnusedLookups(house.installation.database.system)).toBe(1)
  const left = await house.scope.read((tx) =>
    tx.query<{ value: string }>(
      `select value from caseloom.observable_lookup_result where tenant_id = $1 and value like '192.0.2.7%' order by 1`,
      [tx.tenantId],
    ),
  )
  expect(left.map(({ value }) => value)).toEqual(['192.0.2.77', '192.0.2.79'])
})
