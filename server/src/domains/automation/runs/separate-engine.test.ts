import {
  aCall,
  aPlaybook,
  type AutomationFixture,
  createAutomationFixture,
  deliver,
} from '../automation.fixture.ts'
import { startTcpEngine, type TcpEngine } from '@caseloom/testkit/tcp-engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { restateEngine } from '../../../platform/durable/restate-engine.ts'
import type { DurableEngine } from '../../../platform/durable/types.ts'
import { registerDeployment } from '../../../platform/embedded/restate-deployments.ts'
import { type AutomationWorker, startWorker } from '../automation.ts'
import type { Expressions } from '../expressions/expressions.ts'

/*
 * The engine of these tests is reached over TCP by RESTATE_INGRESS_URL and RESTATE_ADMIN_URL, as a cluster that isn't
 * part of the product.
 */

let cluster: TcpEngine
let engine: DurableEngine
let house: AutomationFixture
let worker: AutomationWorker
/** Whether the interpreter begins steps in another order than it did before. */
let isChanged = false
/** Why invocations were ended, in order; throws are of the engine's admin interface. */
const endings: ('ended' | 'unreachable')[] = []

beforeAll(async () => {
  cluster = await startTcpEngine()
  engine = restateEngine({ ingressUrl: cluster.ingressUrl, adminUrl: cluster.adminUrl })
  const watched: DurableEngine = {
    ...engine,
    async giveUp(invocationId) {
      try {
        await engine.giveUp(invocationId)
        endings.push('ended')
      } catch (error) {
        endings.push('unreachable')
        throw error
      }
    },
  }
  house = await createAutomationFixture({ worker: false, engine: watched })
  worker = await startWorker(
    { ...house.automation, expressions: { ...house.automation.expressions, open: opened } },
    { listen: { host: '127.0.0.1', port: cluster.workerPort }, identityKeys: cluster.identityKeys },
  )
  await registerDeployment(cluster.adminUrl, `http://127.0.0.1:${cluster.workerPort}`)
}, 60_000)
afterAll(async () => {
  await worker.close()
  await house.close()
  await engine.close()
  await cluster.stop()
})

const opened: Expressions['open'] = (...args) => {
  const run = house.automation.expressions.open(...args)
  const advance: typeof run.advance = async (events) => {
    const advanced = await run.advance(events)
    return { ...advanced, commands: isChanged ? advanced.commands.toReversed() : advanced.commands }
  }
  return { advance, release: () => run.release() }
}

interface Row {
  id: string
  state: string
  start_id: string
}
async function look(scope: TenantScope): Promise<Row | undefined> {
  const [run] = await scope.read((tx) =>
    tx.query<Row>('select id, state, start_id from caseloom.run where tenant_id = $1', [tx.tenantId]),
  )
  return run
}

/** A run that made two calls, and waits before the third. */
async function aWaitingRun(): Promise<{ scope: TenantScope; run: Row }> {
  isChanged = false
  endings.length = 0
  const scope = await house.aTenant()
  const wait = { key: 'wait', action: 'flow.wait', with: { for: '5s' }, after: ['one', 'two'] }
  const { hooks } = await house.publish(
    scope,
    aPlaybook([aCall('one'), aCall('two'), wait, aCall('three', 'wait')]),
  )
  await deliver(house.automation, scope, { hookKey: hooks[0]?.hookKey ?? '', raw: Buffer.from('{}') })
  await expect.poll(() => look(scope), { timeout: 20_000 }).toMatchObject({ state: 'waiting' })
  const run = await look(scope)
  if (run === undefined) throw new Error('The run is gone')
  return { scope, run }
}

const callsOf = ({ id }: Row) =>
  house.performed.flatMap(({ idempotencyKey: key }) => (key.startsWith(id) ? [key.slice(37)] : [])).toSorted()

describe('an invocation in a separate engine that can not continue', { timeout: 90_000 }, () => {
  it('because its journal does not match is ended, and its run continues from history without repeating a call', async () => {
    const { scope, run } = await aWaitingRun()
    isChanged = true
    await expect.poll(() => look(scope), { timeout: 40_000 }).toMatchObject({ state: 'succeeded' })
    expect(callsOf(run)).toEqual(['one~1', 'three~1', 'two~1'])
    const restarted = await look(scope)
    expect(restarted?.start_id).not.toBe(run.start_id)
    const audited = await scope.read((tx) =>
      tx.query<{ object_name: string }>(
        `select object_name from caseloom.audit_entry where object_id = $1 and action = 'run.restarted_from_history'`,
        [run.id],
      ),
    )
    expect(audited).toEqual([{ object_name: expect.stringContaining('(mismatch)') }])
    // Not tried again, for hours, beside the new one.
    const state = async () => (await engine.known([run.start_id])).get(run.start_id)?.state
    await expect.poll(state, { timeout: 20_000 }).toBe('failed')
    expect(await cluster.retries()).toBe(0)
    expect(new Set(endings)).toEqual(new Set(['ended']))
  })

  it('is ended later where the admin interface can not be reached at first', async () => {
    const { scope, run } = await aWaitingRun()
    isChanged = true
    cluster.setAdminOpen(false)
    try {
      await expect.poll(() => endings.length, { timeout: 40_000 }).toBeGreaterThan(0)
      // The run itself needs the ingress only.
      await expect.poll(() => look(scope), { timeout: 40_000 }).toMatchObject({ state: 'succeeded' })
    } finally {
      cluster.setAdminOpen(true)
    }
    await expect.poll(() => endings.at(-1), { timeout: 40_000 }).toBe('ended')
    expect(callsOf(run)).toEqual(['one~1', 'three~1', 'two~1'])
    await expect.poll(() => cluster.retries(), { timeout: 20_000 }).toBe(0)
  })

  it('because the database lost its run is ended, and makes no further call', async () => {
    const { scope, run } = await aWaitingRun()
    await scope.tx((tx) => tx.query('delete from caseloom.run where tenant_id = $1', [tx.tenantId]))
    const state = async () => (await engine.known([run.start_id])).get(run.start_id)?.state
    await expect.poll(state, { timeout: 40_000 }).toBe('failed')
    expect(callsOf(run)).toEqual(['one~1', 'two~1'])
    expect(await cluster.retries()).toBe(0)
    expect(new Set(endings)).toEqual(new Set(['ended']))
  })
})
