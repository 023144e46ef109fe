import { STANDARD_QUOTAS } from '@caseloom/contract/tenancy/quotas'
import {
  createAutomationFixture,
  aCall,
  aPlaybook,
  aTransform,
  type AutomationFixture,
  deliver,
} from '../automation.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { listDeliveries } from '../deliveries/deliveries.read.ts'
import { RUNNING_PER_TENANT } from '../intake/delivery.store.ts'
import { listRuns } from '../runs/runs.read.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture()
})
afterAll(() => house.close())

async function aHook(steps = [aCall('b')]) {
  const scope = await house.aTenant()
  const playbook = await house.publish(scope, aPlaybook(steps))
  const send = (body: unknown = {}) =>
    deliver(house.automation, scope, {
      hookKey: playbook.hooks[0]?.hookKey ?? '',
      raw: Buffer.from(JSON.stringify(body)),
    })
  return { scope, send, playbook }
}
const statesOf = async (scope: TenantScope) =>
  (await listRuns(scope, { limit: 5, state: undefined })).items.map((run) => run.state)

/** Fills the tenant's share with runs that are only marked as working. */
const fillShare = (scope: TenantScope, playbookId: string) =>
  scope.tx((tx) =>
    tx.query(
      `insert into caseloom.run (id, tenant_id, number, playbook_id, version_id, trigger_key, trigger_kind, state,
                                 semantics, created_at)
       select gen_random_uuid(), $1, 1000000 + n, $2, v.id, 'hook', 'webhook', 'running', 1, now()
         from generate_series(1, $3::int) n, caseloom.playbook_version v where v.playbook_id = $2`,
      [tx.tenantId, playbookId, RUNNING_PER_TENANT],
    ),
  )
const freeShare = (scope: TenantScope) =>
  scope.tx((tx) =>
    tx.query('delete from caseloom.run where tenant_id = $1 and number > 1000000', [tx.tenantId]),
  )

describe('a tenant whose share of the engine is used up', () => {
  it('sees its next run wait in the queue until there is room, while others continue', async () => {
    const busy = await aHook()
    await fillShare(busy.scope, busy.playbook.id)
    expect((await busy.send()).status).toBe(202)
    const other = await aHook()
    await other.send()
    await expect.poll(() => statesOf(other.scope), { timeout: 10_000 }).toEqual(['succeeded'])
    const queued = () => listRuns(busy.scope, { limit: 5, state: 'queued' }).then((page) => page.items.length)
    expect(await queued()).toBe(1)
    await freeShare(busy.scope)
    await expect.poll(() => statesOf(busy.scope), { timeout: 10_000 }).toEqual(['succeeded'])
  })

  it('is asked to come again later when its queue is absurdly long', async () => {
    const { scope, send, playbook } = await aHook()
    await scope.tx((tx) =>
      tx.query(
        `insert into caseloom.relay (id, tenant_id, run_id, kind, created_at, due_at)
         select gen_random_uuid(), $1, gen_random_uuid(), 'start', now(), now() + interval '1 day'
           from generate_series(1, $2::int)`,
        [tx.tenantId, STANDARD_QUOTAS.queued_runs],
      ),
    )
    await expect
      .poll(() =>
        send().then(
          () => 'taken',
          (error: unknown) => error,
        ),
      )
      .toMatchObject({ code: 'request.too_many', details: { retryAfter: 30 } })
    const { items } = await listDeliveries(scope, playbook.hooks[0]?.id ?? '', { limit: 1 })
    expect(items).toMatchObject([
      { outcome: 'refused', reason: expect.stringContaining('Too many runs are queued'), runId: null },
    ])
  })
})

describe('a playbook that goes out of bounds in place', () => {
  it('has a failed run with a clear reason, and the sender its answer', { timeout: 60_000 }, async () => {
    const heavy = Array.from({ length: 400 }, (_, n) =>
      aTransform(`s${n}`, '{% $sum([1..90000].($ * 2 + 1)) %}'),
    )
    const { scope, send } = await aHook(heavy)
    expect((await send()).status).toBe(202)
    const { items } = await listRuns(scope, { limit: 5 })
    expect(items).toMatchObject([{ state: 'failed', error: { code: 'expression.limit' } }])
  })
})
