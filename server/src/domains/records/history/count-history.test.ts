import type { AppView } from '@caseloom/contract/apps/apps'
import { UserId } from '@caseloom/contract/kernel/ids'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import type { TimelineKind } from '@caseloom/contract/records/timeline'
import { anActor } from '@caseloom/testkit/installation'
import {
  BASE_FIELDS,
  createRecordsFixture,
  type RecordsFixture,
  SECRET_ROLE,
} from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { addAttackEvent } from '../attack-events/write-attack-event.ts'
import { countHistory } from './count-history.ts'
import { recordHistory } from './record-history.ts'

let house: RecordsFixture
let cases: AppView
let alerts: AppView
let deps: Pick<RecordsFixture, 'apps'>
const ANA = newId()

beforeAll(async () => {
  house = await createRecordsFixture()
  deps = { apps: house.apps }
  cases = await house.anApp({
    fields: [
      ...BASE_FIELDS,
      { key: 'todo', label: 'To do', type: 'tasks' },
      {
        key: 'resolve',
        label: 'Resolve',
        type: 'clock',
        target: 3600,
        start: { field: 'severity', op: 'in', value: ['high'] },
        stop: { field: 'tags', op: 'notEmpty' },
      },
    ],
  })
  alerts = await house.anApp({
    name: 'Signal',
    fields: [
      { key: 'title', label: 'Title', type: 'text', required: true },
      { key: 'cases', label: 'Cases', type: 'reference', app: cases.id, multiple: true },
    ],
  })
}, 60_000)
afterAll(() => house.close())

const ana = () => anActor(house.scope, { id: ANA, name: 'Ana' })
const outsider = () => anActor(house.scope, { principals: [newId()] })
const holder = () => anActor(house.scope, { name: 'Holder', principals: [SECRET_ROLE] })
const playbook = (): Actor => ({ ...anActor(house.scope, { name: 'Sweep' }), kind: 'playbook' })

const create = (app: AppView, fields: Record<string, JsonValue> = {}, by = ana()) =>
  house.records.createRecord(house.scope, by, { appId: app.id, fields: { title: 'One', ...fields } })
const update = (record: RecordView, fields: Record<string, JsonValue>, by = ana()) =>
  house.records.updateRecord(house.scope, by, { appId: record.appId, recordId: record.id, fields })
const placeOf = ({ appId, id: recordId }: RecordView) => ({ appId, recordId })

async function counts(
  record: RecordView,
  actor = ana(),
  over: { by?: string; clock?: 'recorded' } = {},
): Promise<Partial<Record<TimelineKind, number>>> {
  const asked = { ...placeOf(record), clock: 'happened' as const, ...over }
  const { items } = await countHistory(deps, house.scope, actor, asked)
  const total: Partial<Record<TimelineKind, number>> = {}
  for (const { kind, count } of items) total[kind] = (total[kind] ?? 0) + count
  return total
}

describe('the counts of a timeline', () => {
  test('count changes by what they are about and who made them', async () => {
    const record = await create(cases)
    await update(record, { score: 1 })
    await update(record, { score: 2, severity: 'high' })
    await update(record, { score: 3 }, playbook())
    const alert = await create(alerts, { cases: [record.id] })
    expect(await counts(record)).toEqual({ people: 3, runs: 1, sla: 1, links: 1 })
    expect(await counts(record, ana(), { by: ANA })).toEqual({ people: 3, sla: 1, links: 1 })
    expect(await counts(record, ana(), { by: UserId.parse(newId()) })).toEqual({})
    expect(await counts(alert)).toEqual({ people: 1, links: 1 })
  })

  test('leave out changes of fields that the reader can’t read, and links of records that they can’t see', async () => {
    const record = await create(cases)
    await update(record, { secret: 'x' }, holder())
    await create(alerts, { cases: [record.id] })
    expect(await counts(record, holder())).toEqual({ people: 2, links: 1 })
    expect(await counts(record)).toEqual({ people: 1, links: 1 })
    const [stored] = await house.scope.read((tx) =>
      tx.query<{ table: string }>(`select format('%I.%I', $1::text, $2::text) as table`, [
        tx.schema,
        `a_${alerts.id.replaceAll('-', '')}`,
      ]),
    )
    await house.scope.tx((tx) => tx.query(`update ${stored?.table} set acl = $1`, [[newId()]]))
    expect(await counts(record)).toEqual({ people: 1 })
  })

  test('have attack events at the time of either clock', async () => {
    const record = await create(cases)
    const event = { happenedAt: '2026-01-02T03:04:05.000Z', type: 'other' as const, text: 'Seen' }
    await addAttackEvent(deps, house.scope, ana(), { ...placeOf(record), event })
    const at = async (clock: 'happened' | 'recorded') => {
      const { items } = await countHistory(deps, house.scope, ana(), { ...placeOf(record), clock })
      return items.find(({ kind }) => kind === 'attack')?.at
    }
    expect(await at('happened')).toBe('2026-01-02T03:04:00.000Z')
    expect(await at('recorded')).not.toBe('2026-01-02T03:04:00.000Z')
  })

  test('are for those who can read the record', async () => {
    const app = await house.anApp({ sharing: [{ to: { roleId: SECRET_ROLE }, level: 'manage' }] })
    const record = await create(app, {}, holder())
    expect(await counts(record, holder())).toEqual({ people: 1 })
    await expect(counts(record, outsider())).rejects.toMatchObject({ code: 'resource.not_found' })
  })
})

test('a page of the history leaves out what happened at a time or later, with the pages after it', async () => {
  const record = await create(cases)
  for (let score = 1; score <= 4; score += 1) await update(record, { score })
  const actor = ana()
  const read = (page: { until?: string; cursor?: string }) =>
    recordHistory(deps, house.scope, actor, { ...placeOf(record), limit: 2, ...page })
  const versions = ({ items }: Awaited<ReturnType<typeof read>>) => items.map(({ version }) => version)
  await house.scope.tx((tx) =>
    tx.query(
      `update caseloom.record_history set at = date_trunc('day', at) + version * interval '1 minute'
        where record_id = $1`,
      [record.id],
    ),
  )
  const whole = await recordHistory(deps, house.scope, actor, { ...placeOf(record), limit: 9 })
  const until = whole.items[1]?.at ?? ''
  const first = await read({ until })
  expect(versions(first)).toEqual([3, 2])
  const second = await read({ until, ...(first.next === null ? {} : { cursor: first.next }) })
  expect(versions(second)).toEqual([1])
  expect(second.next).toBeNull()
})
