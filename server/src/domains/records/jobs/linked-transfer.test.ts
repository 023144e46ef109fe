import type { Actor } from '@caseloom/contract/kernel/permissions'
import { createJobsFixture, type JobsFixture } from './jobs.fixture.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startExport, startImport } from './start-job.ts'
import { previewImport } from './preview-import.ts'

let house: JobsFixture
let alice: Actor
beforeAll(async () => {
  house = await createJobsFixture()
  alice = house.aUser()
})
afterAll(() => house.close())

it.each([
  ['csv', undefined],
  ['csv', 'number'],
  ['json', 'number'],
] as const)('links come back from %s, matched by %s', async (format, match) => {
  const other = await house.anApp()
  const text = { type: 'text', label: 'x' }
  const app = await house.anApp({
    fields: [
      { key: 'title', ...text },
      { key: 'number', ...text, unique: true },
      { key: 'cases', label: 'Cases', type: 'reference', app: other.id, multiple: true },
      { key: 'one', label: 'One', type: 'reference', app: other.id },
    ],
  })
  const make = (appId: string, fields: Record<string, never>) =>
    house.records.createRecord(house.scope, alice, { appId, fields })
  const a = await make(other.id, { title: 'A' } as never)
  const b = await make(other.id, { title: 'B' } as never)
  const record = await make(app.id, { title: 't', number: 'N-1', cases: [a.id, b.id], one: a.id } as never)
  const order = { appId: app.id, format, records: {}, header: 'keys' } as const
  const job = await house.finish(alice, await startExport(house.deps, house.scope, alice, order))
  const bytes = await house.fileOf(job)
  await house.records.deleteRecord(house.scope, alice, { appId: app.id, recordId: record.id })
  const fileId = house.upload(job.file?.name ?? '', bytes) as never
  const { columns } = await previewImport(house.deps, house.scope, alice, { appId: app.id, fileId })
  const begun = await startImport(house.deps, house.scope, alice, {
    appId: app.id,
    fileId,
    columns: columns.map(({ column, field }) => ({ column, field })),
    existing: 'update',
    missing: 'create',
    dryRun: false,
    ...(match === undefined ? {} : { match }),
  })
  const done = await house.finish(alice, begun)
  expect(done.counts).toMatchObject({ created: 1, failed: 0 })
  const { items } = await house.records.searchRecords(house.scope, alice, { appId: app.id })
  expect(items[0]?.fields['cases']).toMatchObject({ total: 2 })
  expect(items[0]?.fields['one']).toMatchObject({ total: 1 })
})
