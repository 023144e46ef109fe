import {
  createAutomationFixture,
  aCall,
  aPlaybook,
  aTransform,
  type AutomationFixture,
} from '../automation.fixture.ts'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { anActor } from '@caseloom/testkit/installation'
import { listDeliveries } from '../deliveries/deliveries.read.ts'
import { saveDraft } from '../publishing/edit-playbook.ts'
import { readPlaybook } from '../publishing/playbooks.read.ts'
import { publishPlaybook } from '../publishing/publish-playbook.ts'
import { listRuns } from '../runs/runs.read.ts'
import { triggersOf, type TriggerRow } from '../intake/trigger.store.ts'
import { cronWords } from './cron-words.rules.ts'
import { scheduleFault, ticksAfter } from './cron.ts'
import { tickSchedule } from './tick-schedule.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture({ worker: false })
})
afterAll(() => house.close())

const MINUTE = 60_000
const iso = (at: number) => new Date(at).toISOString()

const scheduled = (over: JsonObject, steps = [aTransform('at', '{% trigger.scheduledAt %}')]) =>
  aPlaybook(steps, {
    triggers: [{ key: 'each', kind: 'schedule', with: { cron: '*/5 * * * *', ...over } }],
    ...(steps.length === 1 && steps[0]?.['action'] === 'data.transform'
      ? { output: '{% steps.at.output %}' }
      : {}),
  })

/** A schedule whose next moment is known. */
async function aSchedule(over: JsonObject = {}, steps?: JsonObject[]) {
  const scope = await house.aTenant()
  const { id } = await house.publish(scope, steps === undefined ? scheduled(over) : scheduled(over, steps))
  const row = () => rowOf(scope, id)
  const due = (await row()).due_at?.getTime() ?? 0
  const tick = async (at: number) => tickSchedule(house.automation, scope, await row(), new Date(at))
  const log = async () =>
    (await listDeliveries(scope, (await row()).id, { limit: 50 })).items.map(({ outcome, reason }) => ({
      outcome,
      reason,
    }))
  const runs = async () => (await listRuns(scope, { limit: 50 })).items
  return { scope, id, row, due, tick, log, runs }
}

async function rowOf(scope: TenantScope, playbookId: string): Promise<TriggerRow> {
  const [row] = await scope.read((tx) => triggersOf(tx, playbookId))
  if (row === undefined) throw new Error('The playbook has no trigger')
  return row
}

describe('a schedule', () => {
  it('starts a run at its moment, once, and knows the next', async () => {
    const { row, due, tick, runs } = await aSchedule()
    const before = await row()
    await tick(due + 20)
    const [run] = await runs()
    expect(run).toMatchObject({ state: 'succeeded', trigger: { kind: 'schedule', key: 'each' } })
    expect(await row()).toMatchObject({ due_at: new Date(due + 5 * MINUTE), stamp: before.stamp })
  })

  it('is ticked by two processes at the same time and starts one run', async () => {
    const { scope, row, due, runs, log } = await aSchedule()
    const same = await row()
    const at = new Date(due + 20)
    await Promise.all([1, 2, 3].map(() => tickSchedule(house.automation, scope, same, at)))
    expect(await runs()).toHaveLength(1)
    expect(await log()).toEqual([{ outcome: 'accepted', reason: null }])
  })

  it('runs once for all moments that were missed, or leaves them out', async () => {
    const once = await aSchedule()
    await once.tick(once.due + 21 * MINUTE)
    expect(await once.runs()).toHaveLength(1)
    expect(await once.row()).toMatchObject({ due_at: new Date(once.due + 25 * MINUTE) })
    const skip = await aSchedule({ missed: 'skip' })
    await skip.tick(skip.due + 21 * MINUTE)
    expect(await skip.runs()).toEqual([])
    expect(await skip.log()).toMatchObject([
      { outcome: 'filtered', reason: expect.stringMatching(/missed/i) },
    ])
    await skip.tick(skip.due + 25 * MINUTE)
    expect(await skip.runs()).toHaveLength(1)
  })

  it('leaves a moment out, waits or starts beside while the run before is not over', async () => {
    const steps = [aCall('call')]
    const skip = await aSchedule({}, steps)
    await skip.tick(skip.due)
    await skip.tick(skip.due + 5 * MINUTE)
    expect((await skip.log()).map((line) => line.outcome)).toEqual(['filtered', 'accepted'])
    const allow = await aSchedule({ overlap: 'allow' }, steps)
    await allow.tick(allow.due)
    await allow.tick(allow.due + 5 * MINUTE)
    expect(await allow.runs()).toHaveLength(2)
    const queue = await aSchedule({ overlap: 'queue' }, steps)
    await queue.tick(queue.due)
    await queue.tick(queue.due + 5 * MINUTE)
    expect(await queue.runs()).toHaveLength(1)
    expect((await queue.row()).cursor).toMatchObject({ waiting: [iso(queue.due + 5 * MINUTE)] })
    await queue.scope.tx((tx) => tx.query(`update caseloom.run set state = 'succeeded'`))
    await queue.tick(queue.due + 5 * MINUTE + 2_000)
    expect(await queue.runs()).toHaveLength(2)
    expect((await queue.row()).cursor).toMatchObject({ waiting: [] })
  })

  it('continues where it was when the playbook is published again, and restarts with another schedule', async () => {
    const { scope, id, row, due } = await aSchedule()
    const actor = anActor(scope)
    const first = await readPlaybook(house.automation, scope, actor, id)
    await publishPlaybook(house.automation, scope, actor, { playbookId: id, revision: first.revision })
    expect((await row()).due_at?.getTime()).toBe(due)
    const second = await readPlaybook(house.automation, scope, actor, id)
    const draft = scheduled({ cron: '0 0 1 1 *' })
    const saved = await saveDraft(house.automation, scope, actor, {
      playbookId: id,
      revision: second.revision,
      document: draft,
    })
    await publishPlaybook(house.automation, scope, actor, { playbookId: id, revision: saved.revision })
    expect((await row()).due_at?.toISOString()).toMatch(/-01-01T00:00:00/)
  })

  it('that cannot be read is refused at publishing, at its place', async () => {
    const scope = await house.aTenant()
    await expect(house.publish(scope, scheduled({ cron: '61 * * * *' }))).rejects.toMatchObject({
      code: 'playbook.invalid',
      details: { issues: [{ path: ['body', 'document', 'triggers', 0, 'with', 'cron'] }] },
    })
    const other = await house.aTenant()
    await expect(house.publish(other, scheduled({ timeZone: 'Mars/Base' }))).rejects.toMatchObject({
      details: { issues: [{ path: ['body', 'document', 'triggers', 0, 'with', 'timeZone'] }] },
    })
  })
})

describe('a cron expression', () => {
  it('follows the clock of its time zone across changes of summer time', () => {
    const at = (from: string) =>
      ticksAfter('30 2 * * *', 'Europe/Berlin', new Date(from), 2).map((one) => one.toISOString())
    expect(at('2026-03-28T00:00:00Z')).toEqual(['2026-03-28T01:30:00.000Z', '2026-03-29T01:00:00.000Z'])
    // The hour that comes twice has one run.
    expect(at('2026-10-24T12:00:00Z')).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'])
  })

  it.each([
    ['hello', 'cron'],
    ['61 * * * *', 'cron'],
    ['0 0 30 2 *', 'cron'],
  ])('%s is refused', (cron, at) => {
    expect(scheduleFault(cron, 'UTC')).toMatchObject({ at })
  })

  it.each([
    ['0 7 * * 1-5', 'At 07:00, on working days'],
    ['*/5 * * * *', 'Every 5 minutes'],
    ['0 */4 * * *', 'Every 4 hours'],
    ['0 0 L * *', 'At 00:00, on the last day of the month'],
    ['15 10 * * 1,3', 'At 10:15, on Monday and Wednesday'],
    ['*/10 * * * * *', 'Every 10 seconds'],
    ['0 12 * JAN,JUL SUN', 'At 12:00, on Sunday, in January and July'],
  ])('%s reads "%s"', (cron, words) => {
    expect(cronWords(cron)).toBe(words)
  })
})
