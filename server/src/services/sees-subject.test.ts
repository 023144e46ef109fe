import type { AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import { type CommentsFixture, createCommentsFixture, INNER_ROLE } from '@caseloom/testkit/comments-fixture'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RecordSubject } from '../domains/records/model/record-subject.ts'
import { commentExists } from '../domains/records/comments/comments.read.ts'
import { addComment, deleteComment } from '../domains/records/comments/write-comment.ts'
import { fail } from '../platform/errors.ts'
import { newId } from '../platform/uuid.ts'
import { type SeesSubject, seesSubject } from './sees-subject.ts'

let house: CommentsFixture
let app: AppView
let ana: Actor
let ben: Actor
let ines: Actor
let record: RecordView

beforeAll(async () => {
  house = await createCommentsFixture()
  app = await house.anApp()
  ana = house.person('Ana', { principals: [newId(), INNER_ROLE] })
  ben = house.person('Ben', { may: ['record:read'] })
  ines = house.person('Ines', { may: ['record:read'], principals: [newId(), INNER_ROLE] })
})
afterAll(() => house.close())
beforeEach(async () => {
  house.notified.length = 0
  const fields = { title: 'Quiet matter' }
  record = await house.records.createRecord(house.scope, ana, { appId: app.id, fields })
})

const sees = (actor: Actor, subject: Parameters<SeesSubject>[1], missing = false) =>
  seesSubject(
    {
      tenant: async (tenantId) => (tenantId === house.scope.tenantId ? house.scope : null),
      records: house.records,
      hasComment: (scope, id) => scope.read((tx) => commentExists(tx, id)),
      automation: {
        getPlaybook: async () => (missing ? Promise.reject(fail('resource.not_found')) : never()),
      },
      getApproval: async () => (missing ? Promise.reject(fail('resource.not_found')) : {}),
    },
    actor,
    subject,
  )

/** Only whether there is a playbook matters. */
function never(): never {
  return undefined as never
}

/** What the notification of a mention of this person is about. */
async function mentionOf(person: Actor, over: object = {}): Promise<RecordSubject> {
  const body = `Look <span class="mention" data-id="${person.id}">@x</span>`
  await addComment(house.deps, house.scope, ana, { appId: app.id, recordId: record.id, body, ...over })
  const subject = house.notified.find(({ personId }) => personId === person.personId)?.subject ?? null
  if (subject === null) throw new Error('No one was notified')
  return subject
}

describe('what a late email is about', () => {
  it('is seen while the record is, and no longer once it is restricted', async () => {
    const subject = await mentionOf(ben)
    expect(await sees(ben, subject)).toBe(true)
    await house.scope.tx((tx) =>
      tx.query(
        `update "${house.scope.schema}"."a_${app.id.replaceAll('-', '')}" set acl = $2::uuid[] where id = $1`,
        [record.id, [ana.id]],
      ),
    )
    expect(await sees(ben, subject)).toBe(false)
  })

  it('is not seen after the record is deleted, or without permission to read records', async () => {
    const subject = await mentionOf(ben)
    expect(await sees({ ...ben, permissions: new Set() }, subject)).toBe(false)
    await house.records.deleteRecord(house.scope, ana, { appId: app.id, recordId: record.id })
    expect(await sees(ben, subject)).toBe(false)
  })

  it('is not seen after the comment that it quotes is deleted', async () => {
    const subject = await mentionOf(ben)
    const commentId = subject.commentId ?? ''
    await deleteComment(house.deps, house.scope, ana, { appId: app.id, recordId: record.id, commentId })
    expect(await sees(ben, subject)).toBe(false)
    expect(await sees(ben, { ...subject, commentId: undefined })).toBe(true)
  })

  it('is not seen after a field was closed that could be read when it was written', async () => {
    const subject = await mentionOf(ines, { field: 'hush' })
    expect(await sees(ines, subject)).toBe(true)
    expect(await sees({ ...ines, principals: [] }, subject)).toBe(false)
  })

  it('is not seen in a tenant that is suspended or gone', async () => {
    const subject = await mentionOf(ben)
    expect(await sees(ben, { ...subject, tenantId: newId() })).toBe(false)
    expect(await sees(ben, { kind: 'tenant', tenantId: newId() })).toBe(false)
    expect(await sees(ben, { kind: 'tenant', tenantId: house.scope.tenantId })).toBe(true)
  })

  it.each([
    { kind: 'playbook', playbookId: newId() },
    { kind: 'approval', approvalId: newId() },
  ] as const)('is seen while its page can be opened: $kind', async (page) => {
    const subject = { ...page, tenantId: house.scope.tenantId }
    expect([await sees(ben, subject), await sees(ben, subject, true)]).toEqual([true, false])
  })
})
