import {
  aCall,
  createAutomationFixture,
  aPlaybook,
  type AutomationFixture,
  deliver,
} from '../automation.fixture.ts'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { SEMANTICS } from '@caseloom/playbook/run-types'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { registerDeployment } from '../../../platform/embedded/restate-deployments.ts'
import { type AutomationWorker, startWorker } from '../automation.ts'
import type { Expressions } from '../expressions/expressions.ts'
import type { Advanced } from '../expressions/messages.ts'

let house: AutomationFixture
let worker: AutomationWorker | undefined
beforeAll(async () => {
  house = await createAutomationFixture({ worker: false })
})
afterEach(async () => {
  await worker?.close()
  worker = undefined
})
afterAll(() => house.close())

type Changed = (commands: Advanced['commands']) => Advanced['commands']
const same: Changed = (commands) => commands
/** As after an upgrade that gives the inputs of actions one more default. */
const otherInputs: Changed = (commands) =>
  commands.map((one) => ('inputHash' in one ? { ...one, inputHash: `new ${one.inputHash}` } : one))
/** As after an upgrade that begins steps in another order. */
const otherOrder: Changed = (commands) => commands.toReversed()

async function work(changed: Changed): Promise<void> {
  await worker?.close()
  const { automation, restate } = house
  const open: Expressions['open'] = (...args) => {
    const run = automation.expressions.open(...args)
    const advance: typeof run.advance = async (events) => {
      const advanced = await run.advance(events)
      return { ...advanced, commands: changed(advanced.commands) }
    }
    return { advance, release: () => run.release() }
  }
  worker = await startWorker(
    { ...automation, expressions: { ...automation.expressions, open } },
    { listen: { host: '127.0.0.1', port: restate.workerPort }, identityKeys: restate.identityKeys },
  )
  await registerDeployment(restate.adminUrl, `http://127.0.0.1:${restate.workerPort}`)
}

/** A run that has made two calls and waits a moment before the third. */
async function aWaitingRun(semantics: number, more: JsonObject[] = []) {
  await work(same)
  const scope = await house.aTenant()
  const wait = { key: 'wait', action: 'flow.wait', with: { for: '5s' } }
  const part = { playbook: 'part', triggers: [], component: {} }
  await house.publish(scope, aPlaybook([wait, aCall('end', 'wait')], part))
  const after = ['one', 'two']
  const steps = [aCall('one'), aCall('two'), { ...wait, after }, aCall('three', 'wait'), ...more]
  const { hooks } = await house.publish(scope, aPlaybook(steps))
  await deliver(house.automation, scope, { hookKey: hooks[0]?.hookKey ?? '', raw: Buffer.from('{}') })
  await expect.poll(() => look(scope), { timeout: 10_000 }).toMatchObject({ state: 'waiting' })
  await scope.tx((tx) =>
    tx.query('update caseloom.run set semantics = $2 where tenant_id = $1', [tx.tenantId, semantics]),
  )
  return scope
}
const look = async (scope: TenantScope) => {
  const [run] = await scope.read((tx) =>
    tx.query<{ id: string; state: string; error: { code: string } | null; semantics: number }>(
      'select id, state, error, semantics from caseloom.run where tenant_id = $1 order by number',
      [tx.tenantId],
    ),
  )
  return run
}
const callsOf = async (scope: TenantScope) => {
  const { id = 'none' } = (await look(scope)) ?? {}
  const own = house.performed.filter((one) => one.idempotencyKey.startsWith(id))
  return own.map((one) => one.idempotencyKey.slice(37)).toSorted()
}

describe('a run that waits while its interpreter is replaced', { timeout: 60_000 }, () => {
  it.each([
    ['reads other inputs', otherInputs],
    ['begins steps in another order', otherOrder],
  ])('ends under one that %s, and repeats no call', async (_what, changed) => {
    const scope = await aWaitingRun(1)
    await work(changed)
    await expect
      .poll(() => look(scope), { timeout: 30_000 })
      .toMatchObject({ state: 'succeeded', semantics: SEMANTICS })
    expect(await callsOf(scope)).toEqual(['one~1', 'three~1', 'two~1'])
  })

  it('hears the end of a component that it called before', async () => {
    const scope = await aWaitingRun(1, [{ key: 'part', action: 'flow.call', with: { component: 'part' } }])
    await work(otherInputs)
    const runs = () =>
      scope.read((tx) =>
        tx.query('select state from caseloom.run where tenant_id = $1 order by number', [tx.tenantId]),
      )
    await expect.poll(runs, { timeout: 30_000 }).toEqual([{ state: 'succeeded' }, { state: 'succeeded' }])
    const made = house.performed.filter((one) => one.input['body'] !== undefined).slice(-4)
    expect(made.map((one) => one.idempotencyKey.slice(37)).toSorted()).toEqual([
      'end~1',
      'one~1',
      'three~1',
      'two~1',
    ])
  })

  it('fails when its own version goes astray: that is no upgrade', async () => {
    const scope = await aWaitingRun(SEMANTICS)
    await work(otherInputs)
    const failed = { state: 'failed', error: { code: 'engine.replay_diverged' } }
    await expect.poll(() => look(scope), { timeout: 30_000 }).toMatchObject(failed)
    expect(await callsOf(scope)).toEqual(['one~1', 'two~1'])
  })
})
