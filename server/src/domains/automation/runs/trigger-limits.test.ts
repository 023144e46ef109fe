import {
  aCall,
  createAutomationFixture,
  aPlaybook,
  type AutomationFixture,
  deliver,
  testLog,
} from '../automation.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EffectOutcome } from '../effects/effects.ts'
import { queueFigures } from '../operations/queue-figures.read.ts'
import { listQueue } from '../operations/queue.read.ts'
import { reportPresence } from '../operations/worker-presence.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture()
})
afterAll(() => house.close())

describe('a trigger with a limit', () => {
  it('limits concurrent runs, queues others in order, and refuses the excess', async () => {
    const gates: ((outcome: EffectOutcome) => void)[] = []
    house.answer.current = () => new Promise((resolve) => gates.push(resolve))
    const scope = await house.aTenant()
    const { hooks } = await house.publish(
      scope,
      aPlaybook([aCall('hold')], {
        triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none' }, limit: { running: 1, queue: 2 } }],
      }),
    )
    const hookKey = hooks[0]?.hookKey ?? ''
    const send = async () => {
      const { body } = await deliver(house.automation, scope, { hookKey, raw: Buffer.from('{}') })
      return (body as { runId: string }).runId // what a 202 answers
    }
    const first = await send()
    await expect.poll(() => gates.length, { timeout: 10_000 }).toBe(1)
    const second = await send()
    const third = await send()
    await expect(send()).rejects.toMatchObject({ code: 'request.too_many' })
    // The first leaves the list of what waits when its beginning is in its history.
    const waiting = async () => (await listQueue(scope, { limit: 10 })).items
    await expect
      .poll(async () => (await waiting()).map(({ run, reason }) => [run.id, reason]), { timeout: 10_000 })
      .toEqual([
        [second, 'trigger-limit'],
        [third, 'trigger-limit'],
      ])
    const begun = () => house.performed.map((one) => one.idempotencyKey.slice(0, 36))
    for (const done of [1, 2, 3]) {
      await expect.poll(() => gates.length, { timeout: 10_000 }).toBe(done)
      expect(begun()).toEqual([first, second, third].slice(0, done))
      gates[done - 1]?.({ ok: true, output: null })
    }
    await expect.poll(waiting, { timeout: 10_000 }).toEqual([])
    const lines = await scope.read((tx) =>
      tx.query<{ outcome: string; n: string }>(
        'select outcome, count(*) as n from caseloom.delivery where tenant_id = $1 group by outcome order by 1',
        [tx.tenantId],
      ),
    )
    expect(lines).toEqual([
      { outcome: 'accepted', n: '3' },
      { outcome: 'refused', n: '1' },
    ])
  })
})

describe('the queue', () => {
  it('shows what a run waits for', async () => {
    const scope = await house.aTenant()
    const pause = { key: 'w', action: 'flow.wait', with: { for: '1h' } }
    const { hooks } = await house.publish(scope, aPlaybook([pause]))
    await deliver(house.automation, scope, { hookKey: hooks[0]?.hookKey ?? '', raw: Buffer.from('{}') })
    await expect
      .poll(async () => (await listQueue(scope, { limit: 10 })).items, { timeout: 10_000 })
      .toMatchObject([{ reason: 'time', run: { state: 'waiting' } }])
  })

  it('shows how many runs work and wait, and that a worker is present until it stops', async () => {
    const scope = await house.aTenant()
    const figures = () => queueFigures(house.automation, scope)
    const none = { atWork: 0, queued: 0, waiting: 0, oldestQueued: null, share: expect.any(Number) }
    expect(await figures()).toMatchObject({ ...none, workers: { alive: 1, since: expect.any(String) } })
    const pause = { key: 'w', action: 'flow.wait', with: { for: '1h' } }
    const { hooks } = await house.publish(scope, aPlaybook([pause]))
    await deliver(house.automation, scope, { hookKey: hooks[0]?.hookKey ?? '', raw: Buffer.from('{}') })
    await expect.poll(figures, { timeout: 10_000 }).toMatchObject({ ...none, waiting: 1 })
    const other = reportPresence({ system: house.automation.system, log: testLog })
    const alive = async () => (await figures()).workers.alive
    await expect.poll(alive, { timeout: 10_000 }).toBe(2)
    await other.stop()
    expect(await alive()).toBe(1)
  })
})
