import type { AppView } from '@caseloom/contract/apps/apps'
import type { JobView } from '@caseloom/contract/records/jobs'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { createJobsFixture, type JobsFixture } from './jobs.fixture.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startImport } from './start-job.ts'
import { startJobWorker } from './job-worker.ts'
import { cancelJob, getJob } from './watch-jobs.ts'

const ROWS = 2500

let house: JobsFixture
let alice: Actor
beforeAll(async () => {
  house = await createJobsFixture()
  alice = house.aUser()
})
afterAll(() => house.close())

async function anImport(app: AppView, actor = alice): Promise<JobView> {
  const lines = Array.from({ length: ROWS }, (_, at) => `Suspicious row${at},S-${at}`)
  const fileId = house.upload('rows.csv', `title,source_ref\n${lines.join('\n')}\n`)
  return startImport(house.deps, house.scope, actor, {
    appId: app.id,
    // The upload was made by the house.
    fileId: fileId as never,
    columns: [
      { column: 'title', field: 'title' },
      { column: 'source_ref', field: 'source_ref' },
    ],
    existing: 'update',
    missing: 'create',
    dryRun: false,
  })
}

const search = (app: AppView, text?: string) =>
  house.records.searchRecords(house.scope, alice, {
    appId: app.id,
    count: 'exact',
    ...(text === undefined ? {} : { text }),
  })

const cut = (deps: JobsFixture['deps'], when: () => Promise<boolean>): JobsFixture['deps'] => ({
  ...deps,
  apps: {
    ...deps.apps,
    async compiled(...given) {
      if (await when()) throw new Error('cut off')
      return deps.apps.compiled(...given)
    },
  },
})

const phaseOf = (id: string) =>
  house.scope.read(async (tx) => {
    const query = `select place->>'phase' as phase, (place->>'words')::int as words from caseloom.record_job where id = $1`
    const [row] = await tx.query<{ phase: string | null; words: number | null }>(query, [id])
    return row
  })

describe('the words of imported records', () => {
  it('are written after the rows; meanwhile the job and each search by text say so, and a cut is taken up', async () => {
    const app = await house.anApp()
    const begun = await anImport(app)
    // The worker loses the database once the words of the first thousand are written.
    const worker = startJobWorker(
      cut(house.deps, async () => {
        const at = await phaseOf(begun.id)
        return at?.phase === 'words' && (at.words ?? 0) > 0
      }),
    )
    onTestFinished(() => worker.stop())
    await worker.idle()
    await worker.stop()
    const half = await getJob(house.deps, house.scope, alice, begun.id)
    expect(half).toMatchObject({ state: 'running', done: ROWS, can: { cancel: false } })
    expect(half.unsearchable).toBeGreaterThan(0)
    expect(half.unsearchable).toBeLessThan(ROWS)
    expect(await search(app)).toMatchObject({ total: { value: ROWS } })
    expect(await search(app)).not.toHaveProperty('partial')
    const early = await search(app, 'suspicious')
    expect(early).toMatchObject({ partial: true, total: { value: ROWS - half.unsearchable } })

    await house.scope.tx((tx) =>
      tx.query('update caseloom.record_job set turn_at = now(), lease_until = null where id = $1', [
        begun.id,
      ]),
    )
    const done = await house.finish(alice, half)
    expect(done).toMatchObject({ state: 'succeeded', unsearchable: 0, counts: { created: ROWS } })
    const late = await search(app, 'suspicious')
    expect(late).toMatchObject({ total: { value: ROWS } })
    expect(late).not.toHaveProperty('partial')
    expect(await search(app, `${app.acronym}-${ROWS}`)).toMatchObject({ total: { value: 1 } })
  }, 60_000)

  it('are written for the records imported before someone canceled the import', async () => {
    const app = await house.anApp()
    const begun = await anImport(app)
    let asked = 0
    const worker = startJobWorker({
      ...house.deps,
      async actorOf(...given) {
        asked += 1
        if (asked === 3) await cancelJob(house.deps, house.scope, alice, begun.id)
        return house.deps.actorOf(...given)
      },
    })
    onTestFinished(() => worker.stop())
    await worker.idle()
    await worker.stop()
    const job = await getJob(house.deps, house.scope, alice, begun.id)
    expect(job).toMatchObject({ state: 'cancelled', unsearchable: 0 })
    expect(job.counts.created).toBeGreaterThan(0)
    expect(await search(app, 'suspicious')).toMatchObject({ total: { value: job.counts.created } })
  }, 60_000)

  it('are read by the next search when the import failed for good', async () => {
    const app = await house.anApp()
    const bob = house.aUser()
    const begun = await anImport(app, bob)
    let asked = 0
    const worker = startJobWorker({
      ...house.deps,
      async actorOf(...given) {
        asked += 1
        return asked > 3 ? null : house.deps.actorOf(...given)
      },
    })
    onTestFinished(() => worker.stop())
    await worker.idle()
    await worker.stop()
    const job = await getJob(house.deps, house.scope, bob, begun.id)
    expect(job.state).toBe('failed')
    expect(job.counts.created).toBeGreaterThan(0)
    expect(await search(app, 'suspicious')).toMatchObject({ partial: true })
    await expect
      .poll(() => search(app, 'suspicious'), { timeout: 20_000 })
      .toMatchObject({ total: { value: job.counts.created } })
  }, 60_000)
})
