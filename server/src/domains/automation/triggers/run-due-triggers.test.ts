import {
  createAutomationFixture,
  aPlaybook,
  aTransform,
  type AutomationFixture,
} from '../automation.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { listRuns } from '../runs/runs.read.ts'
import { triggersOf } from '../intake/trigger.store.ts'
import { runDueTriggers } from './run-due-triggers.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture({ worker: false })
})
afterAll(() => house.close())

const HOURLY = aPlaybook([aTransform('at', '{% trigger.scheduledAt %}')], {
  triggers: [{ key: 'each', kind: 'schedule', with: { cron: '0 * * * *' } }],
})

/** A tenant whose schedule is due since `due`, and that often. */
async function aTenantWithDue(due: Date, copies: number) {
  const scope = await house.aTenant()
  const { id } = await house.publish(scope, HOURLY)
  await scope.tx(async (tx) => {
    const columns = `tenant_id, playbook_id, version_id, kind, auth, answer, secret, enabled, stamp, options, cursor, due_at`
    const cursor = JSON.stringify({ next: due.toISOString(), waiting: [] })
    const sets = 'update caseloom.trigger set due_at = $2, cursor = $3 where tenant_id = $1'
    await tx.query(sets, [tx.tenantId, due, cursor])
    await tx.query(
      `insert into caseloom.trigger (id, key, hook_key, ${columns})
       select gen_random_uuid(), key || n, hook_key || n, ${columns}
         from caseloom.trigger, generate_series(2, $2::int) n where tenant_id = $1`,
      [tx.tenantId, copies],
    )
  })
  return { scope, id }
}
const setPaused = (scope: TenantScope, paused: boolean) =>
  house.installation.database.system.tx((tx) =>
    tx.query('update caseloom.scheduled_tenant set paused = $2 where tenant_id = $1', [
      scope.tenantId,
      paused,
    ]),
  )
const look = (at: Date, tenant = house.automation.tenant) =>
  runDueTriggers(
    {
      ...house.automation,
      tenant,
      keepFile: async () => {
        throw new Error('No mail comes in here')
      },
    },
    at,
  )
const runsOf = async (scope: TenantScope) => (await listRuns(scope, { limit: 200, state: undefined })).items
const dueOf = async (scope: TenantScope, playbookId: string) =>
  (await scope.read((tx) => triggersOf(tx, playbookId))).map((row) => row.due_at?.getTime())

describe('triggers that are due', () => {
  const HOUR = 3_600_000
  /** A little after a full hour, at which the schedules are due. */
  const now = new Date(Math.floor(Date.now() / HOUR) * HOUR + 10_000)
  const hoursAgo = (hours: number) => new Date(Math.floor(now.getTime() / HOUR) * HOUR - hours * HOUR)

  it('in a suspended tenant neither delay others nor are asked for, and fire once it is active again', async () => {
    const suspended = await aTenantWithDue(hoursAgo(3), 150)
    await setPaused(suspended.scope, true)
    const active = await aTenantWithDue(hoursAgo(0), 1)
    const asked: string[] = []
    const watched = async (tenantId: string) => {
      asked.push(tenantId)
      return tenantId === suspended.scope.tenantId ? null : house.automation.tenant(tenantId)
    }
    expect(await look(now, watched)).toBe(1)
    expect(await runsOf(active.scope)).toHaveLength(1)
    expect(asked).not.toContain(suspended.scope.tenantId)
    expect(new Set(await dueOf(suspended.scope, suspended.id))).toEqual(new Set([hoursAgo(3).getTime()]))
    await setPaused(suspended.scope, false)
    expect(await look(now)).toBe(100)
    expect(await look(now)).toBe(50)
    // All of them are copies of one schedule, of which one run at a time is under way.
    expect((await runsOf(suspended.scope)).length).toBeGreaterThan(0)
    expect(await look(now)).toBe(0)
  })

  it('stay due when their tenant was suspended since they were found', async () => {
    const one = await aTenantWithDue(hoursAgo(1), 1)
    expect(await look(now, async () => null)).toBe(1)
    expect(await dueOf(one.scope, one.id)).toEqual([hoursAgo(1).getTime()])
    expect(await look(now)).toBe(1)
    expect(await runsOf(one.scope)).toHaveLength(1)
  })

  it('10,000 of them in one tenant do not delay the one of another', async () => {
    const busy = await aTenantWithDue(hoursAgo(5), 10_000)
    const other = await aTenantWithDue(hoursAgo(0), 1)
    expect(await look(now)).toBe(100)
    expect(await runsOf(other.scope)).toHaveLength(1)
    await setPaused(busy.scope, true)
  }, 60_000)
})
