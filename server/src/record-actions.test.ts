import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { JobView, Selection } from '@caseloom/contract/records/jobs'
import { anActor } from '@caseloom/testkit/installation'
import { tmpdir } from 'node:os'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  aPlaybook,
  aTransform,
  type AutomationFixture,
  createAutomationFixture,
} from './domains/automation/automation.fixture.ts'
import { listRuns } from './domains/automation/runs/runs.read.ts'
import { listButtons, listRecordButtons, pressButton } from './domains/automation/triggers/buttons.ts'
import { pressForJob, pressOnMany, type StartAction } from './domains/automation/triggers/press-on-many.ts'
import type { JobsDeps } from './domains/records/job-state/job-context.ts'
import { createJobFiles } from './domains/records/job-state/job-files.ts'
import { startJobWorker } from './domains/records/jobs/job-worker.ts'
import { startAction } from './domains/records/jobs/start-job.ts'
import { getJob } from './domains/records/jobs/watch-jobs.ts'
import { offeredButtons } from './domains/records/workflow-runs/offered-buttons.ts'
import type { TenantScope } from './platform/database/types.ts'
import { createLocalFileStore } from './platform/files/file-store.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture({
    worker: false,
    offeredButtons: (...asked) => offeredButtons({ apps: house.apps }, ...asked),
  })
})
afterAll(() => house.close())

const BUTTON = { key: 'press', kind: 'button', with: { app: 'alert', label: 'Block' } }

const text = (key: string) => ({
  key,
  label: key,
  type: 'text' as const,
  required: false,
  readOnly: false,
  multiline: false,
  maxLength: 1_000,
  unique: false,
})

async function aTenant() {
  const scope = await house.aTenant()
  const actor = anActor(scope)
  const app = await house.apps.createApp(scope, actor, {
    key: 'alert',
    acronym: 'ALR',
    name: 'Alert',
    icon: 'alert-triangle',
    titleField: 'title',
    listColumns: ['title'],
    layout: [{ title: 'Details', columns: 2, fields: ['title', 'note'] }],
    fields: [text('title'), text('note')],
  })
  return { scope, actor, app }
}

/** Jobs that press buttons, as the process that does them builds them. */
function jobsOver(scope: TenantScope, actor: Actor) {
  const deps: JobsDeps = {
    system: house.installation.database.system,
    tenant: async () => scope,
    apps: house.apps,
    records: house.records,
    actorOf: async () => actor,
    people: async () => ({ users: [], groups: [] }),
    openUpload: async () => null,
    files: createJobFiles(tmpdir()),
    bytes: createLocalFileStore(tmpdir()),
    press: (...pressed) => pressForJob(house.automation, ...pressed),
    log: pino({ level: 'silent' }),
  }
  const worker = startJobWorker(deps)
  return {
    start: (...begun: Parameters<StartAction>) => startAction(deps, ...begun),
    finish: async (job: JobView) => {
      worker.wake()
      await worker.idle()
      return getJob(scope, actor, job.id)
    },
    stop: () => worker.stop(),
  }
}

describe('a button', () => {
  it('runs only for records for which the form logic offers it to the person, one by one and as a job', async () => {
    const { scope, actor, app } = await aTenant()
    await house.publish(scope, aPlaybook([aTransform('out', 1)], { triggers: [BUTTON] }))
    const [view] = await listButtons(house.automation, scope, actor, app.id)
    const button = view?.id ?? ''
    const rule = {
      id: 'open',
      when: { field: 'note', op: 'eq', value: 'open' },
      actions: [{ id: 'offer', do: 'offer', button }],
      branches: [],
    }
    const stage = { id: 's', title: 'S', on: ['open'], branches: [{ id: 'b', rules: [rule] }] }
    const { revision, name, icon, titleField, listColumns, layout, fields } = app
    const shape = { appId: app.id, revision, name, icon, titleField, listColumns, layout, fields }
    await house.apps.updateApp(scope, actor, {
      ...shape,
      workflow: { stages: [stage] },
    } as Parameters<typeof house.apps.updateApp>[2])
    const made = async (note: string) =>
      (await house.records.createRecord(scope, actor, { appId: app.id, fields: { title: note, note } })).id
    const [open, shut] = [await made('open'), await made('shut')]
    const offered = async (recordId: string) =>
      (await listRecordButtons(house.automation, scope, actor, { appId: app.id, recordId })).map(
        ({ label }) => label,
      )
    expect(await offered(open)).toEqual(['Block'])
    expect(await offered(shut)).toEqual([])
    const press = (recordId: string) =>
      pressButton(house.automation, scope, actor, { triggerId: button, recordId, inputs: {} })
    await expect(press(shut)).rejects.toMatchObject({ code: 'button.not_offered' })
    expect(await press(open)).toMatchObject({ outcome: 'accepted' })

    const jobs = jobsOver(scope, actor)
    const begin = (records: Selection, by = actor) =>
      pressOnMany({ ...house.automation, startAction: jobs.start }, scope, by, {
        triggerId: button,
        records,
        inputs: {},
      })
    const job = await begin({})
    expect(job).toMatchObject({ kind: 'action', button: 'Block', state: 'queued' })
    const done = await jobs.finish(job)
    expect(done).toMatchObject({
      state: 'succeeded',
      done: 2,
      counts: { started: 1, skipped: 1, failed: 0 },
      undoUntil: null,
    })
    expect(done.faults.map(({ record, issues }) => [record, issues[0]?.code])).toEqual([
      ['ALR-2', 'button.not_offered'],
    ])
    expect((await listRuns(scope, { limit: 9, recordId: open })).items).toHaveLength(2)
    expect((await listRuns(scope, { limit: 9, recordId: shut })).items).toEqual([])
    const single = { ...actor, permissions: new Set(['record:read', 'playbook:run'] as const) }
    await expect(begin({}, single)).rejects.toMatchObject({ code: 'right.missing' })
    await jobs.stop()
  })
})
