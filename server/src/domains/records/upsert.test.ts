import type { TenantScope } from '../../platform/database/types.ts'
import { type AppError, isFailure } from '../../platform/errors.ts'
import { newId } from '../../platform/uuid.ts'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
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

const aPlaybook = (over = {}) =>
  anActor(scope, { kind: 'playbook', name: 'Intake', playbookId: newId(), runId: newId(), ...over })

describe('upserting', () => {
  test('created, updated, unchanged; defaults only at creation; no history for nothing', async () => {
    const app = await house.anApp()
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
    expect(await house.historyOf(app, first.id)).toHaveLength(2)
  })

  test('values under create apply to new records only', async () => {
    const app = await house.anApp()
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
    const app = await house.anApp()
    const work = records.upsertRecord(scope, anActor(scope), { appId: app.id, match, set: { title: 'x' } })
    expect(issuesOf(await failure(work))).toEqual([issue])
  })

  test('twenty at the same time from four processes make one record, and use one tracking number', async () => {
    const app = await house.anApp()
    const doors = [records, ...Array.from({ length: 3 }, () => house.anotherProcess().records)]
    const doorOf = (at: number) => doors[at % 4] ?? records
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        doorOf(at).upsertRecord(scope, aPlaybook(), {
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
    expect((await house.historyOf(app, first?.id ?? '')).length).toBe(20)
    const others = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        doorOf(at).upsertRecord(scope, aPlaybook(), {
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
    const app = await house.anApp()
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
  test('the same key returns the first result and changes nothing, later or concurrently', async () => {
    const app = await house.anApp()
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
    const { records: far } = house.anotherProcess()
    const command = { appId: app.id, match: { source_ref: 'op' }, set: { title: 'c' } }
    const both = [far, records].map((door) =>
      door.upsertRecord(scope, actor, {
        ...command,
        match: { source_ref: 'far' },
        operationKey: 'run/far~0',
      }),
    )
    const [here, there] = await Promise.all(both)
    expect(here).toEqual(there)
    expect(await upsert('run/four~0', 'c')).toMatchObject({ outcome: 'unchanged', version: 3 })
    expect(await upsert('run/four~0', 'd')).toMatchObject({ outcome: 'unchanged', version: 3 })
    expect(await house.historyOf(app, first.id)).toHaveLength(3)
    const create = () =>
      records.createRecord(scope, actor, {
        appId: app.id,
        fields: { title: 'x' },
        operationKey: 'run/five~0',
      })
    expect(await create()).toEqual(await create())
    expect((await records.searchRecords(scope, actor, { appId: app.id, count: 'exact' })).total?.value).toBe(
      3,
    )
  })
})

describe('many concurrent changes', () => {
  test('a batch chains changes of one record and reports each problem separately', async () => {
    const app = await house.anApp()
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
    expect((await house.historyOf(app, first.id)).map((entry) => entry.action)).toEqual([
      'updated',
      'created',
    ])
  })

  test('a thousand new records get the numbers 1 to 1000', async () => {
    const app = await house.anApp()
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
