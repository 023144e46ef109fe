import type { JsonValue } from '@caseloom/contract/kernel/json'
import { aCall, createAutomationFixture, aPlaybook, type AutomationFixture } from '../automation.fixture.ts'
import { asksOnce } from '../expressions/asking-run.fixture.ts'
import { anActor } from '@caseloom/testkit/installation'
import { registerDeployment } from '../../../platform/embedded/restate-deployments.ts'
import { startTestRestate } from '@caseloom/testkit/test-restate'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { engineDoor } from '../../../platform/durable/engine-door.ts'
import { restateEngine } from '../../../platform/durable/restate-engine.ts'
import { type Automation, type AutomationWorker, createAutomation, startWorker } from '../automation.ts'
import { cancelRun } from '../runs/cancel-run.ts'
import type { EffectOutcome } from '../effects/effects.ts'
import type { WaitingAction } from './waiting-actions.ts'
import { startRun } from '../runs/start-run.ts'

/** What the question of these tests did. */
const opened: string[] = []
const closed: { waitId: string; reason: string }[] = []
let opening: (waitId: string) => Promise<EffectOutcome>
const question: WaitingAction = {
  internal: true,
  async open(_input, { waitId }) {
    opened.push(waitId)
    return opening(waitId)
  },
  async closed(_tx, wait) {
    closed.push(wait)
  },
}

let house: AutomationFixture
let worker: AutomationWorker
const startAgain = async (automation: Automation = house.automation) =>
  startWorker(
    { ...automation, expressions: { ...automation.expressions, open: asksOnce } },
    {
      listen: { host: '127.0.0.1', port: house.restate.workerPort },
      identityKeys: house.restate.identityKeys,
    },
  )
beforeAll(async () => {
  house = await createAutomationFixture({ worker: false, listens: new Map([['test.ask', question]]) })
  worker = await startAgain()
  await registerDeployment(house.restate.adminUrl, `http://127.0.0.1:${house.restate.workerPort}`)
})
afterAll(async () => {
  await worker.close()
  await house.close()
})
const fine = async (): Promise<EffectOutcome> => ({ ok: true, output: { asked: true } })
opening = fine
afterEach(() => {
  opening = fine
  opened.length = 0
  closed.length = 0
})

async function aRun(automation = house.automation, place = house) {
  const scope = await place.aTenant()
  const playbook = await place.publish(scope, aPlaybook([aCall('ask')], { triggers: [] }))
  const { runId } = await startRun(automation, scope, {
    playbookId: playbook.id,
    triggerKey: 'test',
    triggerKind: 'component',
    payload: {},
    inputs: {},
    initiator: null,
  })
  return { scope, runId }
}
interface Row {
  state: string
  output: string | null
  error: { code: string } | null
}
const runOf = async (scope: TenantScope, runId: string) => {
  const [row] = await scope.read((tx) =>
    tx.query<Row>('select state, output, error from caseloom.run where id = $1', [runId]),
  )
  return row
}
const isIn = (scope: TenantScope, runId: string, state: string) =>
  expect.poll(async () => (await runOf(scope, runId))?.state, { timeout: 40_000, interval: 50 }).toBe(state)
const waitOf = async (scope: TenantScope, runId: string) => {
  const [row] = await scope.read((tx) =>
    tx.query<{ id: string; state: string; due_at: Date | null }>(
      'select id, state, due_at from caseloom.run_wait where run_id = $1',
      [runId],
    ),
  )
  return row
}
const isWaiting = async (scope: TenantScope, runId: string): Promise<string> => {
  await isIn(scope, runId, 'waiting')
  return (await waitOf(scope, runId))?.id ?? ''
}
const answer = (scope: TenantScope, waitId: string, output: JsonValue, by = house.automation) =>
  scope.tx((tx) => by.waits.answer(tx, waitId, { ok: true, output }))

describe('a run that asks', () => {
  it('waits without an attempt and continues with its answer', async () => {
    const { scope, runId } = await aRun()
    const waitId = await isWaiting(scope, runId)
    expect(opened).toEqual([waitId])
    expect(await answer(scope, waitId, { agreed: true })).toBe(true)
    await isIn(scope, runId, 'succeeded')
    expect((await runOf(scope, runId))?.output).toBe('{"agreed":true}')
    expect(await waitOf(scope, runId)).toMatchObject({ state: 'answered', due_at: null })
    expect(closed).toEqual([])
  })

  it('takes one of two answers that arrive at the same time', async () => {
    const { scope, runId } = await aRun()
    const waitId = await isWaiting(scope, runId)
    const taken = await Promise.all([answer(scope, waitId, 'a'), answer(scope, waitId, 'b')])
    expect(new Set(taken)).toEqual(new Set([false, true]))
    await isIn(scope, runId, 'succeeded')
    expect((await runOf(scope, runId))?.output).toBe(taken[0] ? '"a"' : '"b"')
    expect(await answer(scope, waitId, 'c')).toBe(false)
  })

  it('takes an answer that is given while it is being asked', async () => {
    opening = async (waitId) => {
      const [row] = await house.installation.database.system.read((tx) =>
        tx.query<{ tenant_id: string }>('select tenant_id from caseloom.run_wait where id = $1', [waitId]),
      )
      const scope = await house.automation.tenant(row?.tenant_id ?? '')
      if (scope !== null) await answer(scope, waitId, 'immediately')
      return { ok: true, output: null }
    }
    const { scope, runId } = await aRun()
    await isIn(scope, runId, 'succeeded')
    expect((await runOf(scope, runId))?.output).toBe('"immediately"')
  })

  it('fails when it cannot ask, and closes its wait', async () => {
    opening = async () => ({ ok: false, error: { code: 'nobody.there', message: 'No one is there' } })
    const { scope, runId } = await aRun()
    await isIn(scope, runId, 'failed')
    expect((await runOf(scope, runId))?.error?.code).toBe('nobody.there')
    expect(await waitOf(scope, runId)).toMatchObject({ state: 'closed' })
    expect(closed).toHaveLength(1)
  })

  it('that is canceled notifies the people who were asked, and no longer takes answers', async () => {
    const { scope, runId } = await aRun()
    const waitId = await isWaiting(scope, runId)
    await cancelRun(house.automation, scope, anActor(scope), { runId })
    expect(await answer(scope, waitId, 'late')).toBe(false)
    await isIn(scope, runId, 'cancelled')
    expect(closed).toEqual([{ waitId, reason: 'run.cancelled' }])
    expect(await answer(scope, waitId, 'too late')).toBe(false)
  })
})

describe('anyone who reaches the engine', () => {
  const engineKeyOf = async (scope: TenantScope, waitId: string) => {
    const [row] = await scope.read((tx) =>
      tx.query<{ key: string }>('select engine_key as key from caseloom.run_wait where id = $1', [waitId]),
    )
    return row?.key ?? ''
  }
  const send = async (place: 'ingress' | 'admin', method: 'POST' | 'PATCH', path: string, body?: unknown) => {
    const door = engineDoor(place === 'admin' ? house.restate.adminUrl : house.restate.ingressUrl)
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const given = body === undefined ? {} : { body: JSON.stringify(body) }
    const reply = await door.request({ method, path, headers, ...given })
    const text = await reply.body.text()
    await door.close()
    return { status: reply.statusCode, text }
  }
  /** Invocation of a run, as an administrator of the engine finds it. */
  const invocationOf = async (scope: TenantScope, runId: string) => {
    const [row] = await scope.read((tx) =>
      tx.query<{ start_id: string }>('select start_id from caseloom.run where id = $1', [runId]),
    )
    const query = `select id from sys_invocation where idempotency_key = '${row?.start_id}'`
    const { text } = await send('admin', 'POST', '/query', { query })
    return /inv_\w+/.exec(text)?.[0] ?? ''
  }
  const forged = { at: 1, outcome: { ok: true, output: { decision: 'approved' } } }

  it('cannot answer for a person: a forged answer changes nothing, and the real one still counts', async () => {
    const { scope, runId } = await aRun()
    const waitId = await isWaiting(scope, runId)
    const first = await engineKeyOf(scope, waitId)
    expect((await send('ingress', 'POST', `/restate/awakeables/${first}/resolve`, forged)).status).toBe(202)
    await expect.poll(() => engineKeyOf(scope, waitId), { timeout: 20_000 }).not.toBe(first)
    const second = await engineKeyOf(scope, waitId)
    expect((await send('ingress', 'POST', `/restate/awakeables/${second}/reject`, {})).status).toBe(202)
    await expect.poll(() => engineKeyOf(scope, waitId), { timeout: 20_000 }).not.toBe(second)
    expect(await waitOf(scope, runId)).toMatchObject({ state: 'open' })
    expect(await answer(scope, waitId, 'real')).toBe(true)
    await isIn(scope, runId, 'succeeded')
    expect((await runOf(scope, runId))?.output).toBe('"real"')
  })

  it.each(['kill', 'pause', 'cancel'])(
    'cannot end a run: %s is undone, and the answer still counts',
    async (how) => {
      const { scope, runId } = await aRun()
      const waitId = await isWaiting(scope, runId)
      await scope.tx((tx) =>
        tx.query(`update caseloom.run set created_at = created_at - interval '1 minute' where id = $1`, [
          runId,
        ]),
      )
      const invocation = await invocationOf(scope, runId)
      expect((await send('admin', 'PATCH', `/invocations/${invocation}/${how}`)).status).toBeLessThan(300)
      if (how !== 'cancel')
        await expect
          .poll(async () => (await worker.reconcile()).restarted, { timeout: 20_000 })
          .toBeGreaterThan(0)
      expect(await answer(scope, waitId, 'still')).toBe(true)
      await isIn(scope, runId, 'succeeded')
      expect((await runOf(scope, runId))?.output).toBe('"still"')
      const audited = await scope.read((tx) =>
        tx.query(
          `select 1 from caseloom.audit_entry where object_id = $1 and action = 'run.restarted_from_history'`,
          [runId],
        ),
      )
      expect(audited).toHaveLength(how === 'cancel' ? 0 : 1)
    },
  )

  it('cannot start a run a second time, nor one that does not exist', async () => {
    const { scope, runId } = await aRun()
    const waitId = await isWaiting(scope, runId)
    const start = { tenantId: scope.tenantId, runId, recorded: 0 }
    const path = '/CaseloomRun/run/send'
    const ids: string[] = []
    for (const body of [start, { ...start, runId: scope.tenantId }]) {
      const { status, text } = await send('ingress', 'POST', path, body)
      expect(status).toBe(202)
      ids.push(/inv_\w+/.exec(text)?.[0] ?? '')
    }
    const query = `select status from sys_invocation where id in (${ids.map((id) => `'${id}'`).join(',')})`
    const open = async () =>
      (await send('admin', 'POST', '/query', { query })).text.match(/running|ready|backing/g)
    await expect.poll(open, { timeout: 20_000 }).toBeNull()
    expect(opened).toEqual([waitId])
    expect(await answer(scope, waitId, 'once')).toBe(true)
    await isIn(scope, runId, 'succeeded')
  })
})

describe('an answer', () => {
  it('that comes while no worker is there is heard by the next one', async () => {
    const { scope, runId } = await aRun()
    const waitId = await isWaiting(scope, runId)
    await worker.close()
    expect(await answer(scope, waitId, 'meanwhile')).toBe(true)
    worker = await startAgain()
    await isIn(scope, runId, 'succeeded')
    expect((await runOf(scope, runId))?.output).toBe('"meanwhile"')
    expect(opened).toEqual([waitId])
  })

  it('that comes while the engine is down is brought to it later', async () => {
    const { scope, runId } = await aRun()
    const waitId = await isWaiting(scope, runId)
    await house.restate.kill()
    expect(await answer(scope, waitId, 'kept')).toBe(true)
    await house.restate.restart()
    await isIn(scope, runId, 'succeeded')
    expect((await runOf(scope, runId))?.output).toBe('"kept"')
  })

  it.each(['before', 'after'] as const)(
    'that arrives %s another engine resumes is heard in it, and no one is asked in vain',
    async (when) => {
      // A house of its own: relays of several engines on one database carry each other's answers and starts.
      const place = await createAutomationFixture({
        worker: false,
        listens: new Map([['test.ask', question]]),
      })
      onTestFinished(() => place.close())
      const first = await anotherEngine(place)
      const { scope, runId } = await aRun(first.automation, place)
      const waitId = await isWaiting(scope, runId)
      await first.close()
      if (when === 'before') expect(await answer(scope, waitId, when, place.automation)).toBe(true)
      await scope.tx((tx) =>
        tx.query(`update caseloom.run set created_at = created_at - interval '1 minute' where id = $1`, [
          runId,
        ]),
      )
      const second = await anotherEngine(place)
      onTestFinished(() => second.close())
      if (when === 'after') {
        await expect.poll(() => opened.length, { timeout: 40_000 }).toBe(2)
        expect(await answer(scope, waitId, when, second.automation)).toBe(true)
      }
      await isIn(scope, runId, 'succeeded')
      expect((await runOf(scope, runId))?.output).toBe(`"${when}"`)
      expect(new Set(opened)).toEqual(new Set([waitId]))
      expect(opened).toHaveLength(when === 'before' ? 1 : 2)
    },
    // Two engines start in it.
    90_000,
  )
})

/** The same database with an engine that knows nothing, as after a restored backup without the engine's folder. */
async function anotherEngine(place: AutomationFixture) {
  const fresh = await startTestRestate()
  const engine = restateEngine(fresh)
  const { secrets: _sealed, ...parts } = place.automation
  const refuse = () => Promise.reject(new Error('No secret is needed here'))
  const secrets = { seal: refuse, open: refuse, openWith: refuse }
  const automation = createAutomation({ ...parts, secrets, engine })
  const itsWorker = await startWorker(
    { ...automation, expressions: { ...automation.expressions, open: asksOnce } },
    { listen: { host: '127.0.0.1', port: fresh.workerPort }, identityKeys: fresh.identityKeys },
  )
  await registerDeployment(fresh.adminUrl, `http://127.0.0.1:${fresh.workerPort}`)
  return {
    automation,
    async close() {
      await itsWorker.close()
      await automation.close()
      await engine.close()
      await fresh.stop()
    },
  }
}
