import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppError, isFailure } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'

let house: RecordsFixture
let count = 0
const ME = newId()
const OTHER = newId()
const ROLE = newId()
const TEAM = newId()
/** Groups by the id of the user who is in them. */
const groups = new Map<string, string[]>()

beforeAll(async () => {
  house = await createRecordsFixture(
    async (_place, ids) => new Map(ids.map((id) => [id, groups.get(id) ?? []])),
  )
})
afterAll(() => house.close())

type Fields = readonly Record<string, unknown>[]
type Given = Record<string, JsonValue>
const title = { key: 'title', label: 'Title', type: 'text' }
const field = (key: string, type: string, more: object = {}) => ({ key, label: key, type, ...more })
const optionsOf = (...keys: string[]) => keys.map((key) => ({ key, label: key }))
const me = () => anActor(house.scope, { id: ME, principals: [ME] })

async function anApp(fields: Fields): Promise<AppView> {
  count += 1
  const acronym = `S${String.fromCharCode(65 + (count % 26), 65 + Math.floor(count / 26))}`
  const shape = { name: 'Small', titleField: 'title', listColumns: [], layout: [] }
  const input = { key: `small_${count}`, acronym, ...shape, fields: [title, ...fields] }
  return house.apps.createApp(house.scope, me(), AppCreate.parse(input))
}

const create = (app: AppView, fields: Given) =>
  house.records.createRecord(house.scope, me(), { appId: app.id, fields })
const update = (app: AppView, recordId: string, fields: Given) =>
  house.records.updateRecord(house.scope, me(), { appId: app.id, recordId, fields })

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  )
  if (!isFailure(error)) throw error
  return error
}
const codes = async (work: Promise<unknown>) =>
  (await failure(work)).details.issues?.map((issue) => `${issue.path.slice(1).join('.')} ${issue.code}`)

const state = field('state', 'selection', { options: optionsOf('open', 'closed') })
const closed = { field: 'state', op: 'eq', value: 'closed' }

describe('stamps', () => {
  test('take the moment in which their condition begins to hold, the first time or each time', async () => {
    const app = await anApp([
      state,
      field('first', 'datetime', { stamp: { when: closed, keep: 'first' } }),
      field('last', 'datetime', { stamp: { when: closed, keep: 'last' } }),
      field('days', 'formula', { expression: '$exists(first)', result: 'boolean' }),
    ])
    const made = await create(app, { title: 'a', state: 'open' })
    expect(made.fields).toMatchObject({ first: null, last: null, days: false })
    const one = await update(app, made.id, { state: 'closed' })
    expect(one.fields).toMatchObject({ first: one.updatedAt, last: one.updatedAt, days: true })
    const two = await update(app, made.id, { title: 'b' })
    expect(two.fields['last']).toBe(one.updatedAt)
    await update(app, made.id, { state: 'open' })
    const three = await update(app, made.id, { state: 'closed' })
    expect(three.fields).toMatchObject({ first: one.updatedAt, last: three.updatedAt })
    const born = await create(app, { title: 'a', state: 'closed' })
    expect(born.fields['first']).toBe(born.createdAt)
  })

  test('are set by the product alone', async () => {
    const app = await anApp([state, field('at', 'datetime', { stamp: { when: closed, keep: 'first' } })])
    expect(await codes(create(app, { title: 'a', at: '2026-01-01T00:00:00Z' }))).toEqual([
      'fields.at read_only',
    ])
  })

  test.each<[string, Fields, string]>([
    [
      'an unknown field',
      [field('at', 'datetime', { stamp: { when: { field: 'x', op: 'empty' }, keep: 'last' } })],
      'fields.1.stamp.when.field unknown_field',
    ],
    [
      'a span of time',
      [
        field('seen', 'datetime'),
        field('at', 'datetime', {
          stamp: { when: { all: [{ field: 'seen', op: 'within', value: '1h' }] }, keep: 'last' },
        }),
      ],
      'fields.2.stamp.when.all.0.op not_allowed',
    ],
    [
      'an option that there is not',
      [state, field('at', 'datetime', { stamp: { when: { ...closed, value: 'gone' }, keep: 'last' } })],
      'fields.2.stamp.when.value invalid_value',
    ],
    [
      'a formula',
      [
        field('f', 'formula', { expression: 'title', result: 'text' }),
        field('at', 'datetime', { stamp: { when: { field: 'f', op: 'notEmpty' }, keep: 'last' } }),
      ],
      'fields.2.stamp.when.field not_allowed',
    ],
    [
      'a hidden field',
      [{ ...state, readers: [ROLE] }, field('at', 'datetime', { stamp: { when: closed, keep: 'last' } })],
      'fields.2.readers betrays',
    ],
  ])('are refused over %s, with the place', async (_name, fields, expected) => {
    expect(await codes(anApp(fields))).toEqual([expected])
  })
})

describe('placed facts', () => {
  test('have no value, and filter and sort as the facts themselves', async () => {
    const app = await anApp([
      field('number', 'system', { of: 'tracking_id' }),
      field('made_at', 'system', { of: 'created_at' }),
      field('log', 'system', { of: 'history' }),
    ])
    const [first, second] = [await create(app, { title: 'a' }), await create(app, { title: 'b' })]
    expect(first.fields).toEqual({ title: 'a' })
    const find = async (command: object) =>
      (await house.records.searchRecords(house.scope, me(), { appId: app.id, ...command })).items.map(
        ({ id }) => id,
      )
    expect(await find({ filter: { field: 'number', op: 'eq', value: second.trackingId } })).toEqual([
      second.id,
    ])
    expect(await find({ sort: [{ field: 'number', direction: 'asc' }] })).toEqual([first.id, second.id])
    expect(await find({ filter: { field: 'made_at', op: 'within', value: '1h' } })).toHaveLength(2)
    expect(await codes(find({ filter: { field: 'log', op: 'notEmpty' } }))).toEqual(['filter.op not_allowed'])
    expect(await codes(find({ sort: [{ field: 'log', direction: 'asc' }] }))).toEqual([
      'sort.0.field not_sortable',
    ])
    expect(await codes(create(app, { title: 'a', number: 'X-1' }))).toEqual(['fields.number read_only'])
    expect(await codes(anApp([field('x', 'system', { of: 'history', readers: [ROLE] })]))).toEqual([
      'fields.1.readers not_allowed',
    ])
  })
})

describe('bounds of fields', () => {
  test.each<[string, Record<string, unknown>, JsonValue, JsonValue | string[]]>([
    ['a short text', field('v', 'text', { minLength: 3 }), 'ab', ['fields.v too_short']],
    [
      'words in every script',
      field('v', 'text', { lengthUnit: 'words', maxLength: 3 }),
      'שלום עולם one',
      'שלום עולם one',
    ],
    [
      'too many words',
      field('v', 'text', { lengthUnit: 'words', maxLength: 2 }),
      'one two three',
      ['fields.v too_long'],
    ],
    [
      'too few words',
      field('v', 'text', { lengthUnit: 'words', minLength: 2 }),
      'one',
      ['fields.v too_short'],
    ],
    ['a step', field('v', 'number', { step: 0.1 }), 0.3, 0.3],
    ['a step from the minimum', field('v', 'number', { min: 1, step: 2 }), 5, 5],
    ['off the step', field('v', 'number', { min: 1, step: 2 }), 4, ['fields.v off_step']],
    [
      'a huge number on the step',
      field('v', 'number', { step: 5 }),
      '12345678901234567890',
      '12345678901234567890',
    ],
    [
      'an item that is too short',
      field('v', 'list', { minItemLength: 2 }),
      ['ab', 'c'],
      ['fields.v.1 too_short'],
    ],
    ['an item that is too long', field('v', 'list', { maxItemLength: 2 }), ['abc'], ['fields.v.0 too_long']],
    ['an item off the step', field('v', 'list', { of: 'number', step: 2 }), [2, 3], ['fields.v.1 off_step']],
    ['a day in the past', field('v', 'date', { limit: 'past' }), '2000-01-01', '2000-01-01'],
    ['a day in the future', field('v', 'date', { limit: 'past' }), '2999-01-01', ['fields.v in_future']],
    [
      'a moment in the past',
      field('v', 'datetime', { limit: 'future' }),
      '2000-01-01T00:00:00Z',
      ['fields.v in_past'],
    ],
    ['a member', field('v', 'user', { members: [ME] }), ME, ME],
    [
      'another user',
      field('v', 'user', { multiple: true, members: [ME] }),
      [ME, OTHER],
      ['fields.v not_offered'],
    ],
    ['another group', field('v', 'group', { members: [ME] }), OTHER, ['fields.v not_offered']],
  ])('%s is validated', async (_name, one, given, expected) => {
    const app = await anApp([one])
    const work = create(app, { title: 'a', v: given })
    if (Array.isArray(expected) && String(expected[0]).startsWith('fields.'))
      expect(await codes(work)).toEqual(expected)
    else expect((await work).fields['v']).toEqual(expected)
  })

  test('members of a group are offered by it, as long as they are in it', async () => {
    const app = await anApp([field('v', 'user', { members: [TEAM, ME] })])
    groups.set(OTHER, [newId(), TEAM])
    const made = await create(app, { title: 'a', v: OTHER })
    expect(made.fields['v']).toBe(OTHER)
    groups.clear()
    expect(await codes(create(app, { title: 'a', v: OTHER }))).toEqual(['fields.v not_offered'])
    // Who has left the group stays where they were named.
    expect((await update(app, made.id, { title: 'b', v: OTHER })).fields).toMatchObject({
      title: 'b',
      v: OTHER,
    })
    expect((await update(app, made.id, { v: ME })).fields['v']).toBe(ME)
    expect(await codes(update(app, made.id, { v: OTHER }))).toEqual(['fields.v not_offered'])
    const [first, second] = await house.records.changeMany(house.scope, me(), {
      appId: app.id,
      commands: [ME, OTHER].map((v) => ({ kind: 'create' as const, values: { title: 'many', v } })),
    })
    expect([isFailure(first), isFailure(second)]).toEqual([false, true])
  })

  test('defaults may be now, today and the person who creates', async () => {
    const app = await anApp([
      field('at', 'datetime', { default: 'now' }),
      field('day', 'date', { default: 'today' }),
      field('owner', 'user', { default: 'me' }),
      field('all', 'user', { multiple: true, default: 'me' }),
    ])
    const made = await create(app, { title: 'a' })
    expect(made.fields).toMatchObject({
      at: made.createdAt,
      day: made.createdAt.slice(0, 10),
      owner: ME,
      all: [ME],
    })
    expect((await create(app, { title: 'a', owner: null })).fields['owner']).toBeNull()
  })

  test('a retired option stays on records that have it and is taken by no other', async () => {
    const app = await anApp([field('v', 'selection', { options: optionsOf('a', 'b') })])
    const made = await create(app, { title: 'a', v: 'a' })
    const { titleField, listColumns, layout, name, icon, revision } = app
    const fields = app.fields.map((one) =>
      one.type === 'selection'
        ? {
            ...one,
            options: one.options.map((option) =>
              option.key === 'a' ? { ...option, retired: true as const } : option,
            ),
          }
        : one,
    )
    const next = { appId: app.id, titleField, listColumns, layout, name, icon, revision, fields }
    await house.apps.updateApp(house.scope, me(), next)
    expect((await update(app, made.id, { title: 'still there', v: 'a' })).fields['v']).toBe('a')
    expect(await codes(create(app, { title: 'b', v: 'a' }))).toEqual(['fields.v retired_option'])
    await update(app, made.id, { v: 'b' })
    expect(await codes(update(app, made.id, { v: 'a' }))).toEqual(['fields.v retired_option'])
    const retired = [{ key: 'a', label: 'a', retired: true }]
    expect(await codes(anApp([field('v', 'selection', { options: retired })]))).toEqual([
      'fields.1.options required',
    ])
    expect(
      await codes(
        anApp([field('v', 'selection', { options: [...retired, ...optionsOf('b')], default: 'a' })]),
      ),
    ).toEqual(['fields.1.default retired_option'])
  })

  test('10,000 options are one field, 10,001 are refused', async () => {
    const many = optionsOf(...Array.from({ length: 10_000 }, (_one, at) => `o${at}`))
    const app = await anApp([field('v', 'selection', { options: many })])
    for (const v of ['o9999', 'o0', null, 'o5000']) await create(app, { title: 'a', v })
    const sort = [{ field: 'v', direction: 'asc' as const }]
    const page = await house.records.searchRecords(house.scope, me(), { appId: app.id, sort })
    expect(page.items.map((item) => item.fields['v'])).toEqual(['o0', 'o5000', 'o9999', null])
    await expect(anApp([field('v', 'selection', { options: [...many, ...optionsOf('x')] })])).rejects.toThrow(
      /10000/,
    )
  })

  test('bounds that contradict each other are refused', async () => {
    expect(await codes(anApp([field('v', 'text', { minLength: 5, maxLength: 4 })]))).toEqual([
      'fields.1.maxLength too_small',
    ])
    expect(await codes(anApp([field('v', 'list', { minItemLength: 5, maxItemLength: 4 })]))).toEqual([
      'fields.1.maxItemLength too_small',
    ])
  })
})

describe('techniques', () => {
  test('are stored by ID in one spelling, and a parent matches its children', async () => {
    const app = await anApp([field('one', 'technique'), field('some', 'technique', { multiple: true })])
    const made = await create(app, { title: 'a', one: ' t1059.001', some: ['T1078', 't1059', 'T1078'] })
    expect(made.fields).toMatchObject({ one: 'T1059.001', some: ['T1059', 'T1078'] })
    await create(app, { title: 'b', one: 'T1078' })
    const find = async (filter: object) =>
      (
        await house.records.searchRecords(house.scope, me(), { appId: app.id, filter: filter as never })
      ).items.map(({ fields }) => fields['title'])
    expect(await find({ field: 'one', op: 'startsWith', value: 'T1059' })).toEqual(['a'])
    expect(await find({ field: 'one', op: 'eq', value: 'T1059' })).toEqual([])
    expect(await find({ field: 'some', op: 'contains', value: ['T1078', 'T1059'] })).toEqual(['a'])
    expect(await codes(create(app, { title: 'a', one: 'T9999' }))).toEqual(['fields.one unknown_technique'])
    expect(await codes(create(app, { title: 'a', some: ['T1059', 'PowerShell'] }))).toEqual([
      'fields.some.1 unknown_technique',
    ])
  })
})
