import {
  aCall,
  createAutomationFixture,
  aPlaybook,
  aTransform,
  type AutomationFixture,
  deliver,
} from '../automation.fixture.ts'
import { restateEngine } from '../../../platform/durable/restate-engine.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { createAutomation } from '../automation.ts'
import { anActor } from '@caseloom/testkit/installation'
import { cancelRun } from './cancel-run.ts'
import type { EffectOutcome } from '../effects/effects.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

let house: AutomationFixture
let echo: AutomationFixture['answer']['current']
beforeAll(async () => {
  house = await createAutomationFixture()
  echo = house.answer.current
})
afterAll(() => house.close())
afterEach(() => {
  house.answer.current = echo
})

interface Row {
  id: string
  state: string
  error: { code: string; message: string } | null
}
const runsOf = (scope: TenantScope) =>
  scope.read((tx) =>
    tx.query<Row>('select id, state, error from caseloom.run where tenant_id = $1 order by number', [
      tx.tenantId,
    ]),
  )
const states = async (scope: TenantScope) => (await runsOf(scope)).map((run) => run.state)
const callsOf = (runId: string, of = house) =>
  of.performed
    .filter((one) => one.idempotencyKey.startsWith(runId))
    .map((one) => one.idempotencyKey.slice(37))

async function aHook(steps: Parameters<typeof aPlaybook>[0], auto = house.automation, of = house) {
  const scope = await of.aTenant()
  const playbook = await of.publish(scope, aPlaybook(steps))
  const send = (body: unknown = {}) =>
    deliver(auto, scope, {
      hookKey: playbook.hooks[0]?.hookKey ?? '',
      raw: Buffer.from(JSON.stringify(body)),
    })
  return { scope, send }
}
/** Backdates the run by a minute, so that it counts as settled between relay and engine. */
const age = (scope: TenantScope) =>
  scope.tx((tx) =>
    tx.query(`update caseloom.run set created_at = created_at - interval '1 minute' where tenant_id = $1`, [
      tx.tenantId,
    ]),
  )

describe('a start that the engine did not take', () => {
  it('is repeated until it is confirmed', async () => {
    const unreachable = restateEngine({ ingressUrl: 'http://127.0.0.1:1', adminUrl: 'http://127.0.0.1:1' })
    // A web process that cannot reach the engine; the worker of the house can.
    const { secrets: _sealed, ...parts } = house.automation
    const secrets = { seal: refuse, open: refuse, openWith: refuse }
    const lonely = createAutomation({ ...parts, secrets, engine: unreachable })
    onTestFinished(async () => {
      await lonely.close()
      await unreachable.close()
    })
    const { scope, send } = await aHook([aCall('b')], lonely)
    expect((await send()).status).toBe(202)
    expect(await states(scope)).toEqual(['queued'])
    await expect.poll(() => states(scope), { timeout: 10_000 }).toEqual(['succeeded'])
    await expect
      .poll(() =>
        scope.read((tx) => tx.query('select 1 from caseloom.relay where tenant_id = $1', [tx.tenantId])),
      )
      .toEqual([])
  })
})
const refuse = () => Promise.reject(new Error('No secret is needed here'))

/** Each test starts two, one after the other. */
const TWO_ENGINES = { timeout: 90_000 }

describe('a run that the engine does not know', () => {
  // Its own workers come one after the other: the one of `house` would look for lost runs as well, once a minute.
  let bare: AutomationFixture
  beforeAll(async () => {
    bare = await createAutomationFixture({ worker: false })
  })
  afterAll(() => bare.close())

  it('is started again from what was recorded, and repeats nothing of it', TWO_ENGINES, async () => {
    const first = Promise.withResolvers<void>()
    let lost = true
    bare.answer.current = async (input): Promise<EffectOutcome> => {
      if (lost && JSON.stringify(input['body']).includes('second')) {
        first.resolve()
        return new Promise(() => undefined)
      }
      return { ok: true, output: input['body'] ?? null }
    }
    const engine = await bare.onAnotherEngine()
    const steps = [
      aCall('first'),
      aTransform('between', '{% steps.first.output.from %}', 'first'),
      aCall('second', 'between'),
      aCall('third', 'second'),
    ]
    const { scope, send } = await aHook(steps, engine.automation, bare)
    await send()
    await first.promise
    const entries = () =>
      scope.read((tx) => tx.query('select seq from caseloom.run_entry where tenant_id = $1', [tx.tenantId]))
    await expect.poll(async () => (await entries()).length).toBe(2)
    await engine.close()
    await age(scope)
    lost = false
    const other = await bare.onAnotherEngine()
    onTestFinished(() => other.close())
    await expect.poll(() => states(scope), { timeout: 30_000, interval: 100 }).toEqual(['succeeded'])
    const [run] = await runsOf(scope)
    expect(callsOf(run?.id ?? '', bare)).toEqual(['first~1', 'second~1', 'second~1', 'third~1'])
    expect((await entries()).length).toBe(4)
  })

  it('is continued by a start that was recorded as open when it had begun already', TWO_ENGINES, async () => {
    const second = Promise.withResolvers<void>()
    let lost = true
    bare.answer.current = async (input): Promise<EffectOutcome> => {
      if (lost && JSON.stringify(input['body']).includes('second')) {
        second.resolve()
        return new Promise(() => undefined)
      }
      return { ok: true, output: null }
    }
    const engine = await bare.onAnotherEngine()
    const { scope, send } = await aHook([aCall('first'), aCall('second', 'first')], engine.automation, bare)
    await send()
    await second.promise
    const entries = () =>
      scope.read((tx) => tx.query('select seq from caseloom.run_entry where tenant_id = $1', [tx.tenantId]))
    await expect.poll(async () => (await entries()).length).toBe(2)
    await engine.close()
    // As in a copy that was taken after the first call was recorded, and before the start was confirmed.
    await scope.tx((tx) =>
      tx.query(
        `insert into caseloom.relay (id, tenant_id, run_id, kind, recorded, created_at, due_at)
         select start_id, tenant_id, id, 'start', 0, now(), now() from caseloom.run where tenant_id = $1
         on conflict (id) do update set due_at = now()`,
        [tx.tenantId],
      ),
    )
    lost = false
    const other = await bare.onAnotherEngine()
    onTestFinished(() => other.close())
    await expect.poll(() => states(scope), { timeout: 30_000, interval: 100 }).toEqual(['succeeded'])
    const [run] = await runsOf(scope)
    expect(callsOf(run?.id ?? '', bare)).toEqual(['first~1', 'second~1', 'second~1'])
  })

  it('that waits continues waiting for the remaining time', TWO_ENGINES, async () => {
    const engine = await bare.onAnotherEngine()
    const wait = { key: 'w', action: 'flow.wait', with: { for: '3s' } }
    const steps = [aCall('a'), { ...wait, after: 'a' }, aCall('b', 'w')]
    const { scope, send } = await aHook(steps, engine.automation, bare)
    const started = Date.now()
    await send()
    await expect.poll(() => states(scope)).toEqual(['waiting'])
    await engine.close()
    await age(scope)
    const other = await bare.onAnotherEngine()
    onTestFinished(() => other.close())
    await expect.poll(() => states(scope), { timeout: 30_000, interval: 50 }).toEqual(['succeeded'])
    expect(Date.now() - started).toBeGreaterThan(2_900)
    const [run] = await runsOf(scope)
    expect(callsOf(run?.id ?? '', bare)).toEqual(['a~1', 'b~1'])
  })

  it('closes what it asked before it was lost, and is not canceled in the queue', TWO_ENGINES, async () => {
    const reached = Promise.withResolvers<void>()
    bare.answer.current = async () => {
      reached.resolve()
      return new Promise(() => undefined)
    }
    const engine = await bare.onAnotherEngine()
    const wait = { key: 'w', action: 'flow.wait', after: 'a', with: { for: '1h' } }
    const { scope, send } = await aHook([aCall('a'), wait], engine.automation, bare)
    await send()
    await reached.promise
    await engine.close()
    // As an older copy has it: its start isn't confirmed, no turn is written, but its question is.
    await scope.tx(async (tx) => {
      await tx.query(`update caseloom.run set state = 'queued' where tenant_id = $1`, [tx.tenantId])
      await tx.query(
        `insert into caseloom.relay (id, tenant_id, run_id, kind, recorded, created_at, due_at)
         select start_id, tenant_id, id, 'start', 0, now(), now() from caseloom.run where tenant_id = $1`,
        [tx.tenantId],
      )
      await tx.query(
        `insert into caseloom.run_wait (id, tenant_id, run_id, command_id, path, action, engine_key, state, opened_at)
         select gen_random_uuid(), tenant_id, id, 'ask~1', 'ask', 'human.approve', 'lost', 'open', now()
           from caseloom.run where tenant_id = $1`,
        [tx.tenantId],
      )
    })
    const [run] = await runsOf(scope)
    await cancelRun(bare.automation, scope, anActor(scope), { runId: run?.id ?? '' })
    expect(await states(scope)).toEqual(['queued'])
    bare.answer.current = async () => ({ ok: true, output: null })
    const other = await bare.onAnotherEngine()
    onTestFinished(() => other.close())
    await expect.poll(() => states(scope), { timeout: 30_000, interval: 50 }).toEqual(['cancelled'])
    const waits = await scope.read((tx) =>
      tx.query('select state from caseloom.run_wait where tenant_id = $1', [tx.tenantId]),
    )
    expect(waits).toEqual([{ state: 'closed' }])
  })
})

describe('expressions that exceed their limits', () => {
  it('fail their run with a clear reason, and other runs continue', { timeout: 90_000 }, async () => {
    const bomb = '{% ($f := function($n) { $n < 1 ? 0 : $f($n - 1) + $f($n - 1) }; $f(60)) %}'
    const bad = await aHook([aCall('a'), aTransform('boom', bomb, 'a')])
    const good = await aHook([aCall('a'), aTransform('ok', '{% 1 %}', 'a'), aCall('b', 'ok')])
    await bad.send()
    await Promise.all(Array.from({ length: 10 }, () => good.send()))
    await expect
      .poll(() => states(good.scope), { timeout: 60_000, interval: 50 })
      .toEqual(Array.from({ length: 10 }, () => 'succeeded'))
    await expect.poll(() => states(bad.scope), { timeout: 60_000 }).toEqual(['failed'])
    const [run] = await runsOf(bad.scope)
    expect(run?.error?.code).toBe('expression.limit')
  })
})
