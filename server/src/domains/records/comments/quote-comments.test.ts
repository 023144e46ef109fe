import type { AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import { type CommentsFixture, createCommentsFixture, INNER_ROLE } from '@caseloom/testkit/comments-fixture'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { quoteComments } from './quote-comments.ts'
import { addComment, deleteComment, editComment } from './write-comment.ts'

let house: CommentsFixture
let app: AppView
let ana: Actor
let ben: Actor

beforeAll(async () => {
  house = await createCommentsFixture()
  app = await house.anApp()
  ana = house.person('Ana', { principals: [newId(), INNER_ROLE] })
  ben = house.person('Ben', { may: ['record:read'] })
})
afterAll(() => house.close())

const aRecord = () =>
  house.records.createRecord(house.scope, ana, { appId: app.id, fields: { title: 'Quiet matter' } })
const place = (record: RecordView) => ({ appId: app.id, recordId: record.id })
const say = async (record: RecordView, body: string, field?: string) =>
  (await addComment(house.deps, house.scope, ana, { ...place(record), body, field })).id
const quote = async (actor: Actor, ...ids: string[]) => {
  const quotes = await quoteComments({ apps: house.apps }, house.scope, actor, ids)
  return ids.map((id) => quotes.get(id))
}

test('a comment is quoted as it is now, and as null once it is deleted', async () => {
  const record = await aRecord()
  const [edited, deleted] = [await say(record, 'First'), await say(record, 'Second')]
  const change = { ...place(record), commentId: edited, body: '<p>First, again</p>' }
  await editComment(house.deps, house.scope, ana, change)
  await deleteComment(house.deps, house.scope, ana, { ...place(record), commentId: deleted })
  expect(await quote(ben, edited, deleted, newId())).toEqual(['First, again', null, undefined])
})

test('nothing is said of comments in threads, records, and apps that the reader can’t read', async () => {
  const [open, secret, gone] = [await aRecord(), await aRecord(), await aRecord()]
  const ids = [await say(open, 'Inside', 'hush'), await say(secret, 'Secret'), await say(gone, 'Gone')]
  expect(await quote(ana, ...ids)).toEqual(['Inside', 'Secret', 'Gone'])
  await house.scope.tx((tx) =>
    tx.query(
      `update "${house.scope.schema}"."a_${app.id.replaceAll('-', '')}" set acl = $2::uuid[] where id = $1`,
      [secret.id, [newId()]],
    ),
  )
  await house.records.deleteRecord(house.scope, ana, place(gone))
  expect(await quote(ben, ...ids)).toEqual([undefined, undefined, undefined])
  expect(await quote(ana, ...ids)).toEqual(['Inside', undefined, undefined])
  expect(await quote({ ...ana, permissions: new Set() }, ...ids)).toEqual([undefined, undefined, undefined])
})
