import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFailure } from '../../platform/errors.ts'
import { newId } from '../../platform/uuid.ts'

let house: RecordsFixture
let app: AppView
let open: RecordView
let hidden: RecordView
const GROUP = newId()

beforeAll(async () => {
  house = await createRecordsFixture()
  app = await house.anApp()
  const create = (title: string) =>
    house.records.createRecord(house.scope, anActor(house.scope), {
      appId: app.id,
      fields: { title, source_ref: title },
    })
  open = await create('open matter')
  hidden = await create('hidden matter')
  const table = `"${house.scope.schema}"."a_${app.id.replaceAll('-', '')}"`
  await house.scope.tx((tx) =>
    tx.query(`update ${table} set acl = $2::uuid[] where id = $1`, [hidden.id, [GROUP]]),
  )
})
afterAll(() => house.close())

describe('a restricted record', () => {
  const insider = () => anActor(house.scope, { principals: [newId(), GROUP] })
  const outsider = () => anActor(house.scope, { principals: [newId()] })

  test('is there for those on its list', async () => {
    const { records, scope } = house
    const place = { appId: app.id, recordId: hidden.id }
    expect((await records.getRecord(scope, insider(), place)).id).toBe(hidden.id)
    const page = await records.searchRecords(scope, insider(), {
      appId: app.id,
      text: 'matter',
      count: 'exact',
    })
    expect(page.items).toHaveLength(2)
    expect(page.total?.value).toBe(2)
    const updated = await records.updateRecord(scope, insider(), { ...place, fields: { score: 1 } })
    expect(updated).toMatchObject({ restricted: true, can: { update: true, delete: true, restrict: true } })
  })

  test('does not exist for others: list, count, text, get, history, update, delete', async () => {
    const { records, scope } = house
    const actor = outsider()
    for (const command of [
      {},
      { text: 'matter' },
      { text: 'hidden' },
      { filter: { field: 'title', op: 'notEmpty' } as const },
    ]) {
      const page = await records.searchRecords(scope, actor, { appId: app.id, count: 'exact', ...command })
      const shown = 'text' in command && command.text === 'hidden' ? [] : [open.id]
      expect(page.items.map((item) => item.id)).toEqual(shown)
      expect(page.total?.value).toBe(shown.length)
      const capped = await records.searchRecords(scope, actor, { appId: app.id, count: 'capped', ...command })
      expect(capped.total?.value).toBe(shown.length)
    }
    const place = { appId: app.id, recordId: hidden.id }
    const attempts = [
      () => records.getRecord(scope, actor, place),
      () => records.recordHistory(scope, actor, { ...place, limit: 5 }),
      () => records.updateRecord(scope, actor, { ...place, fields: { score: 2 } }),
      () => records.deleteRecord(scope, actor, place),
    ]
    for (const attempt of attempts) {
      const error = await attempt().then(
        () => null,
        (thrown: unknown) => thrown,
      )
      expect(isFailure(error, 'resource.not_found')).toBe(true)
    }
    expect(await records.touches.readable(scope, actor, [place, { ...place, recordId: open.id }])).toEqual(
      new Set([open.id]),
    )
  })

  test('is not written by an upsert of others, who learn only that the value is taken', async () => {
    const { records, scope } = house
    const command = { appId: app.id, match: { source_ref: 'hidden matter' }, set: { title: 'mine now' } }
    const error = await records.upsertRecord(scope, outsider(), command).catch((thrown: unknown) => thrown)
    expect(isFailure(error, 'record.duplicate_value')).toBe(true)
    expect(JSON.stringify(error)).not.toContain(hidden.id)
    expect(await records.upsertRecord(scope, insider(), command)).toMatchObject({ outcome: 'updated' })
  })
})
