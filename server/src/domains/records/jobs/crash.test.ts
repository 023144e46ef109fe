import type { AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { createJobsFixture, type JobsFixture } from './jobs.fixture.ts'
import type { JobsChildConfig } from '@caseloom/testkit/jobs-worker-child'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startBulk, startImport } from './start-job.ts'
import { getJob } from './watch-jobs.ts'

const CHILD = fileURLToPath(new URL('../../../../../testkit/src/jobs-worker-child.ts', import.meta.url))
const ROWS = 6000

let house: JobsFixture
let alice: Actor
let upload: string
beforeAll(async () => {
  house = await createJobsFixture()
  alice = house.aUser()
  upload = join(house.folder, 'rows.csv')
  const lines = Array.from({ length: ROWS }, (_, at) => `row ${at},${at % 100 === 99 ? 'S-1' : `S-${at}`}`)
  writeFileSync(upload, `title,source_ref\n${lines.join('\n')}\n`)
})
afterAll(() => house.close())

function aWorker(): ChildProcess {
  const { tenantId, accountId } = house.scope
  const config: JobsChildConfig = {
    databaseUrl: house.installation.url,
    folder: house.folder,
    tenant: { tenantId, accountId },
    upload,
  }
  const child = spawn(process.execPath, [CHILD], {
    env: { ...process.env, JOBS_CHILD: JSON.stringify(config) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Kills a worker mid-job, expires its lease, and lets another worker resume. */
async function killedOnce(jobId: string): Promise<void> {
  const first = aWorker()
  await vi.waitFor(
    async () => {
      const job = await getJob(house.deps, house.scope, alice, jobId)
      expect(job.done).toBeGreaterThan(2000)
      expect(job.done).toBeLessThan(ROWS)
    },
    { timeout: 40_000, interval: 20 },
  )
  first.kill('SIGKILL')
  await once(first, 'exit')
  const half = await getJob(house.deps, house.scope, alice, jobId)
  expect(half).toMatchObject({ state: 'running' })
  expect(half.done).toBeLessThan(ROWS)
  await house.scope.tx((tx) =>
    tx.query('update caseloom.record_job set lease_until = now() where id = $1', [jobId]),
  )
  const second = aWorker()
  await vi.waitFor(
    async () => expect((await getJob(house.deps, house.scope, alice, jobId)).state).toBe('succeeded'),
    {
      timeout: 60_000,
      interval: 100,
    },
  )
  second.kill('SIGKILL')
  await once(second, 'exit')
}

const entriesOf = (app: AppView) =>
  house.scope.read((tx) =>
    tx.query<{ version: number; n: number }>(
      'select version, count(*)::int as n from caseloom.record_history where app_id = $1 group by version order by version',
      [app.id],
    ),
  )

describe('a job whose worker is killed', () => {
  it('resumes where it stopped: an import creates each row once, a bulk edit changes each record once', async () => {
    const app = await house.anApp()
    const file = house.upload('rows.csv', readFileSync(upload))
    const begun = await startImport(house.deps, house.scope, alice, {
      appId: app.id,
      fileId: file as never,
      columns: [
        { column: 'title', field: 'title' },
        { column: 'source_ref', field: 'source_ref' },
      ],
      existing: 'update',
      missing: 'create',
      dryRun: false,
    })
    await killedOnce(begun.id)
    const job = await getJob(house.deps, house.scope, alice, begun.id)
    const twins = ROWS / 100
    expect(job).toMatchObject({ done: ROWS, total: ROWS, counts: { created: ROWS - twins, failed: twins } })
    expect(await entriesOf(app)).toEqual([{ version: 1, n: ROWS - twins }])
    const errors = (await house.fileOf(job)).toString()
    expect(errors.trimEnd().split('\r\n')).toHaveLength(twins + 1)

    const edit = await startBulk(house.deps, house.scope, alice, {
      appId: app.id,
      records: {},
      change: { set: { severity: 'high' } },
    })
    await killedOnce(edit.id)
    expect(await getJob(house.deps, house.scope, alice, edit.id)).toMatchObject({
      counts: { updated: ROWS - twins, failed: 0 },
    })
    expect(await entriesOf(app)).toEqual([
      { version: 1, n: ROWS - twins },
      { version: 2, n: ROWS - twins },
    ])
  }, 200_000)
})
