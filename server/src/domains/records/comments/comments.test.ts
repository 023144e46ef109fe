import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import type { CommentView } from '@caseloom/contract/records/comments'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import { createCommentsFixture, INNER_ROLE, type CommentsFixture } from '@caseloom/testkit/comments-fixture'
import { anActor } from '@caseloom/testkit/installation'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { caseMigrations } from '../case-fields/case.migrations.ts'
import { downloadFile } from '../files/download-file.ts'
import { listRecordFiles } from '../files/record-files.ts'
import { listComments, mentionable } from './list-comments.ts'
import { notifyPending } from './mentions.ts'
import { addComment, deleteComment, editComment } from './write-comment.ts'

let house: CommentsFixture
let app: AppView
let ana: Actor
let ben: Actor
let inner: Actor

beforeAll(async () => {
  house = await createCommentsFixture({ name: 'talk_case', migrations: caseMigrations })
  app = await house.anApp()
  ana = house.person('Ana')
  ben = house.person('Ben Öhler', { may: ['record:read', 'record:update', 'record:create'] })
  inner = house.person('Ines', { principals: [newId(), INNER_ROLE] })
})
afterAll(() => house.close())

const create = (): Promise<RecordView> =>
  house.records.createRecord(house.scope, ana, { appId: app.id, fields: { title: 'Quiet matter' } })
const place = (record: RecordView) => ({ appId: app.id, recordId: record.id })
const say = (record: RecordView, body: string, over: object = {}, actor = ana): Promise<CommentView> =>
  addComment(house.deps, house.scope, actor, { ...place(record), body, ...over })
const thread = (record: RecordView, actor = ana, over: object = {}) =>
  listComments(house.deps, house.scope, actor, { ...place(record), limit: 50, ...over })
const found = async (text: string, actor = ana) =>
  (await house.records.searchRecords(house.scope, actor, { appId: app.id, text })).items.map(
    (item) => item.id,
  )
const history = async (record: RecordView, actor = ana, over: object = {}) =>
  house.records.recordHistory(house.scope, actor, { ...place(record), limit: 50, ...over })
const mention = (actor: Actor, name = actor.name) =>
  `<span class="mention" data-id="${actor.id}">@${name}</span>`
const restrict = (record: RecordView, acl: (string | undefined)[]) =>
  house.scope.tx((tx) =>
    tx.query(
      `update "${house.scope.schema}"."a_${app.id.replaceAll('-', '')}" set acl = $2::uuid[] where id = $1`,
      [record.id, acl],
    ),
  )
const NOT_FOUND = { code: 'resource.not_found' }
const NO_RIGHT = { code: 'right.missing' }

describe('comments', () => {
  it('are stored in canonical form and listed oldest first, with replies one level deep, page by page', async () => {
    const record = await create()
    const first = await say(record, '<p onclick=x>One<script>x</script></p>')
    expect(first).toMatchObject({ body: '<p>One</p>', by: { name: 'Ana' }, replyTo: null, editedAt: null })
    const reply = await say(record, 'Two', { replyTo: first.id }, ben)
    const deeper = await say(record, 'Three', { replyTo: reply.id })
    expect([reply.replyTo, deeper.replyTo]).toEqual([first.id, first.id])
    const page = await thread(record, ben, { limit: 2 })
    expect(page).toMatchObject({ total: 3, can: { comment: true } })
    expect(page.items.map((item) => item.id)).toEqual([first.id, reply.id])
    expect(page.items.map((item) => item.can)).toEqual([
      { edit: false, delete: false },
      { edit: true, delete: true },
    ])
    const rest = await thread(record, ben, { limit: 2, cursor: page.next ?? undefined })
    expect(rest).toMatchObject({ items: [{ id: deeper.id }], next: null })
  })

  it('say something: an empty one, one too long, and a strange parent are refused', async () => {
    const record = await create()
    for (const body of ['', '<p> </p>', '<script>x</script>', 'x'.repeat(100_001)])
      await expect(say(record, body)).rejects.toMatchObject({ code: 'request.invalid' })
    const other = await say(await create(), 'Elsewhere')
    await expect(say(record, 'x', { replyTo: other.id })).rejects.toMatchObject({ code: 'request.invalid' })
    await expect(say(record, 'x', { field: 'title' })).rejects.toMatchObject({ code: 'field.unknown' })
    await expect(thread(record, ana, { field: 'nothing' })).rejects.toMatchObject({ code: 'field.unknown' })
  })

  it('are changed by who wrote them, and deleted by them or by who may delete records', async () => {
    const record = await create()
    const one = await say(record, 'Mine', {}, ben)
    const at = { ...place(record), commentId: one.id }
    await expect(editComment(house.deps, house.scope, ana, { ...at, body: 'x' })).rejects.toMatchObject(
      NO_RIGHT,
    )
    const changed = await editComment(house.deps, house.scope, ben, { ...at, body: 'Mine, mended' })
    expect(changed.body).toBe('Mine, mended')
    expect(changed.editedAt).not.toBeNull()
    const two = await say(record, 'Of Ana')
    const theirs = deleteComment(house.deps, house.scope, ben, { ...place(record), commentId: two.id })
    await expect(theirs).rejects.toMatchObject(NO_RIGHT)
    await deleteComment(house.deps, house.scope, ana, at)
    expect((await thread(record)).items.map((item) => item.id)).toEqual([two.id])
    await expect(deleteComment(house.deps, house.scope, ana, at)).rejects.toMatchObject(NOT_FOUND)
  })

  it('leave a place behind while others answer them', async () => {
    const record = await create()
    const one = await say(record, 'To be gone')
    const answer = await say(record, 'Answer', { replyTo: one.id }, ben)
    await deleteComment(house.deps, house.scope, ana, { ...place(record), commentId: one.id })
    const page = await thread(record)
    expect(page.total).toBe(1)
    expect(page.items).toMatchObject([{ id: one.id, body: null, can: { edit: false } }, { id: answer.id }])
    await deleteComment(house.deps, house.scope, ana, { ...place(record), commentId: answer.id })
    expect(await thread(record)).toMatchObject({ items: [], total: 0 })
  })

  it('need the right to change records, which a lock does not take away', async () => {
    const record = await create()
    const viewer = house.person('Vera', { may: ['record:read'] })
    await expect(say(record, 'x', {}, viewer)).rejects.toMatchObject(NO_RIGHT)
    expect((await thread(record, viewer)).can.comment).toBe(false)
    const table = `"${house.scope.schema}"."a_${app.id.replaceAll('-', '')}"`
    const lock = JSON.stringify({
      by: { kind: 'user', id: ana.id, name: 'Ana' },
      at: new Date().toISOString(),
      reason: null,
    })
    await house.scope.tx((tx) => tx.query(`update ${table} set lock = $2 where id = $1`, [record.id, lock]))
    expect((await say(record, 'All the same', {}, ben)).body).toBe('All the same')
  })

  it('stay as they are in an archived app, for their authors too', async () => {
    const record = await create()
    const one = await say(record, 'Before the archive')
    const at = { ...place(record), commentId: one.id }
    const archive = (archived: boolean) =>
      house.apps.lifecycle.archive(house.scope, anActor(house.scope), { appId: app.id, archived })
    await archive(true)
    const ways = [
      say(record, 'Too late'),
      editComment(house.deps, house.scope, ana, { ...at, body: 'Changed' }),
      deleteComment(house.deps, house.scope, ana, at),
      deleteComment(house.deps, house.scope, inner, at),
    ]
    const codes = await Promise.allSettled(ways)
    await archive(false)
    expect(codes).toMatchObject(ways.map(() => ({ reason: { code: 'app.archived' } })))
    expect((await thread(record)).items).toMatchObject([{ id: one.id, body: one.body }])
  })

  it('carry files that are visible with the comment and removed with it', async () => {
    const record = await create()
    const file = await house.upload(ben, 'trace.log')
    const one = await say(record, '', { files: [file.id] }, ben)
    expect(one).toMatchObject({ body: '', files: [{ name: 'trace.log' }] })
    const read = async () => {
      const answer = await downloadFile(house.deps, house.scope, ana, { ...place(record), fileId: file.id })
      return (await buffer(answer.content as Readable)).toString() // files come as streams
    }
    expect(await read()).toBe('hello')
    const listed = await listRecordFiles(house.deps, house.scope, ana, place(record))
    expect(listed.items).toMatchObject([{ place: 'comment', can: { remove: false } }])
    await expect(say(record, 'x', { files: [file.id] }, ben)).rejects.toMatchObject({
      code: 'request.invalid',
    })
    await deleteComment(house.deps, house.scope, ben, { ...place(record), commentId: one.id })
    await expect(read()).rejects.toMatchObject(NOT_FOUND)
  })

  it('stand in the timeline, with their texts before and after, page by page; a deleted one without', async () => {
    const record = await create()
    const one = await say(record, 'First words')
    await house.records.updateRecord(house.scope, ana, { ...place(record), fields: { title: 'New' } })
    await editComment(house.deps, house.scope, ana, {
      ...place(record),
      commentId: one.id,
      body: 'Other words',
    })
    const { items } = await history(record)
    expect(items.map((item) => item.action)).toEqual(['comment_edited', 'updated', 'commented', 'created'])
    expect(items[0]?.comment).toEqual({ id: one.id, field: null, before: 'First words', text: 'Other words' })
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const page = await history(record, ana, { limit: 1, cursor })
      paged.push(...page.items.map((item) => item.action))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(paged).toEqual(items.map((item) => item.action))
    await deleteComment(house.deps, house.scope, ana, { ...place(record), commentId: one.id })
    expect(JSON.stringify(await history(record))).not.toContain('words')
  })
})

describe('words of comments', () => {
  it('find the record, through changes of both, and are gone with the comment', async () => {
    const record = await create()
    const one = await say(record, 'The <b>walrus</b> sleeps')
    expect(await found('walrus')).toEqual([record.id])
    expect(await found('walrus quiet')).toEqual([record.id])
    await house.records.updateRecord(house.scope, ana, { ...place(record), fields: { title: 'Loud matter' } })
    expect(await found('walrus loud')).toEqual([record.id])
    const at = { ...place(record), commentId: one.id }
    await editComment(house.deps, house.scope, ana, { ...at, body: 'The narwhal sleeps' })
    expect([await found('walrus'), await found('narwhal loud')]).toEqual([[], [record.id]])
    await say(record, 'and so does the marmot')
    await deleteComment(house.deps, house.scope, ana, at)
    expect([await found('narwhal'), await found('marmot loud')]).toEqual([[], [record.id]])
  })

  it('of a thread that one may not read find nothing', async () => {
    const record = await create()
    await say(record, 'the pangolin', { field: 'hush' }, inner)
    expect(await found('pangolin', inner)).toEqual([record.id])
    expect(await found('pangolin')).toEqual([])
  })

  it('survive many concurrent writes', async () => {
    const record = await create()
    const words = Array.from({ length: 12 }, (_, at) => `ibex${'abcdefghijkl'[at] ?? ''}`)
    await Promise.all([
      ...words.map((word) => say(record, word)),
      ...['a', 'b', 'c'].map((title) =>
        house.records.updateRecord(house.scope, ana, { ...place(record), fields: { title } }),
      ),
    ])
    for (const word of words) expect(await found(word)).toEqual([record.id])
  })
})

describe('the thread of a comments field', () => {
  it('is separate from the record’s own thread, and can be filtered by empty or not empty', async () => {
    const [record, silent] = [await create(), await create()]
    await say(record, 'About the field', { field: 'talk' })
    expect((await thread(record)).total).toBe(0)
    expect(await thread(record, ana, { field: 'talk' })).toMatchObject({
      total: 1,
      items: [{ field: 'talk' }],
    })
    const ids = async (op: 'empty' | 'notEmpty') => {
      const command = { appId: app.id, filter: { field: 'talk', op }, limit: 200 }
      return (await house.records.searchRecords(house.scope, ana, command)).items.map((item) => item.id)
    }
    expect(await ids('notEmpty')).toEqual([record.id])
    expect(await ids('empty')).toContain(silent.id)
  })

  it('has no value to write or to sort by', async () => {
    const update = house.records.updateRecord(house.scope, ana, {
      ...place(await create()),
      fields: { talk: 'x' },
    })
    await expect(update).rejects.toMatchObject({ code: 'request.invalid' })
    const sorted = house.records.searchRecords(house.scope, ana, {
      appId: app.id,
      sort: [{ field: 'talk', direction: 'asc' }],
    })
    await expect(sorted).rejects.toMatchObject({ code: 'request.invalid' })
  })

  it('keeps plain text alone where the field says so', async () => {
    const one = await say(await create(), '<h3>A</h3><p><b>b</b> &lt;c&gt;</p>', { field: 'plain' })
    expect(one.body).toBe('<p>A</p><p>b &lt;c&gt;</p>')
  })

  it('is hidden from people who may not read the field; the timeline shows only that someone did something', async () => {
    const record = await create()
    const one = await say(record, 'Hidden', { field: 'hush' }, inner)
    await expect(thread(record, ana, { field: 'hush' })).rejects.toMatchObject({ code: 'field.unknown' })
    await expect(say(record, 'x', { field: 'hush' })).rejects.toMatchObject({ code: 'field.unknown' })
    const at = { ...place(record), commentId: one.id }
    await expect(editComment(house.deps, house.scope, ana, { ...at, body: 'x' })).rejects.toMatchObject(
      NOT_FOUND,
    )
    await expect(deleteComment(house.deps, house.scope, ana, at)).rejects.toMatchObject(NOT_FOUND)
    const [entry] = (await history(record)).items
    expect(entry).toMatchObject({ action: 'commented', actor: { name: 'Ines' } })
    expect(JSON.stringify(entry)).not.toMatch(/Hidden|hush/)
    expect((await history(record, inner)).items[0]?.comment).toMatchObject({ field: 'hush', text: 'Hidden' })
  })
})

describe('mentions', () => {
  it('notify people who may see the thread once, with a link to the comment, and never the author', async () => {
    const record = await create()
    house.notified.length = 0
    const outsider = house.person('Otto')
    await restrict(record, [ana.id ?? '', ben.id ?? ''])
    const body = `Look ${mention(ben, 'Someone else')} ${mention(ben)} ${mention(ana)} ${mention(outsider)}`
    const one = await say(record, `${body} <span class="mention" data-id="${newId()}">@x</span>`)
    expect(house.notified).toEqual([
      {
        kind: 'mention',
        personId: ben.personId,
        accountId: house.scope.accountId,
        title: `Ana mentioned you in ${record.trackingId}`,
        text: expect.stringContaining('Look @Someone else'),
        link: expect.stringMatching(
          new RegExp(`/record/${app.id}/${record.id}\\?tab=comments#comment-${one.id}$`),
        ),
        subject: expect.objectContaining({ kind: 'record', tenantId: house.scope.tenantId }),
      },
    ])
    expect(one.mentions).toContainEqual({ id: ben.id, name: 'Ben Öhler' })
    await editComment(house.deps, house.scope, ana, { ...place(record), commentId: one.id, body: `${body}!` })
    expect(house.notified).toHaveLength(1)
    const { items } = await mentionable(house.deps, house.scope, ana, { ...place(record), text: '' })
    expect(items.map((item) => item.name).toSorted()).toEqual(['Ana', 'Ben Öhler'])
    const byName = await mentionable(house.deps, house.scope, ana, { ...place(record), text: 'oh' })
    expect(byName.items.map((item) => item.name)).toEqual(['Ben Öhler'])
  })

  it('in a field notify only its readers', async () => {
    house.notified.length = 0
    await say(await create(), `${mention(ben)} ${mention(ana)}`, { field: 'hush' }, inner)
    expect(house.notified).toEqual([])
  })

  it('left pending by a crash send their notices later, once', async () => {
    const record = await create()
    house.notified.length = 0
    const broken = { ...house.deps, notifyOfComment: () => Promise.reject(new Error('gone')) }
    const wrote = addComment(broken, house.scope, ana, { ...place(record), body: mention(ben) })
    expect((await wrote).mentions).toMatchObject([{ id: ben.id }])
    expect(await notifyPending(house.deps)).toBe(1)
    expect(house.notified).toHaveLength(1)
    expect(await notifyPending(house.deps)).toBe(0)
  })
})

describe('a comment', () => {
  const heard = () => house.notified.map(({ personId, kind, title }) => [personId, kind, title])

  it('notifies who wrote in the thread that it answers, never its author, and who is mentioned of that alone', async () => {
    const record = await create()
    const first = await say(record, 'One', {}, inner)
    await say(record, 'Two', { replyTo: first.id }, ben)
    house.notified.length = 0
    const reply = await say(record, `Three ${mention(ben)}`, { replyTo: first.id })
    expect(heard()).toHaveLength(2)
    expect(heard()).toContainEqual([ben.personId, 'mention', `Ana mentioned you in ${record.trackingId}`])
    expect(heard()).toContainEqual([inner.personId, 'comment', `Ana replied in ${record.trackingId}`])
    expect(house.notified.every(({ link }) => link.endsWith(`#comment-${reply.id}`))).toBe(true)
    house.notified.length = 0
    await say(record, 'Four')
    expect(heard()).toEqual([])
  })

  it('notifies who was notified of it again when an edit mentions them, once', async () => {
    const record = await create()
    const first = await say(record, 'One', {}, ben)
    house.notified.length = 0
    const { id: commentId } = await say(record, 'Two', { replyTo: first.id })
    const edit = (body: string) =>
      editComment(house.deps, house.scope, ana, { ...place(record), commentId, body })
    await edit(`Two ${mention(ben)}`)
    await edit(`Two, ${mention(ben)}`)
    expect(heard()).toEqual([
      [ben.personId, 'comment', `Ana replied in ${record.trackingId}`],
      [ben.personId, 'mention', `Ana mentioned you in ${record.trackingId}`],
    ])
  })

  it('notifies who is assigned to the record, if they may see it and its thread', async () => {
    const shape = { acronym: 'OWN', name: 'Owned', titleField: 'title', listColumns: [], layout: [] }
    const fields = [
      { key: 'title', label: 'Title', type: 'text' },
      { key: 'owner', label: 'Owner', type: 'user', multiple: true },
      { key: 'hush', label: 'Hush', type: 'comments', readers: [INNER_ROLE], writers: [INNER_ROLE] },
    ]
    const owned = await house.apps.createApp(
      house.scope,
      ana,
      AppCreate.parse({ ...shape, key: 'owned', fields }),
    )
    const blind = house.person('Bo', { may: [] })
    const owner = [ana, ben, blind].map(({ id }) => id)
    const record = await house.records.createRecord(house.scope, inner, {
      appId: owned.id,
      fields: { title: 'Mine', owner },
    })
    const at = { appId: owned.id, recordId: record.id }
    house.notified.length = 0
    await addComment(house.deps, house.scope, ana, { ...at, body: 'Hello' })
    expect(heard()).toEqual([[ben.personId, 'comment', `Ana commented on ${record.trackingId}`]])
    house.notified.length = 0
    await addComment(house.deps, house.scope, inner, { ...at, field: 'hush', body: 'Quietly' })
    expect(heard()).toEqual([])
  })
})

describe('a restricted record', () => {
  it('has no comments for others', async () => {
    const record = await create()
    const one = await say(record, 'Inside')
    await restrict(record, [newId()])
    const at = { ...place(record), commentId: one.id }
    await expect(thread(record)).rejects.toMatchObject(NOT_FOUND)
    await expect(say(record, 'x')).rejects.toMatchObject(NOT_FOUND)
    await expect(editComment(house.deps, house.scope, ana, { ...at, body: 'x' })).rejects.toMatchObject(
      NOT_FOUND,
    )
    await expect(deleteComment(house.deps, house.scope, ana, at)).rejects.toMatchObject(NOT_FOUND)
    const asked = mentionable(house.deps, house.scope, ana, { ...place(record), text: '' })
    await expect(asked).rejects.toMatchObject(NOT_FOUND)
  })
})
