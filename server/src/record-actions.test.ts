import type { RecordId } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Sharing } from '@caseloom/contract/kernel/sharing'
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
import { sharedButtons } from './domains/automation/triggers/shared-buttons.ts'
import type { JobsDeps } from './domains/records/job-state/job-context.ts'
import { createJobFiles } from './domains/records/job-state/job-files.ts'
import { startJobWorker } from './domains/records/jobs/job-worker.ts'
import { startAction } from './domains/records/jobs/start-job.ts'
import { cancelJob, getJob, listJobs } from './domains/records/jobs/watch-jobs.ts'
import { offeredButtons } from './domains/records/workflow-runs/offered-buttons.ts'
import type { TenantScope } from './platform/database/types.ts'
import { fail } from './platform/errors.ts'
import { newId } from './platform/uuid.ts'
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

async function aTenant(sharing: Sharing = null) {
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
    sharing,
  })
  return { scope, actor, app }
}

/** Jobs that press buttons, as the process that does them builds them; `interrupt` throws after a press. */
function jobsOver(scope: TenantScope, actor: Actor, interrupt: (recordId: string) => void = () => undefined) {
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
    press: async (...pressed) => {
      const started = await pressForJob(house.automation, ...pressed)
      interrupt(pressed[2].recordId)
      return started
    },
    sharedButtons,
    log: pino({ level: 'silent' }),
  }
  const worker = startJobWorker(deps)
  return {
    deps,
    start: (...begun: Parameters<StartAction>) => startAction(deps, ...begun),
    finish: async (job: JobView) => {
      // What waits for its next attempt begins it now.
      await scope.tx((tx) =>
        tx.query('update caseloom.record_job set turn_at = now() where id = $1', [job.id]),
      )
      worker.wake()
      await worker.idle()
      return getJob(deps, scope, actor, job.id)
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

  it.each([
    ['an error', () => new Error('The worker was interrupted')],
    ['a full queue', () => fail('request.too_many')],
  ])('counts as started what a job started before %s interrupted it, and no more', async (_what, error) => {
    const { scope, actor, app } = await aTenant()
    const dedup = '{% trigger.record.fields.note %}'
    await house.publish(scope, aPlaybook([aTransform('out', 1)], { triggers: [{ ...BUTTON, dedup }] }))
    const [view] = await listButtons(house.automation, scope, actor, app.id)
    const ids: RecordId[] = []
    for (const note of ['one', 'two', 'two', 'three'])
      ids.push(
        (await house.records.createRecord(scope, actor, { appId: app.id, fields: { title: note, note } })).id,
      )
    const interrupted = ids[1]
    let left = 1
    const jobs = jobsOver(scope, actor, (recordId) => {
      if (recordId !== interrupted || left === 0) return
      left -= 1
      throw error()
    })
    const job = await pressOnMany({ ...house.automation, startAction: jobs.start }, scope, actor, {
      triggerId: view?.id ?? '',
      records: { ids },
      inputs: {},
    })
    expect(await jobs.finish(job)).toMatchObject({ state: 'running', done: 1, counts: { started: 1 } })
    const done = await jobs.finish(job)
    // The third has the key of the second: that is the author's word, and no press of this job.
    expect(done).toMatchObject({ state: 'succeeded', counts: { started: 3, skipped: 1, failed: 0 } })
    expect(done.faults.map(({ record, issues }) => [record, issues[0]?.code])).toEqual([
      ['ALR-3', 'duplicate'],
    ])
    expect((await listRuns(scope, { limit: 9 })).items).toHaveLength(3)
    await jobs.stop()
  })

  it('is not pressed in an archived app, nor for records or in apps that the person cannot see', async () => {
    const { scope, actor, app } = await aTenant([])
    await house.publish(scope, aPlaybook([aTransform('out', 1)], { triggers: [BUTTON] }))
    const [view] = await listButtons(house.automation, scope, actor, app.id)
    const triggerId = view?.id ?? ''
    const { id } = await house.records.createRecord(scope, actor, {
      appId: app.id,
      fields: { title: 'secret' },
    })
    const jobs = jobsOver(scope, actor)
    const begin = (by: Actor, within = scope) =>
      pressOnMany({ ...house.automation, startAction: jobs.start }, within, by, {
        triggerId,
        records: { ids: [id] },
        inputs: {},
      })
    const press = (by: Actor) =>
      pressButton(house.automation, scope, by, { triggerId, recordId: id, inputs: {} })
    const elsewhere = await house.aTenant()
    const missing = { code: 'resource.not_found' }
    await expect(begin(anActor(elsewhere), elsewhere)).rejects.toMatchObject(missing)
    const excluded = anActor(scope, { may: ['app:read', 'record:read', 'record:bulk', 'playbook:run'] })
    await expect(begin(excluded)).rejects.toMatchObject(missing)
    await expect(press(excluded)).rejects.toMatchObject(missing)
    const archive = (archived: boolean) =>
      house.apps.lifecycle.archive(scope, actor, { appId: app.id, archived })
    const begun = await begin(actor)
    await archive(true)
    await expect(begin(actor)).rejects.toMatchObject({ code: 'app.archived' })
    await expect(press(actor)).rejects.toMatchObject({ code: 'app.archived' })
    expect(await listButtons(house.automation, scope, actor, app.id)).toEqual([])
    const stopped = await jobs.finish(begun)
    expect(stopped.counts).toMatchObject({ started: 0, failed: 1 })
    await archive(false)
    const table = (await scope.read((tx) => house.apps.compiled(tx, app.id)))?.table ?? ''
    await scope.tx((tx) => tx.query(`update ${table} set acl = $1::uuid[]`, [[newId()]]))
    const blind = await jobs.finish(await begin(actor))
    expect(blind.counts).toMatchObject({ started: 0, failed: 1 })
    expect(blind.faults).toMatchObject([{ record: id, issues: [{ code: 'resource.not_found' }] }])
    expect((await listRuns(scope, { limit: 9 })).items).toEqual([])
    await jobs.stop()
  })

  it('is named in the job of another person for those alone that its playbook is shared with', async () => {
    const { scope, actor, app } = await aTenant()
    const playbook = await house.publish(scope, aPlaybook([aTransform('out', 1)], { triggers: [BUTTON] }))
    const [view] = await listButtons(house.automation, scope, actor, app.id)
    const jobs = jobsOver(scope, actor)
    const job = await pressOnMany({ ...house.automation, startAction: jobs.start }, scope, actor, {
      triggerId: view?.id ?? '',
      records: {},
      inputs: {},
    })
    await jobs.stop()
    const [inside, outside] = [anActor(scope), anActor(scope)]
    const cannotRun = anActor(scope, { may: ['app:build', 'record:read'] })
    await scope.tx((tx) =>
      tx.query('update caseloom.playbook set shared_with = $2::text[] where id = $1', [
        playbook.id,
        [inside.id],
      ]),
    )
    const seenBy = async (reader: Actor) => {
      const { items } = await listJobs(jobs.deps, scope, reader, { limit: 5 })
      return [...items, await getJob(jobs.deps, scope, reader, job.id)].map(({ button }) => button)
    }
    expect(await seenBy(actor)).toEqual(['Block', 'Block'])
    expect(await seenBy(inside)).toEqual(['Block', 'Block'])
    expect(await seenBy(outside)).toEqual([null, null])
    expect(await seenBy(cannotRun)).toEqual([null, null])
    expect((await cancelJob(jobs.deps, scope, outside, job.id)).button).toBeNull()
  })
})
