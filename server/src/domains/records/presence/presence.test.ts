import type { AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import { createCommentsFixture, INNER_ROLE, type CommentsFixture } from '@caseloom/testkit/comments-fixture'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { reportPresence } from './report-presence.ts'

let house: CommentsFixture
let app: AppView
let record: RecordView
let ana: Actor
let ben: Actor
let inner: Actor

beforeAll(async () => {
  house = await createCommentsFixture()
  app = await house.anApp()
  ana = house.person('Ana')
  ben = house.person('Ben', { may: ['record:read'] })
  inner = house.person('Ines', { principals: [newId(), INNER_ROLE] })
})
afterAll(() => house.close())
beforeEach(async () => {
  record = await house.records.createRecord(house.scope, ana, { appId: app.id, fields: { title: 'Open' } })
})

interface Report {
  seat: string
  leaving?: boolean
  field?: string | null
}

const report = (actor: Actor, { seat, leaving = false, field = null }: Report, scope = house.scope) =>
  reportPresence(house.deps, scope, actor, { appId: app.id, recordId: record.id, seat, leaving, field })

interface Announced {
  kind: string
  id: string
  acl: string[] | null
  need: string
}
const announced = () =>
  house.scope.read((tx) =>
    tx.query<Announced>(
      `select payload ->> 'kind' as kind, payload ->> 'id' as id, payload -> 'acl' as acl, payload ->> 'need' as need
         from caseloom.outbox where tenant_id = $1 and payload ->> 'kind' = 'viewers' and payload ->> 'id' = $2
        order by caseloom.outbox.id`,
      [tx.tenantId, record.id],
    ),
  )

it('shows each window who has the record open in others, and announces only what changes', async () => {
  const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()]
  expect(await report(ana, { seat: one })).toEqual([])
  expect(await report(ben, { seat: two })).toMatchObject([{ name: 'Ana', own: false, field: null }])
  expect(await report(ana, { seat: one })).toMatchObject([{ id: ben.id, name: 'Ben', own: false }])
  const settled = await announced()
  expect(settled).toHaveLength(2)
  expect(await report(ana, { seat: three })).toMatchObject([{ own: true }, { name: 'Ben', own: false }])
  expect(await announced()).toHaveLength(3)
  await report(ben, { seat: two })
  expect(await announced()).toHaveLength(3)
  expect(await report(ben, { seat: two, leaving: true })).toMatchObject([{ name: 'Ana' }])
  expect(await announced()).toHaveLength(4)
  // Leaving twice, as a page that closes may, is no news.
  await report(ben, { seat: two, leaving: true })
  expect(await announced()).toHaveLength(4)
})

it('forgets a window that stopped reporting, and removes what closed windows of other records left', async () => {
  const [one, two] = [randomUUID(), randomUUID()]
  await report(ana, { seat: one })
  const age = (interval: string) =>
    house.scope.tx((tx) =>
      tx.query(`update caseloom.record_viewer set at = at - interval '${interval}' where seat = $1`, [one]),
    )
  await age('2 minutes')
  expect(await report(ben, { seat: two })).toEqual([])
  await report(ana, { seat: one })
  await age('2 hours')
  record = await house.records.createRecord(house.scope, ana, { appId: app.id, fields: { title: 'Other' } })
  await report(ben, { seat: two })
  const left = await house.scope.read((tx) =>
    tx.query('select seat from caseloom.record_viewer where seat = $1', [one]),
  )
  expect(left).toEqual([])
})

it('says in which field someone types, until they pause, only to those who may read it', async () => {
  const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()]
  await report(ben, { seat: one })
  await report(inner, { seat: two, field: 'title' })
  expect(await report(ben, { seat: one })).toMatchObject([{ name: 'Ines', field: 'title' }])
  await report(inner, { seat: two, field: 'secret' })
  expect(await report(ben, { seat: one })).toMatchObject([{ name: 'Ines', field: null }])
  expect(await report(inner, { seat: three })).toContainEqual(
    expect.objectContaining({ id: inner.id, own: true, field: 'secret' }),
  )
  const before = (await announced()).length
  await report(inner, { seat: two })
  expect(await announced()).toHaveLength(before + 1)
  // A field that the reporter can't read, or that doesn't exist, is left out.
  await report(ben, { seat: one, field: 'secret' })
  await report(ben, { seat: one, field: 'nowhere' })
  expect(await report(inner, { seat: three })).toContainEqual(
    expect.objectContaining({ name: 'Ben', field: null }),
  )
})

it('is 404 for those who can’t see the record, and announced only to its readers', async () => {
  const [one, two] = [randomUUID(), randomUUID()]
  await house.scope.tx((tx) =>
    tx.query(
      `update "${house.scope.schema}"."a_${app.id.replaceAll('-', '')}" set acl = $2::uuid[] where id = $1`,
      [record.id, [ana.id]],
    ),
  )
  await report(ana, { seat: one })
  await expect(report(ben, { seat: two })).rejects.toMatchObject({ code: 'resource.not_found' })
  expect(await announced()).toEqual([{ kind: 'viewers', id: record.id, acl: [ana.id], need: 'record:read' }])
  const blind = house.person('Bo', { may: [] })
  await expect(report(blind, { seat: two })).rejects.toMatchObject({ code: 'right.missing' })
  const elsewhere = await house.installation.aTenant()
  await expect(report(ana, { seat: two }, elsewhere)).rejects.toMatchObject({ code: 'resource.not_found' })
})

it('doesn’t let someone else take over the seat of a window', async () => {
  const seat = randomUUID()
  await report(ana, { seat })
  await report(ben, { seat })
  expect(await report(ben, { seat: randomUUID() })).toMatchObject([{ name: 'Ana' }])
})
