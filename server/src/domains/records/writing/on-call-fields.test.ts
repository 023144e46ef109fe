import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { createRecordsDoor } from '../records.door.ts'

let house: RecordsFixture
const ann = newId()
const ben = newId()
const FIELDS = [
  { key: 'title', label: 'Title', type: 'text', required: true },
  { key: 'assignee', label: 'Assignee', type: 'user', required: true, onCall: { schedule: 'soc' } },
  {
    key: 'helpers',
    label: 'Helpers',
    type: 'user',
    multiple: true,
    onCall: { schedule: 'soc', layer: 'second' },
  },
]
let asked: string[][] = []
let people: Record<string, string | null> = {}

beforeAll(async () => {
  house = await createRecordsFixture()
})
afterAll(() => house.close())

/** A door on the same database where these people are on call. */
function doors() {
  const apps = anAppsDoor(undefined, undefined, {
    onCall: async (_scope, named) => {
      const names = named.map(({ schedule, layer }) => [schedule, layer ?? []].flat().join('/'))
      asked.push(names)
      return names.map((name) => people[name])
    },
  })
  return createRecordsDoor({ apps })
}

it('fills fields of new records with who is on call, and leaves given values alone', async () => {
  const app = await house.anApp({ fields: FIELDS })
  const records = doors()
  const actor = anActor(house.scope)
  people = { soc: ann, 'soc/second': ben }
  asked = []
  const create = (fields: object) =>
    records.createRecord(house.scope, actor, { appId: app.id, fields: { title: 'Beacon', ...fields } })
  expect((await create({})).fields).toMatchObject({ assignee: ann, helpers: [ben] })
  expect(asked).toEqual([['soc', 'soc/second']])
  expect((await create({ assignee: ben, helpers: null })).fields).toMatchObject({
    assignee: ben,
    helpers: null,
  })
  // Nothing is left to fill, so nothing is asked.
  expect(asked).toHaveLength(1)
  const made = await create({})
  const changed = { appId: app.id, recordId: made.id, fields: { title: 'Renamed' } }
  await records.updateRecord(house.scope, actor, changed)
  expect(asked).toHaveLength(2)
})

it('leaves fields empty when no one is on call, so that required ones are missing', async () => {
  const app = await house.anApp({ fields: FIELDS })
  people = { soc: null }
  const creating = doors().createRecord(house.scope, anActor(house.scope), {
    appId: app.id,
    fields: { title: 'Beacon' },
  })
  await expect(creating).rejects.toMatchObject({
    code: 'request.invalid',
    issues: [{ path: ['body', 'fields', 'assignee'], code: 'required' }],
  })
})

it('refuses a default beside an on-call schedule', async () => {
  const fields = FIELDS.map((field) => (field.key === 'assignee' ? { ...field, default: 'me' } : field))
  await expect(house.anApp({ fields })).rejects.toMatchObject({
    issues: [{ path: ['body', 'fields', 1, 'default'], code: 'not_allowed' }],
  })
})
