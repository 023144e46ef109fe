import { AppCreate, AppUpdate, type AppView } from '@caseloom/contract/apps/apps'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppError, isFailure } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'

let house: RecordsFixture
let other: AppView

beforeAll(async () => {
  house = await createRecordsFixture()
  other = await house.anApp()
})
afterAll(() => house.close())

const title = { key: 'title', label: 'Title', type: 'text' }
const reference = (more: object = {}) => ({
  key: 'case',
  label: 'Case',
  type: 'reference',
  app: other.id,
  ...more,
})

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  )
  if (!isFailure(error)) throw error
  return error
}
const places = (error: AppError) =>
  error.details.issues?.map((issue) => `${issue.path.slice(1).join('.')} ${issue.code}`)

function nextOf({ name, icon, titleField, listColumns, layout, revision }: AppView, fields: object[]) {
  return AppUpdate.parse({ name, icon, titleField, listColumns, layout, revision, fields })
}

describe('a reference field', () => {
  test('is refused with the place of the fault: a missing app, a column that the other app lacks', async () => {
    const attempt = (...fields: object[]) => failure(house.anApp({ fields: [title, ...fields] }))
    expect(places(await attempt(reference({ app: newId() })))).toEqual(['fields.1.app unknown_app'])
    expect(places(await attempt(reference({ columns: ['severity', 'ghost', 'severity'] })))).toEqual([
      'fields.1.columns.1 unknown_field',
      'fields.1.columns.2 duplicate',
    ])
    expect(places(await attempt(reference({ default: newId() })))).toEqual(['fields.1.default not_allowed'])
    const chain = await house.anApp({ fields: [title, reference()] })
    expect(places(await attempt(reference({ app: chain.id, columns: ['case'] })))).toEqual([
      'fields.1.columns.0 not_allowed',
    ])
  })

  test('of an app that the builder does not see is as good as missing, unless it was there before', async () => {
    const { scope, apps } = house
    const owner = anActor(scope)
    const owners = { to: { userId: owner.id }, level: 'manage' }
    const definition = AppCreate.parse({
      key: 'kept_secret',
      acronym: 'KPT',
      name: 'Secret',
      titleField: 'title',
      listColumns: [],
      layout: [],
      fields: [title],
      sharing: [owners],
    })
    const secret = await apps.createApp(scope, { ...owner, principals: [owner.id ?? ''] }, definition)
    const builder = anActor(scope)
    const fields = [title, reference({ app: secret.id })]
    const made = { ...definition, key: 'open_one', acronym: 'OPN', sharing: null, fields }
    expect(places(await failure(apps.createApp(scope, builder, AppCreate.parse(made))))).toEqual([
      'fields.1.app unknown_app',
    ])
    const app = await apps.createApp(scope, { ...owner, principals: [owner.id ?? ''] }, AppCreate.parse(made))
    const next = nextOf(app, [{ ...title, label: 'Name' }, reference({ app: secret.id })])
    expect((await apps.updateApp(scope, builder, { ...next, appId: app.id })).revision).toBe(2)
  })

  test('keeps its app and whether it takes several; everything else may change', async () => {
    const { scope, apps } = house
    const app = await house.anApp({ fields: [title, reference()] })
    const third = await house.anApp()
    const update = (change: object) => {
      const next = nextOf(app, [title, reference(change)])
      return apps.updateApp(scope, anActor(scope), { ...next, appId: app.id })
    }
    expect(places(await failure(update({ app: third.id })))).toEqual(['fields.1.app fixed'])
    expect(places(await failure(update({ multiple: true })))).toEqual(['fields.1.multiple fixed'])
    const changed = await update({ columns: ['severity'], canAdd: true, backReference: { label: 'Alerts' } })
    expect(changed.fields[1]).toMatchObject({ columns: ['severity'], backReference: { label: 'Alerts' } })
  })
})

describe('a promotion', () => {
  const promoting = (copy: object) => ({
    fields: [
      title,
      reference(),
      { key: 'amount', label: 'Amount', type: 'number' },
      { key: 'level', label: 'Level', type: 'selection', options: [{ key: 'high', label: 'High' }] },
      { key: 'kind', label: 'Kind', type: 'selection', options: [{ key: 'none', label: 'None' }] },
    ],
    promotions: [{ key: 'raise', label: 'Promote', link: 'case', copy }],
  })

  test('copies into fields of the other app that hold the same type of value, and names each that does not', async () => {
    const wrong = { ghost: 'title', score: 'title', tags: 'level', severity: 'kind' }
    expect(places(await failure(house.anApp(promoting(wrong))))).toEqual([
      'promotions.0.copy.ghost unknown_field',
      'promotions.0.copy.score invalid_type',
      'promotions.0.copy.tags invalid_type',
      'promotions.0.copy.severity invalid_type',
    ])
    const right = { title: 'title', score: 'amount', severity: 'level' }
    expect((await house.anApp(promoting(right))).promotions?.[0]?.copy).toEqual(right)
  })
})

test('of another app, nothing says whether it has a field that the builder can’t read', async () => {
  const { apps, scope } = house
  const someone = (id: string) => ({ ...anActor(scope), id, principals: [id] })
  const owner = someone('11111111-1111-4111-8111-111111111111')
  const builder = someone('22222222-2222-4222-8222-222222222222')
  let count = 0
  const create = (by: typeof owner, over: object) => {
    count += 1
    const names = { key: `guarded_${count}`, acronym: `G${'ABCDEF'[count]}`, name: 'Guarded' }
    const shape = { ...names, titleField: 'title', listColumns: ['title'], layout: [] }
    return apps.createApp(scope, by, AppCreate.parse({ ...shape, ...over }))
  }
  const there = await create(owner, {
    fields: [title, { key: 'secret', label: 'Secret', type: 'number', readers: [owner.id] }],
    sharing: [
      { to: { userId: owner.id }, level: 'manage' },
      { to: { userId: builder.id }, level: 'read' },
    ],
  })
  const probe = async (key: string) => {
    const link = { key: 'there', label: 'There', type: 'reference', app: there.id }
    const promotions = [{ key: 'raise', label: 'Promote', link: 'there', copy: { [key]: 'title' } }]
    const columns = await failure(create(builder, { fields: [title, { ...link, columns: [key] }] }))
    const copies = await failure(create(builder, { fields: [title, link], promotions }))
    return [columns, copies].flatMap((error) =>
      (error.details.issues ?? []).map(({ code, message }) => `${code} ${message.replaceAll(key, '…')}`),
    )
  }
  const [secret, absent] = [await probe('secret'), await probe('absent')]
  expect(secret).toEqual(absent)
  expect(secret.every((text) => text.startsWith('unknown_field'))).toBe(true)
  expect(secret).toHaveLength(2)
})
