import type { AppView } from '@caseloom/contract/apps/apps'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { anActor } from '@caseloom/testkit/installation'
import {
  createRecordsFixture,
  BASE_FIELDS,
  type RecordsFixture,
  SECRET_ROLE,
} from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AggregateCommand } from './aggregate-shape.ts'

let house: RecordsFixture
let app: AppView
const HIDDEN = { readers: [SECRET_ROLE], writers: [SECRET_ROLE] }

beforeAll(async () => {
  house = await createRecordsFixture()
  const formula = (key: string, expression: string, result: string) => ({
    key,
    label: key,
    type: 'formula',
    expression,
    result,
  })
  app = await house.anApp({
    fields: [
      ...BASE_FIELDS,
      { key: 'effort', label: 'Effort', type: 'duration' },
      { key: 'quiet', label: 'Quiet', type: 'duration', ...HIDDEN },
      formula('doubled', 'score * 2', 'number'),
      formula('shout', '$uppercase(title)', 'text'),
      formula('half', 'effort / 2', 'duration'),
    ],
  })
  const actor = anActor(house.scope, { principals: [SECRET_ROLE] })
  for (const [score, effort] of [
    [1, '1h'],
    [4, '3h'],
    [null, null],
  ])
    await house.records.createRecord(house.scope, actor, {
      appId: app.id,
      fields: { title: 'x', score: score ?? null, effort: effort ?? null, quiet: '30m' },
    })
})
afterAll(() => house.close())

const figure = async (measure: AggregateCommand['measure'], roles: string[] = []) => {
  const actor = anActor(house.scope, { principals: roles })
  const command = { appId: app.id, measure, by: { kind: 'all' as const } }
  return (await house.records.aggregateRecords(house.scope, actor, command)).rows[0]?.value
}

test.each<[string, JsonValue]>([
  ['effort', { sum: 14_400, average: 7_200, min: 3_600, max: 10_800 }],
  ['half', { sum: 7_200, average: 3_600, min: 1_800, max: 5_400 }],
  ['doubled', { sum: 10, average: 5, min: 2, max: 8 }],
])(
  'sum, average, smallest and largest value of %s; records without a value count for none',
  async (field, wanted) => {
    const found = {
      sum: await figure({ of: 'sum', field }),
      average: await figure({ of: 'average', field }),
      min: await figure({ of: 'min', field }),
      max: await figure({ of: 'max', field }),
    }
    expect(found).toEqual(wanted)
  },
)

test('a formula that results in a text is not measured, and a hidden duration is unknown', async () => {
  await expect(figure({ of: 'average', field: 'shout' })).rejects.toMatchObject({ code: 'request.invalid' })
  await expect(figure({ of: 'average', field: 'quiet' })).rejects.toMatchObject({ code: 'field.unknown' })
  expect(await figure({ of: 'average', field: 'quiet' }, [SECRET_ROLE])).toBe(1_800)
})
