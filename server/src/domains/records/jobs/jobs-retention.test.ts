import { afterAll, beforeAll, expect, it } from 'vitest'
import { createJobsFixture, type JobsFixture } from './jobs.fixture.ts'
import { purgeExpiredJobs } from './jobs-retention.ts'
import { startExport } from './start-job.ts'
import { listJobs } from './watch-jobs.ts'

let house: JobsFixture
beforeAll(async () => {
  house = await createJobsFixture()
})
afterAll(() => house.close())

it('jobs lose their files a week after their end, and are gone after a month', async () => {
  const { deps, scope } = house
  const alice = house.aUser()
  const app = await house.anApp()
  const order = { appId: app.id, records: {}, format: 'json', header: 'keys' } as const
  const [old, young] = [
    await house.finish(alice, await startExport(deps, scope, alice, order)),
    await house.finish(alice, await startExport(deps, scope, alice, order)),
  ]
  const endedBefore = (days: number) =>
    deps.system.tx((tx) =>
      tx.query(
        'update caseloom.record_job set ended_at = $2::timestamptz - make_interval(days => $3) where id = $1',
        [old.id, tx.now, days],
      ),
    )
  const listed = async () =>
    (await listJobs(deps, scope, alice, { limit: 10, appId: app.id })).items.map(({ id, can }) => [
      id,
      can.download,
    ])

  await endedBefore(6)
  await purgeExpiredJobs(deps)
  expect(await listed()).toEqual([
    [young.id, true],
    [old.id, true],
  ])
  await endedBefore(8)
  await purgeExpiredJobs(deps)
  expect(await listed()).toEqual([
    [young.id, true],
    [old.id, false],
  ])
  await expect(house.fileOf(old)).rejects.toThrow('The job has no file')
  await endedBefore(31)
  await purgeExpiredJobs(deps)
  expect(await listed()).toEqual([[young.id, true]])
  expect(JSON.parse((await house.fileOf(young)).toString())).toEqual([])
})
