import type { TenantScope } from '../../platform/database/types.ts'
import { type AppError, isFailure } from '../../platform/errors.ts'
import { newId } from '../../platform/uuid.ts'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture, SECRET_ROLE } from '@caseloom/testkit/records-fixture'
import type { RecordsDoor } from './records.door.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let house: RecordsFixture
let scope: TenantScope
let records: RecordsDoor

beforeAll(async () => {
  house = await createRecordsFixture()
  scope = house.scope
  records = house.records
})
afterAll(() => house.close())

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  )
  if (!isFailure(error)) throw error
  return error
}
const issuesOf = (error: AppError) =>
  error.details.issues?.map((issue) => `${issue.path.slice(1).join('.')} ${issue.code}`)

describe('creating a record', () => {
  test('values come back canonical, with defaults, tracking id, actor and history', async () => {
    const app = await house.anApp()
    const actor = anActor(scope)
    const id = newId()
    const record = await records.createRecord(scope, actor, {
      appId: app.id,
      fields: {
        title: 'Cafe\u0301 \u0000 \ud800!',
        score: '12345678901234567890.5000',
        seen_at: '2026-11-21T05:02:15+02:00',
        tags: ['c', 'a', 'c'],
        owner: `{${id.toUpperCase()}}`,
        watchers: [],
        raw: { a: ['\u0000', { b: 1.5 }] },
        link: 'https://example.com/a?b=c',
      },
    })
    expect(record).toMatchObject({
      trackingId: `${app.acronym}-1`,
      version: 1,
      createdBy: { kind: 'user', id: actor.id, name: 'Alice Example' },
      can: { update: true, delete: true },
    })
    expect(record.fields).toEqual({
      title: 'Café \uFFFD \uFFFD!',
      source_ref: null,
      score: '12345678901234567890.5',
      seen_at: '2026-11-21T03:02:15.000Z',
      severity: 'low',
      tags: ['a', 'c'],
      owner: id,
      watchers: null,
      raw: { a: ['\uFFFD', { b: 1.5 }] },
      link: 'https://example.com/a?b=c',
      state: null,
    })
    expect(await records.getRecord(scope, actor, { appId: app.key, recordId: record.id })).toEqual(record)
    const [entry] = await house.historyOf(app, record.id)
    expect(entry).toMatchObject({
      version: 1,
      action: 'created',
      actor: record.createdBy,
      at: record.createdAt,
    })
    expect(entry?.changes).toContainEqual({ field: 'score', from: null, to: '12345678901234567890.5' })
  })

  test('every fault is named at its path', async () => {
    const app = await house.anApp()
    const error = await failure(
      records.createRecord(scope, anActor(scope), {
        appId: app.id,
        fields: {
          title: 'x'.repeat(201),
          score: 1.23456,
          seen_at: '2026-02-30T00:00:00Z',
          severity: 'none',
          tags: ['a', 'z', 7],
          owner: 'bob',
          link: 'javascript:alert(1)',
          ghost: 1,
          secret: 'x',
          state: 'x',
          raw: JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`),
        },
      }),
    )
    expect(error.code).toBe('request.invalid')
    expect(issuesOf(error)?.sort()).toEqual([
      'fields.ghost unknown_field',
      'fields.link invalid_url',
      'fields.owner invalid_guid',
      'fields.raw too_deep',
      'fields.score too_precise',
      'fields.secret unknown_field',
      'fields.seen_at invalid_instant',
      'fields.severity unknown_option',
      'fields.state read_only',
      'fields.tags.1 unknown_option',
      'fields.tags.2 invalid_type',
      'fields.title too_long',
    ])
  })

  test('a required field must not be missing or empty', async () => {
    const app = await house.anApp()
    for (const fields of [{}, { title: '' }, { title: null }])
      expect(
        issuesOf(await failure(records.createRecord(scope, anActor(scope), { appId: app.id, fields }))),
      ).toEqual(['fields.title required'])
  })

  test('hostile texts are values and nothing else', async () => {
    const app = await house.anApp()
    for (const title of [`'; drop table caseloom.app; --`, '"; drop table x; --', '🚨\\', "$1 {x} 'a'"]) {
      const record = await records.createRecord(scope, anActor(scope), { appId: app.id, fields: { title } })
      expect(record.fields['title']).toBe(title)
    }
  })

  test('it needs the right, and the app must be of this tenant', async () => {
    const app = await house.anApp()
    const viewer = anActor(scope, { may: ['record:read'] })
    const work = records.createRecord(scope, viewer, { appId: app.id, fields: { title: 'x' } })
    expect((await failure(work)).code).toBe('right.missing')
    const other = await house.installation.aTenant()
    const foreign = records.createRecord(other, anActor(other), { appId: app.id, fields: { title: 'x' } })
    expect((await failure(foreign)).code).toBe('resource.not_found')
  })
})

describe('updating a record', () => {
  test('changes of different fields merge, the same field conflicts with both values', async () => {
    const app = await house.anApp()
    const actor = anActor(scope)
    const { id: recordId } = await records.createRecord(scope, actor, {
      appId: app.id,
      fields: { title: 'a' },
    })
    const update = (version: number, fields: Record<string, string | number>) =>
      records.updateRecord(scope, actor, { appId: app.id, recordId, version, fields })
    expect((await update(1, { title: 'b' })).version).toBe(2)
    expect(await update(1, { score: 5 })).toMatchObject({ version: 3, fields: { title: 'b', score: 5 } })
    const error = await failure(update(1, { title: 'c', severity: 'high' }))
    expect(error.code).toBe('resource.version_conflict')
    expect(error.details.extra).toEqual({
      version: 3,
      conflicts: [{ field: 'title', mine: 'c', theirs: 'b' }],
    })
    expect((await update(1, { title: 'b' })).version).toBe(3)
    expect(issuesOf(await failure(update(9, { title: 'c' })))).toEqual(['version unknown_version'])
    expect((await house.historyOf(app, recordId)).map((entry) => entry.version)).toEqual([3, 2, 1])
  })

  test('a field of a role is not read and not written by others, in view, history, update and search', async () => {
    const app = await house.anApp()
    const insider = anActor(scope, { principals: [SECRET_ROLE] })
    const record = await records.createRecord(scope, insider, {
      appId: app.id,
      fields: { title: 'open words', secret: 'plutonium' },
    })
    const place = { appId: app.id, recordId: record.id }
    expect(record.fields['secret']).toBe('plutonium')
    const outsider = anActor(scope)
    expect((await records.getRecord(scope, outsider, place)).fields).not.toHaveProperty('secret')
    const entries = await house.historyOf(app, record.id, outsider)
    expect(JSON.stringify(entries)).not.toContain('plutonium')
    const find = (actor: typeof outsider, text: string) =>
      records.searchRecords(scope, actor, { appId: app.id, text, count: 'exact' })
    expect((await find(insider, 'plutonium')).total?.value).toBe(1)
    expect((await find(insider, 'open plutonium')).total?.value).toBe(1)
    expect((await find(outsider, 'plutonium')).total?.value).toBe(0)
    for (const command of [
      { filter: { field: 'secret', op: 'eq', value: 'plutonium' } as const },
      { sort: [{ field: 'secret', direction: 'asc' as const }] },
      { columns: ['secret'] },
      { filter: { not: { any: [{ field: 'secret', op: 'empty' } as const] } } },
    ]) {
      expect(
        (await failure(records.searchRecords(scope, outsider, { appId: app.id, ...command }))).code,
      ).toBe('field.unknown')
      await records.searchRecords(scope, insider, { appId: app.id, ...command })
    }
  })

  test('history replays to the present state', async () => {
    const app = await house.anApp()
    const actor = anActor(scope, { principals: [SECRET_ROLE] })
    const { id: recordId } = await records.createRecord(scope, actor, {
      appId: app.id,
      fields: { title: 'a', raw: { x: [1, null] }, score: 0.1 },
    })
    const changes = [{ score: 7 }, { raw: null, tags: ['b'] }, { title: 'z', owner: newId() }, { tags: null }]
    for (const fields of changes)
      await records.updateRecord(scope, actor, { appId: app.id, recordId, fields })
    const entries = (await house.historyOf(app, recordId, actor)).reverse()
    const state: Record<string, unknown> = {}
    for (const { changes: list } of entries)
      for (const { field, from, to } of list) {
        expect(state[field] ?? null).toEqual(from)
        state[field] = to
      }
    const present = (await records.getRecord(scope, actor, { appId: app.id, recordId })).fields
    expect(Object.fromEntries(Object.keys(present).map((key) => [key, state[key] ?? null]))).toEqual(present)
  })

  test('deletes softly: the record disappears, its unique value becomes available, and its history is retained', async () => {
    const app = await house.anApp()
    const actor = anActor(scope)
    const fields = { title: 'findable', source_ref: 'ref' }
    const record = await records.createRecord(scope, actor, { appId: app.id, fields })
    const place = { appId: app.id, recordId: record.id }
    await records.deleteRecord(scope, actor, place)
    expect((await failure(records.getRecord(scope, actor, place))).code).toBe('resource.not_found')
    expect((await failure(records.deleteRecord(scope, actor, place))).code).toBe('resource.not_found')
    expect((await records.searchRecords(scope, actor, { appId: app.id, text: 'findable' })).items).toEqual([])
    const again = await records.createRecord(scope, actor, { appId: app.id, fields })
    expect(again.trackingId).toBe(`${app.acronym}-2`)
    const rows = await scope.read((tx) =>
      tx.query('select from caseloom.record_history where record_id = $1', [record.id]),
    )
    expect(rows).toHaveLength(2)
  })
})

describe('other tenants', () => {
  test('nothing of tenant A is there for tenant B, by any function', async () => {
    const app = await house.anApp()
    const record = await records.createRecord(scope, anActor(scope), {
      appId: app.id,
      fields: { title: 'x' },
    })
    const other = await house.installation.aTenant()
    const mallory = anActor(other)
    const place = { appId: app.id, recordId: record.id }
    const attempts: (() => Promise<unknown>)[] = [
      () => records.getRecord(other, mallory, place),
      () => records.updateRecord(other, mallory, { ...place, version: 1, fields: { title: 'y' } }),
      () => records.deleteRecord(other, mallory, place),
      () => records.recordHistory(other, mallory, { ...place, limit: 10 }),
      () => records.searchRecords(other, mallory, { appId: app.id }),
      () => records.createRecord(other, mallory, { appId: app.id, fields: { title: 'y' } }),
      () => records.upsertRecord(other, mallory, { appId: app.id, match: { source_ref: 'a' }, set: {} }),
      () => records.changeMany(other, mallory, { appId: app.id, commands: [{ kind: 'create', values: {} }] }),
    ]
    for (const attempt of attempts) expect((await failure(attempt())).code).toBe('resource.not_found')
    expect(await records.touches.readable(other, mallory, [place])).toEqual(new Set())
    expect(await records.touches.readable(scope, anActor(scope), [place])).toEqual(new Set([record.id]))
    const rows = await other.read((tx) => tx.query('select from caseloom.record_history'))
    expect(rows).toEqual([])
    const stolen = other.read((tx) =>
      tx.query(`select * from "${scope.schema}"."a_${app.id.replaceAll('-', '')}"`),
    )
    await expect(stolen).rejects.toThrow('permission denied')
  })
})
