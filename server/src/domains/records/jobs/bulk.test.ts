import type { AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import { createJobsFixture, type JobsFixture } from './jobs.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFailure } from '../../../platform/errors.ts'
import { startBulk, startExport } from './start-job.ts'
import { cancelJob, listJobs, undoJob } from './watch-jobs.ts'

let house: JobsFixture
let alice: Actor
beforeAll(async () => {
  house = await createJobsFixture()
  alice = house.aUser()
})
afterAll(() => house.close())

async function records(
  app: AppView,
  count: number,
  over: Record<string, string> = {},
): Promise<RecordView[]> {
  const commands = Array.from({ length: count }, (_, at) => ({
    kind: 'create' as const,
    values: { title: `Record ${at}`, source_ref: `S-${at}`, ...over },
  }))
  const made = await house.records.changeMany(house.scope, alice, { appId: app.id, commands })
  return made.flatMap((one) => ('fields' in one ? [one] : []))
}

const all = async (app: AppView, text?: string) => {
  const command = { appId: app.id, limit: 5000, ...(text === undefined ? {} : { text }) }
  return (await house.records.searchRecords(house.scope, alice, command)).items
}

describe('a bulk edit', () => {
  it('changes what a search finds, records it in the history, and undoes it where no one changed it since', async () => {
    const app = await house.anApp()
    const made = await records(app, 2300)
    const filter = { field: 'severity', op: 'eq', value: 'low' } as const
    const begun = await startBulk(house.deps, house.scope, alice, {
      appId: app.id,
      records: { filter },
      change: { set: { severity: 'high', tags: ['a'] } },
    })
    expect(begun).toMatchObject({ state: 'queued', total: null, can: { cancel: true, undo: false } })
    const late = await records(app, 1, { source_ref: 'late' })
    const done = await house.finish(alice, begun)
    expect(done).toMatchObject({ state: 'succeeded', done: 2301, total: 2301, counts: { updated: 2301 } })
    expect(late).toHaveLength(1)
    const [first, second] = made
    if (first === undefined || second === undefined) throw new Error('no records')
    const history = await house.records.recordHistory(house.scope, alice, {
      appId: app.id,
      recordId: first.id,
      limit: 5,
    })
    expect(history.items[0]?.actor).toMatchObject({ kind: 'user', id: alice.id, via: 'bulkEdit' })
    await house.records.updateRecord(house.scope, alice, {
      appId: app.id,
      recordId: second.id,
      fields: { severity: 'medium' },
    })
    const undone = await house.finish(alice, await undoJob(house.scope, alice, done.id))
    expect(undone).toMatchObject({ state: 'succeeded', kind: 'undo', counts: { updated: 2301 } })
    const after = new Map((await all(app)).map((record) => [record.id as string, record.fields]))
    expect(after.get(first.id)).toMatchObject({ severity: 'low', tags: null })
    expect(after.get(second.id)).toMatchObject({ severity: 'medium', tags: null })
    expect([...after.values()].filter((fields) => fields['severity'] === 'low')).toHaveLength(2300)
    const again = await undoJob(house.scope, alice, done.id).catch((error: unknown) => error)
    expect(isFailure(again, 'job.not_undoable')).toBe(true)
  })

  it('uses the time zone of the person who started it, as their list does', async () => {
    const app = await house.anApp()
    const zone = 'Pacific/Kiritimati'
    const day = Temporal.Now.zonedDateTimeISO(zone).startOfDay()
    const at = (moment: Temporal.ZonedDateTime) => new Date(moment.epochMilliseconds).toISOString()
    // UTC has no day with both ends of that day.
    const ends = [day, day.add({ days: 1 }).subtract({ minutes: 1 })]
    for (const moment of [...ends, day.subtract({ minutes: 1 }), day.add({ days: 1 })])
      await records(app, 1, { source_ref: at(moment), seen_at: at(moment) })
    const filter = { field: 'seen_at', op: 'within', value: 'today' } as const
    const order = { appId: app.id, records: { filter }, zone }
    const edit = await startBulk(house.deps, house.scope, alice, {
      ...order,
      change: { set: { severity: 'high' } },
    })
    expect(await house.finish(alice, edit)).toMatchObject({ total: 2, counts: { updated: 2 } })
    const file = await startExport(house.deps, house.scope, alice, {
      ...order,
      format: 'json',
      header: 'keys',
    })
    const rows = JSON.parse((await house.fileOf(await house.finish(alice, file))).toString())
    expect(rows.map((row: Record<string, unknown>) => row['seen_at']).toSorted()).toEqual(ends.map(at))
    const removal = await startBulk(house.deps, house.scope, alice, { ...order, change: { delete: true } })
    expect(await house.finish(alice, removal)).toMatchObject({ total: 2, counts: { deleted: 2 } })
  })

  it('lists the records that it could not change, and continues', async () => {
    const app = await house.anApp()
    const [one, two] = await records(app, 2)
    if (one === undefined || two === undefined) throw new Error('no records')
    const begun = await startBulk(house.deps, house.scope, alice, {
      appId: app.id,
      records: { ids: [one.id, two.id] },
      change: { set: { source_ref: 'same' } },
    })
    const done = await house.finish(alice, begun)
    expect(done).toMatchObject({ state: 'succeeded', counts: { updated: 1, failed: 1 } })
    expect(done.faults).toMatchObject([{ record: two.trackingId, issues: [{ code: 'duplicate' }] }])
  })

  it.each([
    [{ ghost: 1 }, 'field.unknown'],
    [{ severity: 'ghost' }, 'request.invalid'],
    [{}, 'request.invalid'],
  ] as const)('of %j is refused immediately', async (set, code) => {
    const app = await house.anApp()
    const work = startBulk(house.deps, house.scope, alice, { appId: app.id, records: {}, change: { set } })
    expect(isFailure(await work.catch((error: unknown) => error), code)).toBe(true)
  })

  it('checks permissions as it runs: someone who loses them changes nothing more', async () => {
    const app = await house.anApp()
    await records(app, 3)
    const bob = house.aUser()
    const begun = await startBulk(house.deps, house.scope, bob, {
      appId: app.id,
      records: {},
      change: { set: { severity: 'high' } },
    })
    Object.assign(bob, { permissions: new Set(['record:read', 'record:bulk']) })
    const done = await house.finish(bob, begun)
    expect(done).toMatchObject({ state: 'succeeded', counts: { updated: 0, failed: 3 } })
    expect(done.faults[0]?.issues[0]?.code).toBe('right.missing')
  })

  it('that is waiting is canceled immediately, and no one else sees it', async () => {
    const app = await house.anApp()
    const change = { set: { severity: 'high' } }
    const begun = await startBulk(house.deps, house.scope, alice, { appId: app.id, records: {}, change })
    const viewer = house.aUser({ may: ['record:read'] })
    const seen = await cancelJob(house.deps, house.scope, viewer, begun.id).catch((error: unknown) => error)
    expect(isFailure(seen, 'resource.not_found')).toBe(true)
    expect((await listJobs(house.deps, house.scope, viewer, { limit: 10 })).items).toEqual([])
    expect(await cancelJob(house.deps, house.scope, alice, begun.id)).toMatchObject({ state: 'cancelled' })
    const over = await cancelJob(house.deps, house.scope, alice, begun.id).catch((error: unknown) => error)
    expect(isFailure(over, 'job.over')).toBe(true)
  })
})

describe('a bulk deletion', () => {
  it('is undone with words and unique values, unless those were taken', async () => {
    const app = await house.anApp()
    const made = await records(app, 1200)
    const begun = await startBulk(house.deps, house.scope, alice, {
      appId: app.id,
      records: {},
      change: { delete: true },
    })
    const done = await house.finish(alice, begun)
    expect(done).toMatchObject({ state: 'succeeded', counts: { deleted: 1200 } })
    expect(await all(app)).toEqual([])
    await house.records.createRecord(house.scope, alice, {
      appId: app.id,
      fields: { title: 'thief', source_ref: 'S-7' },
    })
    const undone = await house.finish(alice, await undoJob(house.scope, alice, done.id))
    expect(undone).toMatchObject({ state: 'succeeded', counts: { created: 1199, failed: 1 } })
    expect(await all(app)).toHaveLength(1200)
    expect((await all(app, 'Record 1100')).map((record) => record.id)).toContain(made[1100]?.id)
    const [first] = made
    const history = await house.records.recordHistory(house.scope, alice, {
      appId: app.id,
      recordId: first?.id ?? '',
      limit: 5,
    })
    expect(history.items.map((entry) => entry.action)).toEqual(['restored', 'deleted', 'created'])
  })
})
