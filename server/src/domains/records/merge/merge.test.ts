import { type AppView, AppCreate, AppUpdate } from '@caseloom/contract/apps/apps'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import { createCommentsFixture, type CommentsFixture } from '@caseloom/testkit/comments-fixture'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { caseMigrations } from '../case-fields/case.migrations.ts'
import { listComments } from '../comments/list-comments.ts'
import { addComment } from '../comments/write-comment.ts'
import { feedMigrations } from '../feed/feed.migrations.ts'
import { listRecordFiles } from '../files/record-files.ts'
import { createRecordStepsDoor } from '../record-steps.door.ts'
import { listMerged } from './list-merged.ts'
import { mergeRecords } from './merge-records.ts'
import { unmergeRecord } from './unmerge-record.ts'

let house: CommentsFixture
let app: AppView
let other: AppView
let ana: Actor

const SECRET = newId()
const FIELDS = [
  { key: 'title', label: 'Title', type: 'text', required: true },
  { key: 'source', label: 'Source', type: 'text', unique: true },
  { key: 'note', label: 'Note', type: 'text' },
  { key: 'tags', label: 'Tags', type: 'list', of: 'text' },
  { key: 'evidence', label: 'Evidence', type: 'attachment' },
  { key: 'seen', label: 'Seen', type: 'observables' },
  { key: 'work', label: 'Work', type: 'tasks' },
  { key: 'shut', label: 'Shut', type: 'text', writers: [SECRET] },
]

const bare = (key: string, acronym: string) => ({
  name: key,
  key,
  acronym,
  titleField: 'title',
  listColumns: ['title'],
  layout: [],
})

beforeAll(async () => {
  house = await createCommentsFixture({
    name: 'talk-and-cases',
    migrations: [...caseMigrations, ...feedMigrations],
  })
  ana = house.person('Ana')
  app = await house.apps.createApp(
    house.scope,
    ana,
    AppCreate.parse({ ...bare('signal', 'SIG'), fields: FIELDS }),
  )
  const own = { key: 'peers', label: 'Peers', type: 'reference', app: app.id, multiple: true }
  const parent = { key: 'parent', label: 'Parent', type: 'reference', app: app.id }
  const { name, icon, titleField, listColumns, layout, revision, fields } = app
  const next = AppUpdate.parse({
    name,
    icon,
    titleField,
    listColumns,
    layout,
    revision,
    fields: [...fields, own, parent],
  })
  app = await house.apps.updateApp(house.scope, ana, { appId: app.id, ...next })
  other = await house.apps.createApp(
    house.scope,
    ana,
    AppCreate.parse({
      ...bare('matter', 'MAT'),
      fields: [
        { key: 'title', label: 'Title', type: 'text', required: true },
        { key: 'one', label: 'One', type: 'reference', app: app.id },
        { key: 'many', label: 'Many', type: 'reference', app: app.id, multiple: true },
      ],
    }),
  )
})
afterAll(() => house.close())

const create = (fields: JsonObject = {}, appId: string = app.id): Promise<RecordView> =>
  house.records.createRecord(house.scope, ana, { appId, fields: { title: 'Signal', ...fields } })
const look = (record: { id: string }, appId: string = app.id, actor = ana) =>
  house.records.getRecord(house.scope, actor, { appId, recordId: record.id })
const merge = (into: RecordView, records: readonly RecordView[], actor = ana) =>
  mergeRecords(house.deps, house.scope, actor, {
    appId: app.id,
    recordId: into.id,
    records: records.map(({ id }) => id),
  })
const unmerge = (into: RecordView, record: RecordView, actor = ana) =>
  unmergeRecord(house.deps, house.scope, actor, {
    appId: app.id,
    recordId: into.id,
    record: record.id,
    ip: null,
  })
const history = async ({ id: recordId }: RecordView) =>
  (await house.records.recordHistory(house.scope, ana, { appId: app.id, recordId, limit: 50 })).items
const merged = ({ id: recordId }: RecordView) =>
  listMerged(house.deps, house.scope, ana, { appId: app.id, recordId })
const linked = (value: unknown) => (value as { items: { id: string }[] }).items.map(({ id }) => id)

describe('merging records', () => {
  it('fills empty values, adds to lists, and keeps existing values', async () => {
    const into = await create({ title: 'First', tags: ['a', 'b'] })
    const second = await create({ title: 'Second', note: 'found at night', tags: ['b', 'c'] })
    const third = await create({ title: 'Third', note: 'too late', tags: ['d'] })
    const after = await merge(into, [second, third])
    expect(after.fields).toMatchObject({
      title: 'First',
      note: 'found at night',
      tags: ['a', 'b', 'c', 'd'],
    })
    expect((await merged(into)).items.map((item) => item.trackingId).sort()).toEqual(
      [second.trackingId, third.trackingId].sort(),
    )
    const [mark, values] = await history(into)
    expect(mark).toMatchObject({ action: 'merged', detail: `${second.trackingId}, ${third.trackingId}` })
    expect(values?.changes.map(({ field }) => field).sort()).toEqual(['note', 'tags'])
  })

  it('takes comments with their words, files, tasks and observables along', async () => {
    const into = await create()
    const evidence = await house.upload(ana, 'dump.txt', 'memory')
    const gone = await create({
      evidence: [evidence.id],
      seen: [{ kind: 'ipv4', value: '192.0.2.7' }],
      work: [{ title: 'Call them' }],
    })
    const place = { appId: app.id, recordId: gone.id }
    await addComment(house.deps, house.scope, ana, { ...place, body: 'A zebrafinch was here' })
    const after = await merge(into, [gone])
    expect(after.fields).toMatchObject({
      seen: [{ kind: 'ipv4', value: '192.0.2.7' }],
      work: [{ title: 'Call them' }],
      evidence: [{ id: evidence.id, name: 'dump.txt' }],
    })
    const here = { appId: app.id, recordId: into.id }
    const thread = await listComments(house.deps, house.scope, ana, { ...here, limit: 10 })
    expect(thread.items.map(({ body }) => body)).toEqual(['A zebrafinch was here'])
    const found = await house.records.searchRecords(house.scope, ana, { appId: app.id, text: 'zebrafinch' })
    expect(found.items.map(({ id }) => id)).toEqual([into.id])
    const files = await listRecordFiles(house.deps, house.scope, ana, here)
    expect(files.items.map((item) => item.id)).toEqual([evidence.id])
  })

  it('lets links in both directions lead on, each once', async () => {
    const [into, gone, peer] = [await create(), await create(), await create()]
    const [first, second] = [await create({ peers: [peer.id], parent: peer.id }), peer]
    const one = await create({ one: gone.id, many: [gone.id, into.id] }, other.id)
    await merge(into, [gone, first])
    const after = await look(into)
    expect(linked(after.fields['peers'])).toEqual([second.id])
    expect(linked(after.fields['parent'])).toEqual([peer.id])
    const { fields } = await look(one, other.id)
    expect(linked(fields['one'])).toEqual([into.id])
    expect(linked(fields['many'])).toEqual([into.id])
    const changed = await house.records.updateRecord(house.scope, ana, {
      appId: other.id,
      recordId: one.id,
      fields: { one: peer.id },
    })
    expect(linked(changed.fields['one'])).toEqual([peer.id])
  })

  it('leads from the old id and the old unique value to the survivor, through several merges', async () => {
    const [a, b, c] = [
      await create({ source: `a-${newId()}` }),
      await create({ source: `b-${newId()}` }),
      await create({ source: `c-${newId()}` }),
    ]
    await merge(b, [a])
    await merge(c, [b])
    expect((await look(a)).id).toBe(c.id)
    const upsert = (source: unknown, note: string) =>
      house.records.upsertRecord(house.scope, ana, {
        appId: app.id,
        match: { source: source as string },
        set: { title: 'Again', note },
      })
    expect(await upsert(a.fields['source'], 'by the oldest name')).toMatchObject({
      id: c.id,
      outcome: 'updated',
      fields: { note: 'by the oldest name', source: c.fields['source'] },
    })
    expect((await upsert(b.fields['source'], 'by the other')).id).toBe(c.id)
    const written = await house.records.updateRecord(house.scope, ana, {
      appId: app.id,
      recordId: a.id,
      fields: { note: 'by id' },
    })
    expect(written).toMatchObject({ id: c.id, fields: { note: 'by id' } })
    // Who edited a version of what is gone has to look again.
    const stale = { appId: app.id, recordId: a.id, version: 1, fields: { note: 'stale' } }
    await expect(house.records.updateRecord(house.scope, ana, stale)).rejects.toMatchObject({
      code: 'resource.not_found',
    })
    // Deleting by a merged record's old ID deletes no other record.
    const old = { appId: app.id, recordId: a.id }
    await expect(house.records.deleteRecord(house.scope, ana, old)).rejects.toMatchObject({
      code: 'resource.not_found',
    })
    // A record that has the value itself comes first.
    const fresh = await create({ source: String(a.fields['source']) })
    expect((await upsert(a.fields['source'], 'mine')).id).toBe(fresh.id)
  })

  it('is taken apart again, with all that came along, and leaves what was changed since', async () => {
    const evidence = await house.upload(ana, 'log.txt', 'lines')
    const into = await create({ title: 'Stays' })
    const gone = await create({
      source: `x-${newId()}`,
      note: 'from there',
      tags: ['t'],
      evidence: [evidence.id],
    })
    const peer = await create({ peers: [gone.id] })
    const place = { appId: app.id, recordId: gone.id }
    await addComment(house.deps, house.scope, ana, { ...place, body: 'wombat' })
    await merge(into, [gone])
    await house.records.updateRecord(house.scope, ana, {
      appId: app.id,
      recordId: into.id,
      fields: { note: 'mine now' },
    })
    await unmerge(into, gone)
    expect((await look(gone)).fields).toMatchObject({
      source: gone.fields['source'],
      note: 'from there',
      tags: ['t'],
      evidence: [{ id: evidence.id }],
    })
    expect((await look(into)).fields).toMatchObject({
      note: 'mine now',
      tags: null,
      evidence: null,
      source: null,
    })
    expect(linked((await look(peer)).fields['peers'])).toEqual([gone.id])
    const thread = await listComments(house.deps, house.scope, ana, { ...place, limit: 10 })
    expect(thread.items).toHaveLength(1)
    const found = await house.records.searchRecords(house.scope, ana, { appId: app.id, text: 'wombat' })
    expect(found.items.map(({ id }) => id)).toEqual([gone.id])
    expect((await listRecordFiles(house.deps, house.scope, ana, place)).items).toHaveLength(1)
    expect(await merged(into)).toEqual({ items: [] })
    expect((await history(into))[0]).toMatchObject({ action: 'unmerged', detail: gone.trackingId })
    await expect(unmerge(into, gone)).rejects.toMatchObject({ code: 'resource.not_found' })
  })

  it('needs the right to change all of them, and opens nothing to more people', async () => {
    const [into, gone] = [await create(), await create()]
    const reader = house.person('Rea', { may: ['record:read'] })
    await expect(merge(into, [gone], reader)).rejects.toMatchObject({ code: 'right.missing' })
    await expect(merge(into, [into])).rejects.toMatchObject({ code: 'request.invalid' })
    await house.scope.tx((tx) =>
      tx.query(
        `update "${house.scope.schema}"."a_${app.id.replaceAll('-', '')}" set acl = $2::uuid[] where id = $1`,
        [gone.id, [ana.principals[0]]],
      ),
    )
    await expect(merge(into, [gone])).rejects.toMatchObject({
      code: 'request.invalid',
      details: { issues: [{ code: 'restricted' }] },
    })
    const ben = house.person('Ben')
    await expect(merge(into, [gone], ben)).rejects.toMatchObject({ code: 'resource.not_found' })
    await expect(merge(into, [{ ...gone, id: newId() as RecordView['id'] }])).rejects.toMatchObject({
      code: 'resource.not_found',
    })
    const steps = createRecordStepsDoor(house.deps)
    const locked = await create()
    await steps.lock(house.scope, ben, { appId: app.id, recordId: locked.id, operationKey: newId() })
    await expect(merge(into, [locked])).rejects.toMatchObject({ code: 'record.locked' })
    expect((await look(into)).version).toBe(into.version)
  })
})
