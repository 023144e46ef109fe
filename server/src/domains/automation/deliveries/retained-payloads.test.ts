import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { TenantScope } from '../../../platform/database/types.ts'
import {
  aPlaybook,
  aTransform,
  type AutomationFixture,
  createAutomationFixture,
} from '../automation.fixture.ts'
import { MAX_RETAINED, trimPayloads, trimSometimes } from '../intake/retained-payloads.store.ts'
import { hookOf } from './hook.fixture.ts'
import { redeliver } from './redeliver.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture({ worker: false })
})
afterAll(() => house.close())

function aPickyHook(scope: TenantScope, key = 'picky') {
  const hook = { key: 'hook', kind: 'webhook', with: { auth: 'secret' }, when: '{% trigger.body.n > 99 %}' }
  return hookOf(house, aPlaybook([aTransform('seen', 1)], { playbook: key, triggers: [hook] }), scope)
}

it('retains the newest payloads of a trigger, and the log of all; what is gone can’t be redelivered', async () => {
  const scope = await house.aTenant()
  const picky = await aPickyHook(scope)
  const other = await aPickyHook(scope, 'other')
  for (const n of [1, 2, 3, 4]) await picky.send({ n })
  await other.send({ n: 5 })
  const stored = async () => (await picky.log()).map(({ can }) => can.payload)
  expect(await stored()).toEqual([true, true, true, true])
  const trim = (max: { payloads: number; bytes: number }) =>
    scope.tx((tx) => trimPayloads(tx, [picky.triggerId], max))
  expect(await trim({ payloads: 3, bytes: 1000 })).toBe(1)
  expect(await stored()).toEqual([true, true, true, false])
  const size = JSON.stringify({ n: 4 }).length
  expect(await trim({ payloads: 3, bytes: 2 * size })).toBe(1)
  expect(await trim({ payloads: 3, bytes: 2 * size })).toBe(0)
  expect(await stored()).toEqual([true, true, false, false])
  const oldest = (await picky.log()).at(-1)
  expect(oldest).toMatchObject({ outcome: 'filtered', redeliverBlock: 'not_stored' })
  await expect(
    redeliver(house.automation, scope, anActor(scope), { deliveryId: oldest?.id ?? '', ip: '192.0.2.7' }),
  ).rejects.toMatchObject({ code: 'delivery.not_redeliverable' })
  expect((await other.log()).map(({ can }) => can.payload)).toEqual([true])
})

it('applies the limits after some of the payloads that are written', async () => {
  const scope = await house.aTenant()
  const { triggerId } = await aPickyHook(scope)
  await scope.tx((tx) =>
    tx.query(
      `insert into caseloom.delivery (id, tenant_id, trigger_id, at, outcome, size, request, payload)
       select gen_random_uuid(), $1, $2, now(), 'filtered', 2, '{}', '{}' from generate_series(1, $3::int)`,
      [scope.tenantId, triggerId, MAX_RETAINED.payloads + 50],
    ),
  )
  const Count = z.object({ count: z.number() })
  const retained = () =>
    scope.read(async (tx) => {
      const of = 'from caseloom.delivery where trigger_id = $1 and request is not null'
      return (await tx.rows(Count, `select count(*)::int as count ${of}`, [triggerId]))[0]?.count
    })
  await scope.tx((tx) => trimSometimes(tx, [triggerId, triggerId], () => 0.5))
  expect(await retained()).toBe(MAX_RETAINED.payloads + 50)
  await scope.tx((tx) => trimSometimes(tx, [triggerId, triggerId], () => 0.001))
  expect(await retained()).toBe(MAX_RETAINED.payloads)
})
