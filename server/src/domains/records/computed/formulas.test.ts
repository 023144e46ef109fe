import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppError, isFailure } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'

let house: RecordsFixture
let count = 0
const role = newId()
const other = newId()

beforeAll(async () => {
  house = await createRecordsFixture()
})
afterAll(() => house.close())

type Fields = readonly Record<string, unknown>[]
const title = { key: 'title', label: 'Title', type: 'text' }
const formula = (key: string, expression: string, result = 'text', more: object = {}) => ({
  key,
  label: key,
  type: 'formula',
  expression,
  result,
  ...more,
})

function definition(fields: Fields) {
  count += 1
  return AppCreate.parse({
    key: `formula_${count}`,
    acronym: `F${String.fromCharCode(65 + (count % 26), 65 + Math.floor(count / 26))}`,
    name: 'Formulas',
    titleField: 'title',
    listColumns: [],
    layout: [],
    fields: [title, ...fields],
  })
}

const anApp = (fields: Fields): Promise<AppView> =>
  house.apps.createApp(house.scope, anActor(house.scope), definition(fields))

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  )
  if (!isFailure(error)) throw error
  return error
}

const create = (app: AppView, fields: Record<string, JsonValue>, actor = anActor(house.scope)) =>
  house.records.createRecord(house.scope, actor, { appId: app.id, fields })
const update = (app: AppView, recordId: string, fields: Record<string, JsonValue>) =>
  house.records.updateRecord(house.scope, anActor(house.scope), { appId: app.id, recordId, fields })
const get = (app: AppView, recordId: string) =>
  house.records.getRecord(house.scope, anActor(house.scope), { appId: app.id, recordId })
const find = (app: AppView, command: object) =>
  house.records.searchRecords(house.scope, anActor(house.scope), { appId: app.id, ...command })

const NUMBERS = [
  { key: 'likelihood', label: 'Likelihood', type: 'number' },
  { key: 'impact', label: 'Impact', type: 'number' },
]

describe('formulas', () => {
  test('are worked out at every change, in the order in which they read each other', async () => {
    const app = await anApp([
      ...NUMBERS,
      formula('urgent', 'record.risk >= 12', 'boolean'),
      formula('risk', 'likelihood * impact', 'number'),
      formula('words', '"Risk " & risk & " of " & created_by.name'),
      formula('day', '$substring(created_at, 0, 10)', 'date'),
      formula('changed', 'updated_at', 'datetime'),
      formula('effort', 'impact * 3600', 'duration'),
    ])
    const made = await create(app, { title: 'a', likelihood: 3, impact: 4 })
    expect(made.fields).toMatchObject({
      risk: 12,
      urgent: true,
      words: 'Risk 12 of Alice Example',
      day: made.createdAt.slice(0, 10),
      changed: made.updatedAt,
      effort: 14_400,
    })
    const changed = await update(app, made.id, { likelihood: 2 })
    expect(changed.fields).toMatchObject({ risk: 8, urgent: false, words: 'Risk 8 of Alice Example' })
    expect(changed.fields['changed']).toBe(changed.updatedAt)
    expect((await get(app, made.id)).fields).toEqual(changed.fields)
    const emptied = await update(app, made.id, { impact: null })
    expect(emptied.fields).toMatchObject({ risk: null, effort: null })
    const [entry] = await house.historyOf(app, made.id)
    expect(entry?.changes).toContainEqual({ field: 'risk', from: 8, to: null })
  })

  test('filter, sort, count and are found like their results', async () => {
    const app = await anApp([
      ...NUMBERS,
      formula('risk', 'likelihood * impact', 'number'),
      formula('urgent', 'risk >= 12', 'boolean'),
      formula('words', '"risk" & risk'),
    ])
    for (const [at, impact] of [4, 1, 3, null].entries())
      await create(app, { title: `t${at}`, likelihood: 4, impact })
    const titles = async (command: object) =>
      (await find(app, command)).items.map((item) => item.fields['title'])
    const urgent = (op: string, value?: JsonValue) => ({ filter: { field: 'urgent', op, value } })
    expect(new Set(await titles(urgent('eq', true)))).toEqual(new Set(['t0', 't2']))
    expect(new Set(await titles(urgent('ne', true)))).toEqual(new Set(['t1', 't3']))
    expect(await titles({ filter: { field: 'urgent', op: 'empty' } })).toEqual(['t3'])
    expect(
      await titles({
        filter: { field: 'risk', op: 'gt', value: 11 },
        sort: [{ field: 'risk', direction: 'desc' }],
      }),
    ).toEqual(['t0', 't2'])
    expect(
      await titles({
        sort: [
          { field: 'urgent', direction: 'asc' },
          { field: 'risk', direction: 'asc' },
        ],
      }),
    ).toEqual(['t1', 't2', 't0', 't3'])
    expect(await titles({ text: 'risk16' })).toEqual(['t0'])
    const page = await find(app, { sort: [{ field: 'urgent', direction: 'desc' }], limit: 1 })
    const next = await find(app, {
      sort: [{ field: 'urgent', direction: 'desc' }],
      limit: 5,
      cursor: page.next,
    })
    expect(next.items).toHaveLength(3)
  })

  test('are not for hands, and not for playbooks', async () => {
    const app = await anApp([...NUMBERS, formula('risk', 'likelihood * impact', 'number')])
    for (const kind of ['user', 'playbook'] as const) {
      const error = await failure(create(app, { title: 'a', risk: 1 }, anActor(house.scope, { kind })))
      expect(error.details.issues).toMatchObject([{ path: ['body', 'fields', 'risk'], code: 'read_only' }])
    }
  })

  test.each([
    ['a fault', '$error("no luck")', 'text', 'no luck'],
    ['a loop', '($f := function($n) { $n < 0 ? 0 : $f($n + 1) }; $f(1))', 'number', 'evaluation steps'],
    ['an explosion', '$pad("x", 400000000)', 'text', 'characters'],
    ['another type', '[1, 2]', 'number', 'The formula returns a list; expected a number'],
    ['a text that is no date', 'title', 'date', 'The formula returns "a"'],
    ['a text that is too long', '$pad("x", 20000)', 'text', 'At most 10000 characters'],
    ['an object', '{"a": 1}', 'text', 'The formula returns an object; expected a text'],
    ['a negative span', '-5', 'duration', 'The formula returns "-5"'],
  ])(
    'stay empty after %s and say why, and the record is written',
    async (_name, expression, result, said) => {
      const app = await anApp([formula('bad', expression, result), formula('good', '"x" & title')])
      const made = await create(app, { title: 'a' })
      expect(made.fields).toMatchObject({ bad: null, good: 'xa' })
      const { faults } = await get(app, made.id)
      expect(Object.keys(faults ?? {})).toEqual(['bad'])
      expect(faults?.['bad']).toContain(said)
    },
  )

  test('500 of them, each of which would run for ever, do not hold a write', async () => {
    const loops = Array.from({ length: 499 }, (_one, at) =>
      formula(`f${at}`, '($f := function($n) { $n < 0 ? 0 : $f($n + 1) }; $f(1))', 'number'),
    )
    const app = await anApp(loops)
    const made = await create(app, { title: 'a' })
    expect(made.fields['f498']).toBeNull()
    // Without the common budget each would be stopped by its own, after minutes.
    const { faults } = await get(app, made.id)
    expect(faults?.['f498']).toBe('The formulas of this record take too long to compute')
  })

  test('500 of them in one app are computed, whatever script their values are in', async () => {
    const many = Array.from({ length: 498 }, (_one, at) =>
      formula(`f${at}`, `$length(title) + ${at}`, 'number'),
    )
    const app = await anApp([...many, formula('all', 'title & " שלום 漢字 " & f497')])
    const made = await create(app, { title: 'Ω' })
    expect(made.fields).toMatchObject({ f0: 1, f497: 498, all: 'Ω שלום 漢字 498' })
  })
})

describe('a record whose values do not fit a row of the database', () => {
  test('is refused with a clear message, and nothing is saved', async () => {
    const many = Array.from({ length: 499 }, (_one, at) => formula(`f${at}`, `title & "${at}"`))
    const app = await anApp(many)
    expect((await create(app, {})).fields['f498']).toBe('498')
    const error = await failure(create(app, { title: 'x'.repeat(40) }))
    expect(error.code).toBe('request.invalid')
    expect(error.details.issues).toMatchObject([{ path: ['body', 'fields'], code: 'too_big' }])
    expect((await find(app, { count: 'exact' })).total?.value).toBe(1)
  })
})

describe('publishing a formula', () => {
  test.each([
    ['an unknown field', [formula('a', 'record.gone')], ['expression'], 'unknown_field'],
    ['broken syntax', [formula('a', 'title &')], ['expression'], 'bad_expression'],
    ['the clock', [formula('a', '$now()')], ['expression'], 'not_allowed'],
    ['the tracking id', [formula('a', 'tracking_id')], ['expression'], 'unknown_field'],
    ['a default', [formula('a', 'title', 'text', { default: 'x' })], ['default'], 'not_allowed'],
    ['being required', [formula('a', 'title', 'text', { required: true })], ['required'], 'not_allowed'],
  ])('is refused for %s, with the place', async (_name, fields, path, code) => {
    const error = await failure(anApp(fields))
    expect(error.code).toBe('request.invalid')
    expect(error.details.issues).toMatchObject([{ path: ['body', 'fields', 1, ...path], code }])
  })

  test('is refused for a circle, which is named', async () => {
    const fields = [formula('a', 'record.b'), formula('b', 'c & title'), formula('c', 'a')]
    const error = await failure(anApp(fields))
    expect(error.details.issues).toMatchObject([
      { code: 'circle', message: 'Formulas depend on each other in a cycle: a → b → c → a' },
    ])
    expect((await failure(anApp([formula('a', 'a & "x"')]))).details.issues).toMatchObject([
      { message: 'Formulas depend on each other in a cycle: a → a' },
    ])
  })

  test('is refused when it would betray a hidden field, also through another formula', async () => {
    const secret = { key: 'secret', label: 'Secret', type: 'text', readers: [role] }
    const betrays = async (fields: Fields) => (await failure(anApp([secret, ...fields]))).details.issues
    expect(await betrays([formula('a', 'secret')])).toMatchObject([
      { path: ['body', 'fields', 2, 'readers'], code: 'betrays' },
    ])
    expect(await betrays([formula('a', 'secret', 'text', { readers: [role, other] })])).toHaveLength(1)
    expect(
      await betrays([formula('a', 'secret', 'text', { readers: [role] }), formula('b', 'a')]),
    ).toMatchObject([{ path: ['body', 'fields', 3, 'readers'] }])
    const app = await anApp([secret, formula('a', '"<" & secret & ">"', 'text', { readers: [role] })])
    const made = await create(app, { title: 'x' })
    const insider = anActor(house.scope)
    const reader = { ...insider, principals: [...insider.principals, role] }
    await house.records.updateRecord(house.scope, reader, {
      appId: app.id,
      recordId: made.id,
      fields: { secret: 's' },
    })
    const view = await house.records.getRecord(house.scope, reader, { appId: app.id, recordId: made.id })
    expect(view.fields['a']).toBe('<s>')
    expect((await get(app, made.id)).fields).not.toHaveProperty('a')
    expect((await failure(find(app, { filter: { field: 'a', op: 'notEmpty' } }))).code).toBe('field.unknown')
  })
})
