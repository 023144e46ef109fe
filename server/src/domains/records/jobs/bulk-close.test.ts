import type { AppView } from '@caseloom/contract/apps/apps'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Selection } from '@caseloom/contract/records/jobs'
import type { FieldValues, RecordView } from '@caseloom/contract/records/records'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isFailure } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { lockRecord } from '../permissions/lock-record.ts'
import { createJobsFixture, type JobsFixture } from './jobs.fixture.ts'
import { previewClosing } from './preview-closing.ts'
import { startBulk } from './start-job.ts'
import { undoJob } from './watch-jobs.ts'

const CLERK = newId()
const options = (...keys: string[]) => keys.map((key) => ({ key, label: key }))
const states = options('new', 'closed', 'resolved')
const FIELDS = [
  { key: 'title', label: 'Title', type: 'text', required: true, readers: [CLERK], writers: [CLERK] },
  { key: 'status', label: 'Status', type: 'selection', display: 'state', options: states, default: 'new' },
  { key: 'disposition', label: 'Disposition', type: 'selection', options: options('benign', 'malicious') },
  { key: 'impact', label: 'Impact', type: 'text' },
  { key: 'tasks', label: 'Tasks', type: 'tasks', readers: [CLERK], writers: [CLERK] },
]
const requires = (id: string, field: string, value: string, needed: string) => ({
  id,
  name: id,
  when: { field, op: 'eq', value },
  actions: [{ id: `${id}-0`, do: 'require', fields: [needed] }],
  branches: [],
})
const RULES = [
  requires('closed', 'status', 'closed', 'disposition'),
  requires('malicious', 'disposition', 'malicious', 'impact'),
]
const WORKFLOW = {
  stages: [
    {
      id: 'main',
      title: 'Main',
      on: ['new', 'open', 'edit', 'save', 'import', 'api', 'playbook'],
      branches: [{ id: 'closing', rules: RULES }],
    },
  ],
}

let house: JobsFixture
let alice: Actor
let bob: Actor
let app: AppView
beforeAll(async () => {
  house = await createJobsFixture()
  const id = newId()
  alice = house.aUser({ id, principals: [id, CLERK] })
  bob = house.aUser({ name: 'Bob Example' })
})
afterAll(() => house.close())
beforeEach(async () => {
  app = await house.anApp({ fields: FIELDS, workflow: WORKFLOW })
})

const make = (fields: JsonObject = {}): Promise<RecordView> =>
  house.records.createRecord(house.scope, alice, { appId: app.id, fields: { title: 'Alert', ...fields } })
const read = (recordId: string) =>
  house.records.getRecord(house.scope, alice, { appId: app.id, recordId }).then(({ fields }) => fields)
const preview = (actor: Actor, records: Selection, set: FieldValues = {}) =>
  previewClosing(house.deps, house.scope, actor, { appId: app.id, records, set })
const close = (actor: Actor, records: Selection, set: FieldValues, summary?: string) => {
  const change = { close: { set, ...(summary === undefined ? {} : { summary }) } }
  return startBulk(house.deps, house.scope, actor, { appId: app.id, records, change })
}
const commentsOf = (recordId: string) =>
  house.scope.read((tx) =>
    tx.rows(
      z.object({ body: z.string() }),
      'select body from caseloom.comment where tenant_id = $1 and record_id = $2',
      [tx.tenantId, recordId],
    ),
  )
const required = { title: 'Reset the password', required: true }

describe('closing several records', () => {
  it('closes each by its own rules, leaves closed ones alone, comments, and is undone as a whole', async () => {
    const [one, two] = [await make(), await make()]
    const old = await make({ status: 'closed', disposition: 'malicious', impact: 'None' })
    const blocked = await make({ tasks: [required] })
    const begun = await close(alice, {}, { disposition: 'benign' }, 'Scanner <of> ours\nWeekly')
    const done = await house.finish(alice, begun)
    expect(done).toMatchObject({
      kind: 'bulkClose',
      state: 'succeeded',
      counts: { updated: 2, unchanged: 1, failed: 1 },
      faults: [{ record: blocked.trackingId, recordId: blocked.id, issues: [{ code: 'tasks_open' }] }],
    })
    for (const { id } of [one, two])
      expect(await read(id)).toMatchObject({ status: 'closed', disposition: 'benign' })
    expect(await read(old.id)).toMatchObject({ disposition: 'malicious' })
    expect(await read(blocked.id)).toMatchObject({ status: 'new', disposition: null })
    expect(await commentsOf(one.id)).toEqual([{ body: '<p>Scanner &lt;of&gt; ours</p><p>Weekly</p>' }])
    expect(await commentsOf(old.id)).toEqual([])
    expect(await commentsOf(blocked.id)).toEqual([])
    const found = await house.records.searchRecords(house.scope, alice, { appId: app.id, text: 'weekly' })
    expect(found.items.map(({ id }) => id).toSorted()).toEqual([one.id, two.id].toSorted())

    const undone = await house.finish(alice, await undoJob(house.scope, alice, done.id))
    expect(undone).toMatchObject({ state: 'succeeded', counts: { updated: 2 } })
    expect(await read(one.id)).toMatchObject({ status: 'new', disposition: null })
    expect(await read(old.id)).toMatchObject({ status: 'closed' })
  })

  it('fails for records that lack what their rules require', async () => {
    const { id } = await make()
    const done = await house.finish(alice, await close(alice, { ids: [id] }, {}))
    expect(done).toMatchObject({
      counts: { updated: 0, failed: 1 },
      faults: [{ issues: [{ code: 'required' }] }],
    })
    expect(await read(id)).toMatchObject({ status: 'new' })
  })

  it.each([
    [{ status: 'new' }, 'request.invalid', 'not_closed'],
    [{ disposition: 'ghost' }, 'request.invalid', 'unknown_option'],
    [{ ghost: 1 }, 'field.unknown', 'unknown_field'],
  ] as const)('with %j is refused immediately, in the preview too', async (set, code, issue) => {
    await make()
    for (const attempt of [close, preview]) {
      const error = await attempt(alice, {}, set).catch((reason: unknown) => reason)
      if (!isFailure(error, code)) throw error
      expect(error.details.issues).toMatchObject([{ code: issue }])
      expect(error.details.issues?.[0]?.path.at(-1)).toBe(Object.keys(set)[0])
    }
  })

  it('is refused in an app without a closed state', async () => {
    const plain = await house.anApp()
    const work = startBulk(house.deps, house.scope, alice, {
      appId: plain.id,
      records: {},
      change: { close: { set: {} } },
    })
    expect(isFailure(await work.catch((error: unknown) => error), 'request.invalid')).toBe(true)
  })
})

describe('the preview of closing', () => {
  it('asks for what the rules require with the values so far, and writes nothing', async () => {
    const [one, blocked] = [await make(), await make({ tasks: [required] })]
    await make({ status: 'resolved' })
    const expected = { checked: 3, hasMore: false, closing: 1, closed: 1, missing: 0, blocked: 1 }
    expect(await preview(alice, {})).toMatchObject({ ...expected, asks: ['disposition'] })
    const asked = await preview(alice, {}, { disposition: 'malicious' })
    expect(asked).toMatchObject({ ...expected, asks: ['disposition', 'impact'] })
    // Impact isn't asked for with this disposition, and so doesn't count.
    const other = await preview(alice, {}, { disposition: 'benign', impact: 'High' })
    expect(other).toMatchObject({ ...expected, asks: ['disposition'] })
    expect(other.faults).toMatchObject([
      { record: blocked.trackingId, recordId: blocked.id, title: 'Alert', issues: [{ code: 'tasks_open' }] },
    ])
    expect(other.faults[0]?.issues[0]?.message).toContain('Reset the password')
    expect(await read(one.id)).toMatchObject({ status: 'new', disposition: null })
  })

  it('counts and names only what the person may see', async () => {
    const [free, locked, hidden, busy] = [
      await make(),
      await make(),
      await make(),
      await make({ tasks: [required] }),
    ]
    await lockRecord(house.deps, house.scope, alice, { appId: app.id, recordId: locked.id, ip: '127.0.0.1' })
    await house.scope.tx(async (tx) => {
      const compiled = await house.apps.compiled(tx, app.id, true)
      await tx.query(`update ${compiled?.table} set acl = $2::uuid[] where id = $1`, [hidden.id, [alice.id]])
    })
    const all = { ids: [free, locked, hidden, busy].map(({ id }) => id) }
    const seen = await preview(bob, all, { disposition: 'benign' })
    expect(seen).toMatchObject({ checked: 4, closing: 1, closed: 0, missing: 1, blocked: 2 })
    expect(seen.faults.map(({ record, title }) => [record, title])).toEqual([
      [locked.trackingId, null],
      [busy.trackingId, null],
    ])
    expect(seen.faults[0]?.issues[0]?.code).toBe('record.locked')
    expect(JSON.stringify(seen)).not.toContain('Reset the password')
    expect(JSON.stringify(seen)).not.toContain(hidden.id)
    expect(await preview(bob, {}, { disposition: 'benign' })).toMatchObject({ checked: 3, missing: 0 })
    // A closed record that is hidden counts as missing, not as closed.
    await house.finish(alice, await close(alice, { ids: [hidden.id] }, { disposition: 'benign' }))
    expect(await preview(bob, { ids: [hidden.id] })).toMatchObject({ closed: 0, missing: 1 })
  })

  it('needs the permissions of bulk changes', async () => {
    const { id } = await make()
    for (const may of [
      ['record:read', 'record:update'],
      ['record:read', 'record:bulk'],
    ] as const) {
      const work = preview(house.aUser({ may }), { ids: [id] })
      expect(isFailure(await work.catch((error: unknown) => error), 'right.missing')).toBe(true)
    }
  })

  it('checks a bounded number, and says that there are more', async () => {
    const commands = Array.from({ length: 501 }, () => ({
      kind: 'create' as const,
      values: { title: 'Alert' },
    }))
    await house.records.changeMany(house.scope, alice, { appId: app.id, commands })
    expect(await preview(alice, {}, { disposition: 'benign' })).toMatchObject({
      checked: 500,
      hasMore: true,
      closing: 500,
    })
  })
})
