import type { AppView } from '@caseloom/contract/apps/apps'
import type { FileView } from '@caseloom/contract/records/files'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import { createCommentsFixture, INNER_ROLE, type CommentsFixture } from '@caseloom/testkit/comments-fixture'
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { downloadFile } from './download-file.ts'
import { purgeOrphanedFiles } from './files-retention.ts'
import { attachFiles, listRecordFiles, removeFile } from './record-files.ts'

let house: CommentsFixture
let app: AppView
let ana: Actor
let ben: Actor

beforeAll(async () => {
  house = await createCommentsFixture()
  app = await house.anApp()
  ana = house.person('Ana')
  ben = house.person('Ben')
})
afterAll(() => house.close())

const create = (fields: Record<string, unknown>, actor: Actor = ana): Promise<RecordView> =>
  house.records.createRecord(house.scope, actor, {
    appId: app.id,
    fields: { title: 'T', ...(fields as Record<string, string>) }, // values of tests are JSON
  })
const place = (record: RecordView) => ({ appId: app.id, recordId: record.id })
const change = (record: RecordView, fields: Record<string, unknown>, actor: Actor = ana) =>
  house.records.updateRecord(house.scope, actor, {
    ...place(record),
    fields: fields as Record<string, string>, // values of tests are JSON
  })
const filesIn = (record: RecordView, key: string) => (record.fields[key] ?? []) as unknown as FileView[] // by its type
const issuesOf = (promise: Promise<unknown>) =>
  promise.then(
    () => [],
    (error: { details?: { issues?: { path: unknown[]; code: string }[] } }) =>
      (error.details?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.code}`),
  )
const read = async (record: RecordView, fileId: string, actor: Actor) => {
  const answer = await downloadFile(house.deps, house.scope, actor, { ...place(record), fileId })
  return { ...answer, text: (await buffer(answer.content as Readable)).toString() } // files come as streams
}
const NOT_FOUND = { code: 'resource.not_found' }

describe('files in an attachment field', () => {
  it('are named by id when written and come back whole, with name, size, hash and the type of their content', async () => {
    const file = await house.upload(ana, '../Bericht\u202e.html', '<!doctype html>hi')
    const record = await create({ evidence: [file.id] })
    expect(filesIn(record, 'evidence')).toEqual([
      expect.objectContaining({ id: file.id, name: 'Bericht.html', size: 17, mediaType: 'text/html' }),
    ])
    const down = await read(record, file.id, ben)
    expect(down).toMatchObject({ text: '<!doctype html>hi', mediaType: 'application/octet-stream', size: 17 })
    const history = await house.records.recordHistory(house.scope, ana, { ...place(record), limit: 5 })
    expect(JSON.stringify(history.items)).toContain('Bericht.html')
  })

  it('are one’s own uploads that hang nowhere: others’, used ones and unknown ones are refused alike', async () => {
    const mine = await house.upload(ana)
    const theirs = await house.upload(ben)
    const used = await house.upload(ana)
    await create({ evidence: [used.id] })
    for (const wrong of [theirs.id, used.id, newId()])
      expect(await issuesOf(create({ evidence: [mine.id, wrong] }))).toEqual([
        'body.fields.evidence.1 unknown_file',
      ])
    expect(await issuesOf(create({ evidence: ['x', 7] }))).toEqual([
      'body.fields.evidence.0 invalid_guid',
      'body.fields.evidence.1 invalid_guid',
    ])
    expect(await issuesOf(create({ evidence: [mine.id], photo: [mine.id] }))).toContain(
      'body.fields.photo.0 unknown_file',
    )
  })

  it('must fit the field: number, size and kind by content', async () => {
    const text = await house.upload(ana, 'photo.png', 'not a picture')
    const large = await house.upload(ana, 'a.gif', `GIF89a${'x'.repeat(2_000)}`)
    const good = await house.upload(ana, 'b.gif', 'GIF89a')
    expect(await issuesOf(create({ photo: [text.id] }))).toEqual(['body.fields.photo.0 wrong_media_type'])
    expect(await issuesOf(create({ photo: [large.id] }))).toEqual(['body.fields.photo.0 too_big'])
    expect(await issuesOf(create({ photo: [good.id, large.id] }))).toEqual(['body.fields.photo too_long'])
    expect(filesIn(await create({ photo: [good.id] }), 'photo')).toHaveLength(1)
  })

  it('stay when the list is written back as it was shown, and may come back after they were taken off', async () => {
    const [one, two] = [await house.upload(ana, '1.txt'), await house.upload(ana, '2.txt')]
    const record = await create({ evidence: [one.id, two.id] })
    const shorter = await change(record, { evidence: [filesIn(record, 'evidence')[1]] }, ben)
    expect(filesIn(shorter, 'evidence').map((file) => file.name)).toEqual(['2.txt'])
    await expect(read(record, one.id, ana)).rejects.toMatchObject(NOT_FOUND)
    const back = await change(record, { evidence: [one.id, two.id] }, ben)
    expect(filesIn(back, 'evidence').map((file) => file.name)).toEqual(['1.txt', '2.txt'])
    expect((await read(record, one.id, ben)).text).toBe('hello')
    expect((await change(record, { evidence: null })).fields['evidence']).toBeNull()
  })

  it('are found by words and parts of their names, and by having any', async () => {
    const file = await house.upload(ana, 'Quarterly-zebra.pdf')
    const record = await create({ evidence: [file.id] })
    const bare = await create({})
    const search = async (command: object) =>
      (
        await house.records.searchRecords(house.scope, ana, { appId: app.id, limit: 200, ...command })
      ).items.map((item) => item.id)
    expect(await search({ text: 'zebra' })).toEqual([record.id])
    expect(await search({ filter: { field: 'evidence', op: 'contains', value: 'ZEBRA.p' } })).toEqual([
      record.id,
    ])
    expect(await search({ filter: { field: 'evidence', op: 'contains', value: '%' } })).toEqual([])
    expect(await search({ filter: { field: 'evidence', op: 'empty' } })).toContain(bare.id)
    expect(await search({ filter: { field: 'evidence', op: 'notEmpty' } })).not.toContain(bare.id)
    await change(record, { evidence: null })
    expect(await search({ text: 'zebra' })).toEqual([])
  })

  it('of a field that one may not read do not exist', async () => {
    const inner = house.person('Ines', { principals: [newId(), INNER_ROLE] })
    const file = await house.upload(inner, 'zulu.txt')
    const record = await create({ secret: [file.id] }, inner)
    expect((await read(record, file.id, inner)).text).toBe('hello')
    await expect(read(record, file.id, ana)).rejects.toMatchObject(NOT_FOUND)
    expect((await listRecordFiles(house.deps, house.scope, ana, place(record))).items).toEqual([])
    expect((await listRecordFiles(house.deps, house.scope, inner, place(record))).items).toHaveLength(1)
    const found = await house.records.searchRecords(house.scope, ana, { appId: app.id, text: 'zulu' })
    expect(found.items).toEqual([])
    // Nor can they be drawn into a field that one may read.
    expect(await issuesOf(change(record, { evidence: [file.id] }))).toEqual([
      'body.fields.evidence.0 unknown_file',
    ])
  })
})

describe('files of the record itself', () => {
  it('are hung on and taken off, and open pages hear of it', async () => {
    const record = await create({})
    const file = await house.upload(ana)
    await attachFiles(house.deps, house.scope, ana, { ...place(record), files: [file.id] })
    const listed = await listRecordFiles(house.deps, house.scope, ben, place(record))
    expect(listed).toMatchObject({
      items: [{ id: file.id, place: 'record', can: { remove: true } }],
      can: { attach: true },
    })
    await removeFile(house.deps, house.scope, ben, { ...place(record), fileId: file.id })
    await expect(read(record, file.id, ana)).rejects.toMatchObject(NOT_FOUND)
    const again = removeFile(house.deps, house.scope, ben, { ...place(record), fileId: file.id })
    await expect(again).rejects.toMatchObject(NOT_FOUND)
  })

  it('are in the history by name, once each, as changes of the record', async () => {
    const record = await create({})
    const [one, two] = [await house.upload(ana, '1.txt'), await house.upload(ana, '2.txt')]
    await attachFiles(house.deps, house.scope, ana, { ...place(record), files: [one.id, two.id] })
    await removeFile(house.deps, house.scope, ben, { ...place(record), fileId: one.id })
    const { items } = await house.records.recordHistory(house.scope, ben, { ...place(record), limit: 10 })
    expect(items.map(({ version, action, detail, actor }) => [version, action, detail, actor.name])).toEqual([
      [record.version + 2, 'file_removed', '1.txt', 'Ben'],
      [record.version + 1, 'file_added', '1.txt, 2.txt', 'Ana'],
      [record.version, 'created', undefined, 'Ana'],
    ])
    const now = await house.records.getRecord(house.scope, ana, place(record))
    expect(now).toMatchObject({ version: record.version + 2, updatedBy: { name: 'Ben' } })
  })

  it('are named in no history of someone who doesn’t see their place', async () => {
    const inner = house.person('Ines', { principals: [newId(), INNER_ROLE] })
    const record = await create({}, inner)
    const [secret, own] = [await house.upload(inner, 'secret.txt'), await house.upload(inner, 'own.txt')]
    await change(record, { secret: [secret.id] }, inner)
    await attachFiles(house.deps, house.scope, inner, { ...place(record), files: [own.id] })
    const named = async (actor: Actor) =>
      JSON.stringify(await house.records.recordHistory(house.scope, actor, { ...place(record), limit: 10 }))
    expect(await named(inner)).toMatch(/own\.txt.*secret\.txt/)
    expect(await named(ben)).toContain('own.txt')
    expect(await named(ben)).not.toContain('secret.txt')
    const table = `"${house.scope.schema}"."a_${app.id.replaceAll('-', '')}"`
    await house.scope.tx((tx) =>
      tx.query(`update ${table} set acl = $2::uuid[] where id = $1`, [record.id, [inner.principals[0]]]),
    )
    await expect(named(ben)).rejects.toMatchObject(NOT_FOUND)
    expect(await named(inner)).toContain('own.txt')
  })

  it('need the right to change the record, and sight of it', async () => {
    const record = await create({})
    const viewer = house.person('Vera', { may: ['record:read'] })
    const file = await house.upload(ana)
    const attach = (actor: Actor) =>
      attachFiles(house.deps, house.scope, actor, { ...place(record), files: [file.id] })
    await expect(attach(viewer)).rejects.toMatchObject({ code: 'right.missing' })
    await attach(ana)
    const table = `"${house.scope.schema}"."a_${app.id.replaceAll('-', '')}"`
    await house.scope.tx((tx) =>
      tx.query(`update ${table} set acl = $2::uuid[] where id = $1`, [record.id, [ana.principals[0]]]),
    )
    await expect(read(record, file.id, ben)).rejects.toMatchObject(NOT_FOUND)
    expect((await read(record, file.id, ana)).text).toBe('hello')
    const elsewhere = await create({})
    await expect(read(elsewhere, file.id, ana)).rejects.toMatchObject(NOT_FOUND)
  })
})

describe('housekeeping of files', () => {
  it('deletes unused uploads after a day and removed files after thirty, with bytes that no other file shares', async () => {
    const unused = await house.upload(ana, 'u.txt', 'unused bytes')
    const shared = await house.upload(ana, 's.txt', 'shared bytes')
    const remaining = await house.upload(ana, 'k.txt', 'shared bytes')
    const removed = await house.upload(ana, 'r.txt', 'removed bytes')
    const record = await create({ evidence: [remaining.id, removed.id] })
    await change(record, { evidence: [remaining.id] })
    const { system } = house.installation.database
    const bytes = () => new Set(readdirSync(join(house.folder, house.scope.tenantId)))
    const age = async (sql: string) => {
      await system.tx((tx) => tx.query(sql))
      for (const name of bytes()) utimesSync(join(house.folder, house.scope.tenantId, name), 0, 0)
    }
    expect(await purgeOrphanedFiles(system, house.files)).toBe(0)
    await age(
      `update caseloom.file set at = at - interval '25 hours', removed_at = removed_at - interval '29 days'`,
    )
    await purgeOrphanedFiles(system, house.files)
    expect(bytes().has(unused.sha256)).toBe(false)
    expect(bytes().has(shared.sha256)).toBe(true)
    expect(bytes().has(removed.sha256)).toBe(true)
    expect(await issuesOf(create({ evidence: [shared.id] }))).toEqual(['body.fields.evidence.0 unknown_file'])
    await age(`update caseloom.file set removed_at = removed_at - interval '2 days'`)
    await purgeOrphanedFiles(system, house.files)
    expect(bytes().has(removed.sha256)).toBe(false)
    expect((await read(record, remaining.id, ana)).text).toBe('shared bytes')
  })

  it('deletes what a step wrote after thirty days, since its run may wait for people', async () => {
    const file = await house.upload(ana, 'step.txt', 'step bytes')
    const { system } = house.installation.database
    const there = () => system.read((tx) => tx.query('select from caseloom.file where id = $1', [file.id]))
    const age = (days: number) =>
      system.tx((tx) =>
        tx.query(
          `update caseloom.file set at = at - make_interval(days => $2), touches = '[]'::jsonb where id = $1`,
          [file.id, days],
        ),
      )
    await age(29)
    await purgeOrphanedFiles(system, house.files)
    expect(await there()).toHaveLength(1)
    await age(2)
    await purgeOrphanedFiles(system, house.files)
    expect(await there()).toHaveLength(0)
  })

  it('keeps bytes that a stored value has too', async () => {
    const file = await house.upload(ana, 'v.txt', 'value bytes')
    await house.scope.tx((tx) =>
      tx.query(
        `insert into caseloom.value (tenant_id, sha256, size, media_type) values ($1, decode($2, 'hex'), 1, 'x')`,
        [tx.tenantId, file.sha256],
      ),
    )
    const { system } = house.installation.database
    await system.tx((tx) => tx.query(`update caseloom.file set at = at - interval '2 days'`))
    utimesSync(join(house.folder, house.scope.tenantId, file.sha256), 0, 0)
    await purgeOrphanedFiles(system, house.files)
    expect(await house.files.get(house.scope.tenantId, file.sha256)).not.toBeNull()
  })
})

describe('rich text in a field', () => {
  it('is stored in canonical form, and its plain text is searched, filtered, and sorted', async () => {
    const record = await create({ report: '<h1>Aardvark</h1><p onclick=x>was <b>here</b> &amp; there</p>' })
    expect(record.fields['report']).toBe('<h3>Aardvark</h3><p>was <strong>here</strong> &amp; there</p>')
    expect((await create({ report: '<p></p>' })).fields['report']).toBeNull()
    const search = async (command: object) =>
      (await house.records.searchRecords(house.scope, ana, { appId: app.id, limit: 200, ...command })).items
    const ids = async (filter: object) => (await search({ filter })).map((item) => item.id)
    const field = 'report'
    expect(await ids({ field, op: 'contains', value: 'was here & there' })).toEqual([record.id])
    expect(await ids({ field, op: 'eq', value: 'Aardvark\nwas here & there' })).toEqual([record.id])
    expect(await ids({ field, op: 'startsWith', value: 'aardvark' })).toEqual([record.id])
    expect(await ids({ field, op: 'contains', value: 'strong' })).toEqual([])
    expect((await search({ text: 'aardvark' })).map((item) => item.id)).toEqual([record.id])
    expect(await search({ text: 'strong' })).toEqual([])
    await create({ report: '<blockquote>Zebra</blockquote>' })
    const sorted = await search({ sort: [{ field, direction: 'asc' }], filter: { field, op: 'notEmpty' } })
    expect(
      sorted.map((item) =>
        String(item.fields['report'])
          .replace(/<[^>]*>/g, '')
          .slice(0, 5),
      ),
    ).toEqual(['Aardv', 'Zebra'])
  })
})
