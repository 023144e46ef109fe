import { AppCreate } from '@caseloom/contract/apps'
import type { AppView } from '@caseloom/contract/apps'
import { newId } from '../../platform/uuid.ts'
import type { TenantScope } from '../../platform/database/types.ts'
import { type AppError, isFailure } from '../../platform/errors.ts'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAppsDoor } from '../apps/apps.door.ts'
import { appsMigrations } from '../apps/apps.migrations.ts'
import { createRecordsDoor } from './records.door.ts'
import { recordsMigrations } from './records.migrations.ts'

let installation: TestInstallation
let scope: TenantScope
const apps = createAppsDoor()
const records = createRecordsDoor({ apps })

beforeAll(async () => {
  installation = await anInstallation('records', [...appsMigrations, ...recordsMigrations])
  scope = await installation.aTenant()
  await records.keep(installation.database.system)
})
afterAll(() => installation.close())

const ROLE = newId()
let count = 0
async function anApp(over: Record<string, unknown> = {}, where: TenantScope = scope): Promise<AppView> {
  count += 1
  const letters = String.fromCharCode(65 + (count % 26), 65 + (Math.floor(count / 26) % 26))
  return apps.createApp(
    where,
    anActor(where),
    AppCreate.parse({
      key: `app_${count}`,
      acronym: `R${letters}`,
      name: 'Alert',
      titleField: 'title',
      listColumns: [],
      layout: [],
      fields: [
        { key: 'title', label: 'Title', type: 'text', required: true, maxLength: 200 },
        { key: 'source_ref', label: 'Source', type: 'text', unique: true },
        { key: 'score', label: 'Score', type: 'number', min: 0, max: 1e30, decimals: 3 },
        { key: 'seen_at', label: 'Seen', type: 'datetime' },
        {
          key: 'severity',
          label: 'Severity',
          type: 'selection',
          default: 'low',
          options: ['low', 'medium', 'high'].map((key) => ({ key, label: key })),
        },
        {
          key: 'tags',
          label: 'Tags',
          type: 'selection',
          multiple: true,
          options: ['a', 'b', 'c'].map((key) => ({ key, label: key })),
        },
        { key: 'owner', label: 'Owner', type: 'user' },
        { key: 'watchers', label: 'Watchers', type: 'user', multiple: true },
        { key: 'raw', label: 'Raw', type: 'json' },
        { key: 'link', label: 'Link', type: 'url' },
        { key: 'secret', label: 'Secret', type: 'text', readers: [ROLE], writers: [ROLE] },
        { key: 'state', label: 'State', type: 'text', readOnly: true },
      ],
      ...over,
    }),
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
const issuesOf = (error: AppError) =>
  error.details.issues?.map((issue) => `${issue.path.slice(1).join('.')} ${issue.code}`)

async function historyOf(app: AppView, recordId: string, actor = anActor(scope)) {
  return (await records.recordHistory(scope, actor, { appId: app.id, recordId, limit: 100 })).items
}

const aPlaybook = (over = {}) =>
  anActor(scope, { kind: 'playbook', name: 'Intake', playbookId: newId(), runId: newId(), ...over })

describe('creating a record', () => {
  test('values come back canonical, with defaults, tracking id, actor and history', async () => {
    const app = await anApp()
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
    const [entry] = await historyOf(app, record.id)
    expect(entry).toMatchObject({
      version: 1,
      action: 'created',
      actor: record.createdBy,
      at: record.createdAt,
    })
    expect(entry?.changes).toContainEqual({ field: 'score', from: null, to: '12345678901234567890.5' })
  })

  test('every fault is named at its path', async () => {
    const app = await anApp()
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
    const app = await anApp()
    for (const fields of [{}, { title: '' }, { title: null }])
      expect(
        issuesOf(await failure(records.createRecord(scope, anActor(scope), { appId: app.id, fields }))),
      ).toEqual(['fields.title required'])
  })

  test('hostile texts are values and nothing else', async () => {
    const app = await anApp()
    for (const title of [`'; drop table caseloom.app; --`, '"; drop table x; --', '🚨\\', "$1 {x} 'a'"]) {
      const record = await records.createRecord(scope, anActor(scope), { appId: app.id, fields: { title } })
      expect(record.fields['title']).toBe(title)
    }
  })

  test('it needs the right, and the app must be of this tenant', async () => {
    const app = await anApp()
    const viewer = anActor(scope, { may: ['record:read'] })
    const work = records.createRecord(scope, viewer, { appId: app.id, fields: { title: 'x' } })
    expect((await failure(work)).code).toBe('right.missing')
    const other = await installation.aTenant()
    const foreign = records.createRecord(other, anActor(other), { appId: app.id, fields: { title: 'x' } })
    expect((await failure(foreign)).code).toBe('resource.not_found')
  })
})

describe('updating a record', () => {
  test('changes of different fields merge, the same field conflicts with both values', async () => {
    const app = await anApp()
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
    expect((await historyOf(app, recordId)).map((entry) => entry.version)).toEqual([3, 2, 1])
  })

  test('a field of a role is not read and not written by others, in view, history, update and search', async () => {
    const app = await anApp()
    const insider = anActor(scope, { principals: [ROLE] })
    const record = await records.createRecord(scope, insider, {
      appId: app.id,
      fields: { title: 'open words', secret: 'plutonium' },
    })
    const place = { appId: app.id, recordId: record.id }
    expect(record.fields['secret']).toBe('plutonium')
    const outsider = anActor(scope)
    expect((await records.getRecord(scope, outsider, place)).fields).not.toHaveProperty('secret')
    const entries = await historyOf(app, record.id, outsider)
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
    const app = await anApp()
    const actor = anActor(scope, { principals: [ROLE] })
    const { id: recordId } = await records.createRecord(scope, actor, {
      appId: app.id,
      fields: { title: 'a', raw: { x: [1, null] }, score: 0.1 },
    })
    const changes = [{ score: 7 }, { raw: null, tags: ['b'] }, { title: 'z', owner: newId() }, { tags: null }]
    for (const fields of changes)
      await records.updateRecord(scope, actor, { appId: app.id, recordId, fields })
    const entries = (await historyOf(app, recordId, actor)).reverse()
    const state: Record<string, unknown> = {}
    for (const { changes: list } of entries)
      for (const { field, from, to } of list) {
        expect(state[field] ?? null).toEqual(from)
        state[field] = to
      }
    const present = (await records.getRecord(scope, actor, { appId: app.id, recordId })).fields
    expect(Object.fromEntries(Object.keys(present).map((key) => [key, state[key] ?? null]))).toEqual(present)
  })

  test('deleting is soft: the record is gone, its unique value free, its history kept', async () => {
    const app = await anApp()
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

describe('upserting', () => {
  test('created, updated, unchanged; defaults only at creation; no history for nothing', async () => {
    const app = await anApp()
    const actor = aPlaybook()
    const upsert = (set: Record<string, string>) =>
      records.upsertRecord(scope, actor, { appId: app.id, match: { source_ref: 'GH-1' }, set })
    const first = await upsert({ title: 'a' })
    expect(first).toMatchObject({ outcome: 'created', version: 1, fields: { severity: 'low' } })
    expect(first.createdBy).toEqual({
      kind: 'playbook',
      id: actor.playbookId,
      name: 'Intake',
      runId: actor.runId,
    })
    expect(await upsert({ severity: 'high' })).toMatchObject({ id: first.id, outcome: 'updated', version: 2 })
    expect(await upsert({ title: 'a' })).toMatchObject({
      outcome: 'unchanged',
      version: 2,
      fields: { severity: 'high' },
    })
    expect(await historyOf(app, first.id)).toHaveLength(2)
  })

  test('what stands under create is set on a new record only', async () => {
    const app = await anApp()
    const upsert = (title: string) =>
      records.upsertRecord(scope, aPlaybook(), {
        appId: app.id,
        match: { source_ref: 'GH-2' },
        set: { title },
        create: { severity: 'medium', title: 'under set' },
      })
    const first = await upsert('a')
    expect(first.fields).toMatchObject({ severity: 'medium', title: 'a' })
    const place = { appId: app.id, recordId: first.id }
    await records.updateRecord(scope, anActor(scope), { ...place, fields: { severity: 'high' } })
    expect((await upsert('b')).fields).toMatchObject({ severity: 'high', title: 'b' })
  })

  test.each([
    ['nothing', {}, 'match required'],
    ['an empty value', { source_ref: '' }, 'match.source_ref required'],
    ['null', { source_ref: null }, 'match.source_ref required'],
    ['a field that is not unique', { title: 'a' }, 'match.title not_unique_field'],
    ['no field', { ghost: 'a' }, 'match.ghost unknown_field'],
  ])('matching by %s is refused', async (_what, match, issue) => {
    const app = await anApp()
    const work = records.upsertRecord(scope, anActor(scope), { appId: app.id, match, set: { title: 'x' } })
    expect(issuesOf(await failure(work))).toEqual([issue])
  })

  test('twenty at once with one match make one record, and no number is burnt', async () => {
    const app = await anApp()
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        records.upsertRecord(scope, aPlaybook(), {
          appId: app.id,
          match: { source_ref: 'same' },
          set: { title: 'x', score: at },
        }),
      ),
    )
    expect(new Set(results.map((result) => result.id)).size).toBe(1)
    expect(results.map((result) => result.version).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1),
    )
    const [first] = results
    expect((await historyOf(app, first?.id ?? '')).length).toBe(20)
    const others = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        records.upsertRecord(scope, aPlaybook(), {
          appId: app.id,
          match: { source_ref: `ref ${at % 10}` },
          set: { title: 'x' },
        }),
      ),
    )
    const numbers = [...new Set(others.map((result) => Number(result.trackingId.split('-')[1])))]
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, at) => at + 2))
  })

  test('a unique value that another record has is refused, and takes no number', async () => {
    const app = await anApp()
    const actor = anActor(scope)
    const create = (fields: Record<string, string>) =>
      records.createRecord(scope, actor, { appId: app.id, fields })
    const long = 'x'.repeat(9_000)
    await create({ title: 'a', source_ref: long })
    const b = await create({ title: 'b' })
    const error = await failure(create({ title: 'c', source_ref: long }))
    expect(error.code).toBe('record.duplicate_value')
    expect(issuesOf(error)).toEqual(['fields.source_ref duplicate'])
    const update = records.updateRecord(scope, actor, {
      appId: app.id,
      recordId: b.id,
      fields: { source_ref: long },
    })
    expect((await failure(update)).code).toBe('record.duplicate_value')
    expect((await create({ title: 'd' })).trackingId).toBe(`${app.acronym}-3`)
  })
})

describe('operations of playbooks', () => {
  test('the same key answers the first result and changes nothing, even later and at once', async () => {
    const app = await anApp()
    const actor = aPlaybook()
    const upsert = (operationKey: string, title: string) =>
      records.upsertRecord(scope, actor, {
        appId: app.id,
        match: { source_ref: 'op' },
        set: { title },
        operationKey,
      })
    const first = await upsert('run/one~0', 'a')
    await upsert('run/two~0', 'b')
    expect(await upsert('run/one~0', 'a')).toEqual(first)
    const [twice, again] = await Promise.all([upsert('run/three~0', 'c'), upsert('run/three~0', 'c')])
    expect(again).toEqual(twice)
    expect(await upsert('run/four~0', 'c')).toMatchObject({ outcome: 'unchanged', version: 3 })
    expect(await upsert('run/four~0', 'd')).toMatchObject({ outcome: 'unchanged', version: 3 })
    expect(await historyOf(app, first.id)).toHaveLength(3)
    const create = () =>
      records.createRecord(scope, actor, {
        appId: app.id,
        fields: { title: 'x' },
        operationKey: 'run/five~0',
      })
    expect(await create()).toEqual(await create())
    expect((await records.searchRecords(scope, actor, { appId: app.id, count: 'exact' })).total?.value).toBe(
      2,
    )
  })
})

describe('many changes at once', () => {
  test('a batch chains changes of one record and answers each fault by itself', async () => {
    const app = await anApp()
    const answers = await records.changeMany(scope, anActor(scope), {
      appId: app.id,
      commands: [
        { kind: 'create', values: { title: 'a', source_ref: '1' } },
        { kind: 'create', values: { title: 'b', source_ref: '1' } },
        { kind: 'upsert', match: { source_ref: '1' }, set: { title: 'c' } },
        { kind: 'create', values: { title: 7 } },
        { kind: 'upsert', match: { source_ref: '2' }, set: { title: 'd' } },
      ],
    })
    expect(
      answers.map((answer) =>
        isFailure(answer) ? answer.code : `${answer.outcome} ${answer.version} ${answer.trackingId.slice(4)}`,
      ),
    ).toEqual(['created 1 1', 'record.duplicate_value', 'updated 2 1', 'request.invalid', 'created 1 2'])
    const [first] = answers
    if (first === undefined || isFailure(first)) throw first
    expect((await historyOf(app, first.id)).map((entry) => entry.action)).toEqual(['updated', 'created'])
  })

  test('a thousand new records get the numbers 1 to 1000', async () => {
    const app = await anApp()
    const commands = Array.from({ length: 1_000 }, (_, at) => ({
      kind: 'create' as const,
      values: { title: `Number ${at + 1}` },
    }))
    const answers = await records.changeMany(scope, anActor(scope), { appId: app.id, commands })
    expect(answers.map((answer) => (isFailure(answer) ? answer : answer.trackingId))).toEqual(
      Array.from({ length: 1_000 }, (_, at) => `${app.acronym}-${at + 1}`),
    )
  })
})

describe('other tenants', () => {
  test('nothing of tenant A is there for tenant B, by any function', async () => {
    const app = await anApp()
    const record = await records.createRecord(scope, anActor(scope), {
      appId: app.id,
      fields: { title: 'x' },
    })
    const other = await installation.aTenant()
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
    expect(await records.readableRecords(other, mallory, [place])).toEqual(new Set())
    expect(await records.readableRecords(scope, anActor(scope), [place])).toEqual(new Set([record.id]))
    const rows = await other.read((tx) => tx.query('select from caseloom.record_history'))
    expect(rows).toEqual([])
    const stolen = other.read((tx) =>
      tx.query(`select * from "${scope.schema}"."a_${app.id.replaceAll('-', '')}"`),
    )
    await expect(stolen).rejects.toThrow('permission denied')
  })
})

describe('a new revision of the app', () => {
  test('another process notices it with its next statement', async () => {
    const app = await anApp()
    const far = createAppsDoor()
    const farRecords = createRecordsDoor({ apps: far })
    const actor = anActor(scope)
    await farRecords.createRecord(scope, actor, { appId: app.id, fields: { title: 'a' } })
    const { name, icon, titleField, listColumns, layout, fields, revision } = app
    await apps.updateApp(scope, actor, {
      appId: app.id,
      name,
      icon,
      titleField,
      listColumns,
      layout,
      revision,
      fields: [
        ...fields.filter((field) => field.key !== 'score'),
        {
          key: 'extra',
          label: 'Extra',
          type: 'text',
          multiline: false,
          maxLength: 10,
          unique: false,
          required: false,
          readOnly: false,
          default: 'new',
        },
      ],
    })
    const record = await farRecords.createRecord(scope, actor, { appId: app.id, fields: { title: 'b' } })
    expect(record.fields).toMatchObject({ extra: 'new' })
    expect(record.fields).not.toHaveProperty('score')
    const page = await farRecords.searchRecords(scope, actor, { appId: app.id })
    expect(page.items.map((item) => item.fields['extra'])).toEqual(['new', null])
  })
})
