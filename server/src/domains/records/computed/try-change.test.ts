import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import { conversionsOf } from '@caseloom/contract/field-types/field-kind'
import { FieldInput } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFailure } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { tryFieldChange } from './try-change.ts'

let house: RecordsFixture
let app: AppView
const actor = () => anActor(house.scope)

const field = (key: string, of: Record<string, unknown>) => FieldInput.parse({ key, label: key, ...of })
const KINDS: Record<string, Record<string, unknown>> = {
  text: {},
  number: {},
  datetime: {},
  date: {},
  time: {},
  duration: {},
  selection: { options: [{ key: 'one', label: 'One' }] },
  list: {},
  url: {},
  json: {},
  technique: {},
  geopoint: {},
  user: {},
  group: {},
  attachment: {},
  comments: {},
  observables: {},
  tasks: {},
}

beforeAll(async () => {
  house = await createRecordsFixture()
  const title = { key: 'title', label: 'Title', type: 'text' }
  const shape = { name: 'Tried', titleField: 'title', listColumns: [], layout: [] }
  const fields = [title, { key: 'value', label: 'Value', type: 'text' }]
  const input = AppCreate.parse({ key: 'tried', acronym: 'TRD', ...shape, fields })
  app = await house.apps.createApp(house.scope, actor(), input)
  const values = ['1', 'x', null, '2.5', ' 7 ', 'y']
  const commands = values.map((value) => ({ kind: 'create' as const, values: { title: 'a', value } }))
  await house.records.changeMany(house.scope, actor(), { appId: app.id, commands })
})
afterAll(() => house.close())

const tried = (to: Record<string, JsonValue>, who = actor()) =>
  tryFieldChange(house, house.scope, who, { appId: app.id, field: field('value', to) })

test('a change of type is tried without changing anything', async () => {
  const before = await house.records.searchRecords(house.scope, actor(), { appId: app.id, limit: 10 })
  const found = await tried({ type: 'number' })
  expect(found).toMatchObject({ examined: 5, converts: 3, fails: 2, next: null })
  expect(found.examples.map(({ trackingId, value }) => [trackingId, value])).toEqual([
    ['TRD-2', 'x'],
    ['TRD-6', 'y'],
  ])
  expect(await house.records.searchRecords(house.scope, actor(), { appId: app.id, limit: 10 })).toEqual(
    before,
  )
  expect((await house.apps.getApp(house.scope, actor(), app.id)).revision).toBe(1)
})

test('values of records that the asker can’t read are in no count', async () => {
  const blind = { ...actor(), permissions: new Set(['app:read', 'app:build'] as const) }
  expect(await tried({ type: 'number' }, blind)).toMatchObject({ examined: 0, fails: 0, examples: [] })
})

test('a field that the actor can’t read is not tried, so counts reveal nothing about its values', async () => {
  const LEAD = newId()
  const lead = anActor(house.scope, { principals: [LEAD] })
  const secret = { key: 'secret', label: 'Secret', type: 'number', readers: [LEAD] }
  const shape = { name: 'Saved', titleField: 'title', listColumns: [], layout: [] }
  const fields = [{ key: 'title', label: 'Title', type: 'text' }, secret]
  const input = AppCreate.parse({ key: 'kept', acronym: 'KPT', ...shape, fields })
  const { id: appId } = await house.apps.createApp(house.scope, lead, input)
  const commands = [{ kind: 'create' as const, values: { title: 'a', secret: '777' } }]
  await house.records.changeMany(house.scope, lead, { appId, commands })
  const guess = FieldInput.parse({ ...secret, max: 700 })
  const ask = (who: Actor) => tryFieldChange(house, house.scope, who, { appId, field: guess })
  expect(await ask(lead)).toMatchObject({ examined: 1, fails: 1 })
  await expect(ask(anActor(house.scope, { principals: [] }))).rejects.toMatchObject({
    code: 'app.change_refused',
    details: { issues: [{ path: ['body', 'field'], code: 'not_reader' }] },
  })
})

test('values that a selection no longer has are found before they are removed', async () => {
  const options = [
    { key: 'open', label: 'Open' },
    { key: 'done', label: 'All done' },
  ]
  const state = { key: 'state', label: 'State', type: 'selection', options }
  const shape = { name: 'Stated', titleField: 'title', listColumns: [], layout: [] }
  const fields = [{ key: 'title', label: 'Title', type: 'text' }, state]
  const input = AppCreate.parse({ key: 'stated', acronym: 'STD', ...shape, fields })
  const { id: appId } = await house.apps.createApp(house.scope, actor(), input)
  const commands = ['open', 'done', 'done'].map((of) => ({
    kind: 'create' as const,
    values: { title: 'a', state: of },
  }))
  await house.records.changeMany(house.scope, actor(), { appId, commands })
  const without = FieldInput.parse({ ...state, options: options.slice(0, 1) })
  const found = await tryFieldChange(house, house.scope, actor(), { appId, field: without })
  expect(found).toMatchObject({ examined: 3, converts: 1, fails: 2, examples: [{ value: 'All done' }] })
})

test('who does not build the app is refused, and so is a way that is none', async () => {
  const reader = { ...actor(), permissions: new Set(['app:read', 'record:read'] as const) }
  await expect(tried({ type: 'number' }, reader)).rejects.toSatisfy((error) =>
    isFailure(error, 'right.missing'),
  )
  await expect(tried({ type: 'user' })).rejects.toSatisfy((error) => isFailure(error, 'app.change_refused'))
})

test('the list of ways that people are offered is the one that works', () => {
  for (const [from, ofFrom] of Object.entries(KINDS))
    for (const [to, ofTo] of Object.entries(KINDS)) {
      const way = house.apps.reworks.converter(
        field('value', { type: from, ...ofFrom }),
        field('value', { type: to, ...ofTo }),
      )
      const offered = conversionsOf({ type: from as FieldInput['type'] }).includes(to)
      // A list of one kind of values converts as its items do: from and to lists of texts here.
      expect([from, to, offered]).toEqual([from, to, way !== null])
    }
})
