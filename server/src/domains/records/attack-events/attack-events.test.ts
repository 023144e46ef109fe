import type { AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { AttackEventCreate, MAX_ATTACK_EVENTS } from '@caseloom/contract/records/attack-events'
import type { RecordView } from '@caseloom/contract/records/records'
import { createCommentsFixture, type CommentsFixture } from '@caseloom/testkit/comments-fixture'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { caseMigrations } from '../case-fields/case.migrations.ts'
import { exportAttackEvents } from '../export-attack-events.ts'
import { feedMigrations } from '../feed/feed.migrations.ts'
import { mergeRecords } from '../merge/merge-records.ts'
import { unmergeRecord } from '../merge/unmerge-record.ts'
import { lockRecord } from '../permissions/lock-record.ts'
import { listAttackEvents } from './list-attack-events.ts'
import { addAttackEvent, deleteAttackEvent, editAttackEvent } from './write-attack-event.ts'

let house: CommentsFixture
let app: AppView
let ana: Actor
let ben: Actor
let reader: Actor

beforeAll(async () => {
  house = await createCommentsFixture({
    name: 'talk-and-cases',
    migrations: [...caseMigrations, ...feedMigrations],
  })
  app = await house.anApp()
  ana = house.person('Ana')
  ben = house.person('Ben')
  reader = house.person('Rita', { may: ['record:read'] })
})
afterAll(() => house.close())

const OPENED = {
  happenedAt: '2026-11-22T22:14:06.000Z',
  type: 'email_activity',
  text: 'Invoice link opened',
  technique: 't1566.002',
  asset: { name: 'lap-0142' },
  source: 'Mail gateway',
}
const STARTED = {
  happenedAt: '2026-11-22T21:31:40.000Z',
  type: 'process_activity',
  text: 'Script host started',
}

const create = (title = 'Ransomware'): Promise<RecordView> =>
  house.records.createRecord(house.scope, ana, { appId: app.id, fields: { title } })
const place = (record: RecordView) => ({ appId: app.id, recordId: record.id })
const add = (record: RecordView, event: object = OPENED, actor = ana, operationKey?: string) =>
  addAttackEvent(house.deps, house.scope, actor, {
    ...place(record),
    event: AttackEventCreate.parse(event),
    operationKey,
  })
const list = (record: RecordView, actor = ana) =>
  listAttackEvents(house.deps, house.scope, actor, place(record))
const texts = async (record: RecordView) => (await list(record)).items.map(({ text }) => text)
const history = async (record: RecordView) =>
  (await house.records.recordHistory(house.scope, ana, { ...place(record), limit: 50 })).items.map(
    ({ action, detail }) => [action, detail],
  )
const found = async (text: string) =>
  (await house.records.searchRecords(house.scope, ana, { appId: app.id, text })).items.map(({ id }) => id)
const restrict = (record: RecordView) =>
  house.scope.tx((tx) =>
    tx.query(
      `update "${house.scope.schema}"."a_${app.id.replaceAll('-', '')}" set acl = $2::uuid[] where id = $1`,
      [record.id, [ana.id]],
    ),
  )

describe('attack events', () => {
  it('are listed in the order in which they happened, with the tactics of their technique', async () => {
    const record = await create()
    await add(record)
    await add(record, STARTED)
    const { items, can } = await list(record)
    expect(items.map(({ text, technique, tactics }) => [text, technique, tactics])).toEqual([
      ['Script host started', null, []],
      ['Invoice link opened', 'T1566.002', ['Initial Access']],
    ])
    expect(items[1]).toMatchObject({
      happenedAt: OPENED.happenedAt,
      by: { name: 'Ana' },
      editedAt: null,
      asset: { name: 'lap-0142', record: null },
      source: 'Mail gateway',
    })
    expect(can.change).toBe(true)
  })

  it('are changed and deleted, each time with an entry in the history and a new version', async () => {
    const record = await create()
    const { id } = await add(record)
    const at = { ...place(record), attackEventId: id }
    const changed = await editAttackEvent(house.deps, house.scope, ben, {
      ...at,
      set: { text: 'Invoice opened', asset: null, technique: null },
    })
    expect(changed).toMatchObject({ text: 'Invoice opened', asset: null, tactics: [], by: { name: 'Ana' } })
    expect(changed.editedAt).not.toBeNull()
    // The same again changes nothing.
    await editAttackEvent(house.deps, house.scope, ben, { ...at, set: { text: 'Invoice opened' } })
    await deleteAttackEvent(house.deps, house.scope, ana, at)
    expect((await list(record)).items).toEqual([])
    expect((await history(record)).slice(0, 3)).toEqual([
      ['attack_event_deleted', 'Invoice opened'],
      ['attack_event_edited', 'Invoice opened'],
      ['attack_event_added', 'T1566.002 Invoice link opened'],
    ])
    const now = await house.records.getRecord(house.scope, ana, place(record))
    expect(now.version).toBe(record.version + 3)
    await expect(deleteAttackEvent(house.deps, house.scope, ana, at)).rejects.toMatchObject({
      code: 'resource.not_found',
    })
  })

  it('are added once under a key, and none beyond the limit of a record', async () => {
    const record = await create()
    const key = `run/${newId()}`
    const first = await add(record, OPENED, ana, key)
    expect(await add(record, OPENED, ana, key)).toEqual(first)
    expect(await texts(record)).toHaveLength(1)
    await house.scope.tx((tx) =>
      tx.query(
        `insert into caseloom.attack_event (tenant_id, id, app_id, record_id, happened_at, type, text, recorded_at, by)
         select tenant_id, gen_random_uuid(), app_id, record_id, happened_at, type, text, recorded_at, by
           from caseloom.attack_event, generate_series(2, $2) where record_id = $1`,
        [record.id, MAX_ATTACK_EVENTS],
      ),
    )
    await expect(add(record)).rejects.toMatchObject({
      code: 'request.invalid',
      details: { issues: [expect.objectContaining({ code: 'too_many', max: MAX_ATTACK_EVENTS })] },
    })
  })

  it('show a record as their asset only to people who can see it', async () => {
    const record = await create()
    const asset = await create('lap-0142')
    await add(record, { ...OPENED, asset: place(asset) })
    const [event] = (await list(record, ben)).items
    expect(event?.asset).toMatchObject({ name: 'lap-0142', record: { id: asset.id } })
    await restrict(asset)
    const [hidden] = (await list(record, ben)).items
    expect(hidden).toMatchObject({ text: 'Invoice link opened', asset: null })
    expect(JSON.stringify(hidden)).not.toContain(asset.id)
    // What Ben doesn't see stays when he changes the rest; he can't name it himself.
    const at = { ...place(record), attackEventId: String(hidden?.id) }
    await editAttackEvent(house.deps, house.scope, ben, { ...at, set: { source: 'Sensor' } })
    expect((await list(record)).items[0]?.asset?.record?.id).toBe(asset.id)
    await expect(add(record, { ...OPENED, asset: place(asset) }, ben)).rejects.toMatchObject({
      details: { issues: [expect.objectContaining({ path: ['body', 'asset'], code: 'unknown_record' })] },
    })
  })

  it('are read by people who can read the record, and written by those who can change it', async () => {
    const record = await create()
    await add(record)
    const seen = await list(record, reader)
    expect([seen.items.length, seen.can.change]).toEqual([1, false])
    await expect(add(record, OPENED, reader)).rejects.toMatchObject({ code: 'right.missing' })
    await lockRecord(house.deps, house.scope, ana, { ...place(record), ip: null })
    await expect(add(record, OPENED, ben)).rejects.toMatchObject({ code: 'record.locked' })
    expect((await list(record, ben)).can.change).toBe(false)
    await restrict(record)
    for (const actor of [ben, reader])
      await expect(list(record, actor)).rejects.toMatchObject({ code: 'resource.not_found' })
    const [attackEventId] = (await list(record)).items.map(({ id }) => id)
    await expect(
      deleteAttackEvent(house.deps, house.scope, ben, {
        ...place(record),
        attackEventId: String(attackEventId),
      }),
    ).rejects.toMatchObject({ code: 'resource.not_found' })
  })

  it('of another record are not found', async () => {
    const [one, other] = [await create(), await create()]
    const { id } = await add(one)
    const command = { ...place(other), attackEventId: id }
    await expect(deleteAttackEvent(house.deps, house.scope, ana, command)).rejects.toMatchObject({
      code: 'resource.not_found',
    })
    expect(await texts(one)).toHaveLength(1)
  })

  it('are found by their words until they are gone', async () => {
    const record = await create()
    const { id } = await add(record, { ...OPENED, text: 'Zorbing <b>quux', asset: { name: 'frobnicator' } })
    expect(await found('zorbing')).toEqual([record.id])
    expect(await found('frobnicator')).toEqual([record.id])
    await deleteAttackEvent(house.deps, house.scope, ana, { ...place(record), attackEventId: id })
    expect(await found('zorbing')).toEqual([])
    expect(await found('ransomware')).toContain(record.id)
  })

  it('move with a record that is merged, and back', async () => {
    const [into, gone, case3] = [await create('Into'), await create('Gone'), await create('Third')]
    await add(into, STARTED)
    await add(gone, { ...OPENED, text: 'Wibbled link' })
    await add(case3, { ...STARTED, asset: place(gone) })
    await mergeRecords(house.deps, house.scope, ana, { ...place(into), records: [gone.id] })
    expect(await texts(into)).toEqual(['Script host started', 'Wibbled link'])
    expect(await found('wibbled')).toEqual([into.id])
    expect((await list(case3)).items[0]?.asset?.record?.id).toBe(into.id)
    await add(gone, { ...STARTED, text: 'After the merge' })
    await unmergeRecord(house.deps, house.scope, ana, { ...place(into), record: gone.id, ip: null })
    expect(await texts(gone)).toEqual(['Wibbled link'])
    expect((await texts(into)).toSorted()).toEqual(['After the merge', 'Script host started'])
    expect(await found('wibbled')).toEqual([gone.id])
    expect((await list(case3)).items[0]?.asset?.record?.id).toBe(gone.id)
  })

  it('are exported with the tenant, as far as the reader may see them', async () => {
    const [open, shut] = [await create(), await create()]
    await add(open, { ...OPENED, text: 'Of an open one' })
    await add(shut, { ...OPENED, text: 'Of a shut one' })
    await restrict(shut)
    const lines = async (actor: Actor) => {
      const files = await exportAttackEvents(house.deps)(house.scope, actor)
      const file = files.find(({ path }) => path === `attack-events/${app.key}.jsonl`)
      const all: unknown[] = []
      for await (const line of file?.lines() ?? []) all.push(line)
      return JSON.stringify(all)
    }
    expect(await lines(ana)).toContain('Of a shut one')
    expect(await lines(ana)).toContain(`"recordId":"${open.id}"`)
    expect(await lines(ben)).toContain('Of an open one')
    expect(await lines(ben)).not.toContain('Of a shut one')
  })
})
