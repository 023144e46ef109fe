import type { AppView } from '@caseloom/contract/apps/apps'
import type { JobView } from '@caseloom/contract/records/jobs'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { createJobsFixture, type JobsFixture } from '../jobs/jobs.fixture.ts'
import { BASE_FIELDS, SECRET_ROLE } from '@caseloom/testkit/records-fixture'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addComment, editComment } from '../comments/write-comment.ts'
import { listComments } from '../comments/list-comments.ts'
import { attachFiles, listRecordFiles } from '../files/record-files.ts'
import { uploadFile } from '../files/upload-file.ts'
import { startExport, startImport } from '../jobs/start-job.ts'
import { previewImport } from '../jobs/preview-import.ts'
import { undoJob } from '../jobs/watch-jobs.ts'
import { COMMENTS_COLUMN, FILES_COLUMN } from '../tables/archive-shape.ts'

let house: JobsFixture
let alice: Actor
let bob: Actor
const FIELDS = [
  ...BASE_FIELDS,
  { key: 'proof', type: 'attachment', label: 'Proof', multiple: true },
  {
    key: 'inner',
    type: 'comments',
    label: 'Inner',
    rich: true,
    readers: [SECRET_ROLE],
    writers: [SECRET_ROLE],
  },
]

beforeAll(async () => {
  house = await createJobsFixture()
  alice = house.aUser()
  Object.assign(alice, { principals: [alice.id ?? '', SECRET_ROLE] })
  bob = house.aUser({
    name: 'Bob Öhler',
    may: ['record:read', 'record:create', 'record:update', 'record:export', 'record:bulk', 'app:read'],
  })
  house.deps.people = async () => ({
    users: [
      { id: alice.id ?? '', name: alice.name, email: 'alice@example.com' },
      { id: bob.id ?? '', name: bob.name, email: 'bob@example.com' },
    ],
    groups: [],
  })
})
afterAll(() => house.close())

const talk = () => ({
  system: house.installation.database.system,
  apps: house.apps,
  people: {
    principals: async () => ({ users: [], groups: [], roles: [] }),
    actors: async () => [],
  },
  notifyOfComment: async () => undefined,
})
const send = (name: string, content: string, by = alice) =>
  uploadFile({ files: house.deps.bytes as never }, house.scope, by, {
    name,
    content: Readable.from([Buffer.from(content)]),
  })

/** Two cases with talk, one of them without anything. */
async function aTalkedApp(): Promise<AppView> {
  const app = await house.anApp({ fields: FIELDS })
  const proof = [await send('log.txt', 'line one'), await send('log copy.txt', 'line one')]
  const first = await house.records.createRecord(house.scope, alice, {
    appId: app.id,
    fields: { title: 'One', source_ref: 'A', proof: proof.map(({ id }) => id) },
  })
  await house.records.createRecord(house.scope, alice, {
    appId: app.id,
    fields: { title: 'Two', source_ref: 'B' },
  })
  const place = { appId: app.id, recordId: first.id }
  const deps = talk() as never
  const asked = await addComment(deps, house.scope, alice, { ...place, body: '<p>Who was “it”? =1+1</p>' })
  const seen = await send('seen.png', 'png', bob)
  await addComment(deps, house.scope, bob, {
    ...place,
    body: '<p><strong>Bob</strong> was مرحبا</p>',
    replyTo: asked.id,
    files: [seen.id],
  })
  await editComment(deps, house.scope, alice, { ...place, commentId: asked.id, body: '<p>Who was it?</p>' })
  await addComment(deps, house.scope, alice, { ...place, body: '<p>Inner matter</p>', field: 'inner' })
  const own = await send('note: a/b.md', '# note')
  await attachFiles(house.deps, house.scope, alice, { ...place, files: [own.id] })
  return app
}

type Order = Partial<Parameters<typeof startExport>[3]>
async function exported(app: AppView, order: Order = {}, actor = alice): Promise<JobView> {
  const command = { appId: app.id, format: 'json', records: {}, header: 'keys', ...order } as const
  return house.finish(actor, await startExport(house.deps, house.scope, actor, command))
}
async function load(app: AppView, fileId: string, over: object = {}, actor = alice): Promise<JobView> {
  const { columns } = await previewImport(house.deps, house.scope, actor, {
    appId: app.id,
    fileId: fileId as never,
  })
  const order = { columns: columns.map(({ column, field }) => ({ column, field })), ...over }
  const fixed = { existing: 'update', missing: 'create', dryRun: false } as const
  const begun = await startImport(house.deps, house.scope, actor, {
    appId: app.id,
    fileId: fileId as never,
    ...fixed,
    ...order,
  })
  return house.finish(actor, begun)
}

/** All that people see of the records of an app, without ids and places. */
async function whole(app: AppView, actor = alice): Promise<unknown> {
  const { items } = await house.records.searchRecords(house.scope, actor, {
    appId: app.id,
    sort: [{ field: 'source_ref', direction: 'asc' }],
  })
  const out = []
  for (const { id: recordId, fields } of items) {
    const place = { appId: app.id, recordId }
    const files = await listRecordFiles(house.deps, house.scope, actor, place)
    const threads = []
    for (const field of [undefined, 'inner']) {
      const page = await listComments(talk() as never, house.scope, actor, {
        ...place,
        limit: 50,
        ...(field === undefined ? {} : { field }),
      })
      const ids = page.items.map(({ id }) => id)
      threads.push(
        page.items.map(({ at, by, body, editedAt, replyTo, files: hung }) => ({
          at,
          by: { kind: by.kind, id: by.id, name: by.name },
          body,
          editedAt,
          answers: replyTo === null ? null : ids.indexOf(replyTo),
          files: hung.map(({ name, sha256, size, mediaType }) => ({ name, sha256, size, mediaType })),
        })),
      )
    }
    out.push({
      title: fields['title'],
      threads,
      files: files.items
        .map(({ name, sha256, size, mediaType, place: where }) =>
          [where, name, sha256, size, mediaType].join(' '),
        )
        .toSorted(),
    })
  }
  return out
}

describe('comments and files', () => {
  it.each(['json', 'csv', 'xlsx'] as const)(
    'come back from a packed %s as they were, and a second time add nothing',
    async (format) => {
      const [from, to] = [await aTalkedApp(), await house.anApp({ fields: FIELDS })]
      const job = await exported(from, { format, include: ['comments', 'files'] })
      expect(job).toMatchObject({ state: 'succeeded', faults: [], file: { mediaType: 'application/zip' } })
      const file = house.upload(job.file?.name ?? '', await house.fileOf(job))
      const dry = await load(to, file, { dryRun: true })
      expect(dry).toMatchObject({ state: 'succeeded', counts: { created: 2, failed: 0 }, faults: [] })
      const done = await load(to, file)
      expect(done).toMatchObject({ state: 'succeeded', counts: { created: 2, failed: 0 }, faults: [] })
      expect(await whole(to)).toEqual(await whole(from))
      const again = await load(to, file, { match: 'source_ref' })
      expect(again.counts).toMatchObject({ created: 0, updated: 0, unchanged: 2, failed: 0 })
      expect(await whole(to)).toEqual(await whole(from))
      const words = await house.records.searchRecords(house.scope, alice, {
        appId: to.id,
        text: 'inner matter',
      })
      expect(words.items).toHaveLength(1)
    },
    60_000,
  )

  it('that an import brought to a record are taken back with it, and what was there stays', async () => {
    const [from, to] = [await aTalkedApp(), await house.anApp({ fields: FIELDS })]
    const earlier = await house.records.createRecord(house.scope, alice, {
      appId: to.id,
      fields: { title: 'One', source_ref: 'A' },
    })
    const place = { appId: to.id, recordId: earlier.id }
    await addComment(talk() as never, house.scope, alice, { ...place, body: '<p>Before</p>' })
    const before = await whole(to)
    const job = await exported(from, { include: ['comments', 'files'], columns: ['source_ref', 'title'] })
    const done = await load(to, house.upload('x.zip', await house.fileOf(job)), {
      match: 'source_ref',
      missing: 'skip',
    })
    expect(done).toMatchObject({ counts: { updated: 1, skipped: 1, created: 0 }, can: { undo: true } })
    expect(await whole(to)).not.toEqual(before)
    const undone = await house.finish(alice, await undoJob(house.scope, alice, done.id, ''))
    expect(undone.state).toBe('succeeded')
    expect(await whole(to)).toEqual(before)
  }, 60_000)

  it('leave threads that the actor may not read out of the file', async () => {
    const app = await aTalkedApp()
    const rows = JSON.parse(
      (await house.fileOf(await exported(app, { include: ['comments'] }, bob))).toString(),
    )
    const talked = rows.find((row: Record<string, unknown>) => row['source_ref'] === 'A')
    expect(talked[COMMENTS_COLUMN].map((one: { text: string }) => one.text)).toEqual([
      '<p>Who was it?</p>',
      '<p><strong>Bob</strong> was مرحبا</p>',
    ])
    expect(talked[COMMENTS_COLUMN][1]).toMatchObject({ by: { email: 'bob@example.com' }, answers: 0 })
    expect(talked['proof'][0]).toMatchObject({
      name: 'log.txt',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(rows.every((row: object) => !(FILES_COLUMN in row))).toBe(true)
  })

  it('are brought by those alone who manage the app, for they speak in the names of others', async () => {
    const [from, to] = [await aTalkedApp(), await house.anApp({ fields: FIELDS })]
    const job = await exported(from, { include: ['comments', 'files'] })
    const file = house.upload('x.zip', await house.fileOf(job))
    const preview = await previewImport(house.deps, house.scope, bob, { appId: to.id, fileId: file as never })
    expect(preview).toMatchObject({ packed: true, mayCarry: false })
    expect(preview.columns.find(({ column }) => column === COMMENTS_COLUMN)?.field).toBeNull()
    const forced = load(to, file, { columns: [{ column: COMMENTS_COLUMN, field: COMMENTS_COLUMN }] }, bob)
    await expect(forced).rejects.toMatchObject({
      details: { issues: [expect.objectContaining({ code: 'right_missing' })] },
    })
  })

  it('whose content is not in the file are refused with what to do, and the row writes nothing', async () => {
    const [from, to] = [await aTalkedApp(), await house.anApp({ fields: FIELDS })]
    const job = await exported(from, { include: ['comments'] })
    const done = await load(to, house.upload('x.json', await house.fileOf(job)))
    expect(done.counts).toMatchObject({ created: 1, failed: 1 })
    const messages = done.faults[0]?.issues.map(({ message }) => message) ?? []
    expect(messages[0]).toBe(
      'The content of “log.txt” isn’t in the import. Use the ZIP that was exported with files.',
    )
    expect((await house.records.searchRecords(house.scope, alice, { appId: to.id })).items).toHaveLength(1)
  })

  it('from another installation keep an unknown author’s name, and invalid rows are reported by position', async () => {
    const to = await house.anApp({ fields: FIELDS })
    const by = { kind: 'user', id: alice.id, name: 'Zoë Elsewhere' }
    const rows = [
      {
        title: 'Good',
        [COMMENTS_COLUMN]: [{ at: '2020-02-03T04:05:06.789Z', by, text: '<p>Old<script>x</script></p>' }],
      },
      { title: 'Bad', [COMMENTS_COLUMN]: [{ at: 'yesterday', by, text: 'x' }] },
      { title: 'Future', [COMMENTS_COLUMN]: [{ at: '2999-01-01T00:00:00Z', by, text: 'x' }] },
      { title: 'No list', [COMMENTS_COLUMN]: 'x' },
    ]
    const done = await load(to, house.upload('x.json', JSON.stringify(rows)))
    expect(done.counts).toMatchObject({ created: 1, failed: 3 })
    expect(done.faults.map(({ issues }) => issues[0]?.path.join('.'))).toEqual([
      `${COMMENTS_COLUMN}.0.at`,
      `${COMMENTS_COLUMN}.0.at`,
      COMMENTS_COLUMN,
    ])
    expect(await whole(to)).toMatchObject([
      {
        threads: [
          [
            {
              at: '2020-02-03T04:05:06.789Z',
              by: { kind: 'user', id: null, name: 'Zoë Elsewhere' },
              body: '<p>Old</p>',
            },
          ],
          [],
        ],
      },
    ])
  })
})
