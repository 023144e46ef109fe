import type { AppView } from '@caseloom/contract/apps/apps'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anActor } from '@caseloom/testkit/installation'
import {
  BASE_FIELDS,
  createRecordsFixture,
  type RecordsFixture,
  SECRET_ROLE,
} from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFailure } from '../../../platform/errors.ts'

let house: RecordsFixture
let app: AppView
let analyst: Actor

const DAY = 24 * 3600
const TEMPLATE = {
  key: 'phishing',
  name: 'Phishing',
  fields: {
    title: 'Phishing reported',
    severity: 'high',
    tags: ['a', 'b'],
    owner: 'me',
    watchers: ['me'],
    secret: 'hush',
    state: 'x',
  },
  tasks: {
    todo: [
      { title: 'Read the message', assignee: 'me', due: 3600, required: true },
      { title: 'Inform the sender', due: DAY },
    ],
  },
}
const FIELDS = [...BASE_FIELDS, { key: 'todo', label: 'Tasks', type: 'tasks' }]

beforeAll(async () => {
  house = await createRecordsFixture()
  app = await house.anApp({ fields: FIELDS, templates: [TEMPLATE] })
  analyst = anActor(house.scope)
})
afterAll(() => house.close())

const create = (fields: JsonObject, template = 'phishing', actor = analyst) =>
  house.records.createRecord(house.scope, actor, { appId: app.id, fields, template })

async function faultsOf(over: object): Promise<string[]> {
  const error: unknown = await house.anApp({ fields: FIELDS, ...over }).catch((thrown: unknown) => thrown)
  if (!isFailure(error)) throw error
  return (error.details.issues ?? []).map(({ path, code }) => `${path.slice(1).join('.')} ${code}`)
}

describe('a record made from a template', () => {
  test('starts with its values, its people, and its tasks with due dates', async () => {
    const { fields, createdAt } = await create({})
    expect(fields).toMatchObject({
      title: 'Phishing reported',
      severity: 'high',
      tags: ['a', 'b'],
      owner: analyst.id,
      watchers: [analyst.id],
    })
    const due = (seconds: number) => new Date(Date.parse(createdAt) + seconds * 1000).toISOString()
    expect(fields['todo']).toMatchObject([
      { title: 'Read the message', assignee: analyst.id, due: due(3600), required: true, state: 'todo' },
      { title: 'Inform the sender', assignee: null, due: due(DAY), required: false, state: 'todo' },
    ])
  })

  test('has what was given instead; given tasks follow those of the template', async () => {
    const { fields } = await create({ title: 'Mine', tags: null, todo: [{ title: 'Third' }] })
    expect(fields).toMatchObject({ title: 'Mine', tags: null, severity: 'high' })
    expect(fields['todo']).toMatchObject([
      { title: 'Read the message' },
      { title: 'Inform the sender' },
      { title: 'Third' },
    ])
    expect((await create({ todo: null })).fields['todo']).toBeNull()
  })

  test('leaves out what its creator may not write', async () => {
    const insider = { ...analyst, principals: [...analyst.principals, SECRET_ROLE] }
    const made = await create({})
    const seen = await house.records.getRecord(house.scope, insider, { appId: app.id, recordId: made.id })
    expect(seen.fields).toMatchObject({ secret: null, state: null })
    expect((await create({}, 'phishing', insider)).fields).toMatchObject({ secret: 'hush', state: null })
  })

  test('needs a template that the app has', async () => {
    const error: unknown = await create({ title: 'x' }, 'ghost').catch((thrown: unknown) => thrown)
    expect(isFailure(error) && error.details.issues).toMatchObject([
      { path: ['body', 'template'], code: 'unknown_template' },
    ])
  })
})

describe('the templates of an app', () => {
  test('are shown without the fields that a reader may not read', async () => {
    const reader = anActor(house.scope, { may: ['app:read'] })
    const shown = (await house.apps.getApp(house.scope, reader, app.id)).templates?.[0]
    const { secret: _hidden, ...open } = TEMPLATE.fields
    expect(shown?.fields).toEqual(open)
    expect((await house.apps.getApp(house.scope, analyst, app.id)).templates?.[0]).toEqual(TEMPLATE)
  })

  test('are refused with each fault at its place', async () => {
    const one = { key: 'one', name: 'One' }
    expect(
      await faultsOf({
        templates: [
          { ...one, fields: { ghost: 1, score: 'many', source_ref: 'x', severity: 'none', owner: 'me' } },
          { ...one, tasks: { title: [{ title: 'a' }], ghost: [] } },
        ],
      }),
    ).toEqual([
      'templates.0.fields.source_ref not_allowed',
      'templates.0.fields.ghost unknown_field',
      'templates.0.fields.score invalid_type',
      'templates.0.fields.severity unknown_option',
      'templates.1.key duplicate',
      'templates.1.tasks.title invalid_type',
      'templates.1.tasks.ghost unknown_field',
    ])
  })
})
