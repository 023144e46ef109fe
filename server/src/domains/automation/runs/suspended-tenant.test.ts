import {
  aCall,
  aPlaybook,
  type AutomationFixture,
  createAutomationFixture,
  deliver,
} from '../automation.fixture.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'

const scopes = new Map<string, TenantScope>()
const suspended = new Set<string>()
let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture({
    tenant: async (id) => (suspended.has(id) ? null : (scopes.get(id) ?? null)),
    suspendedRetryMs: 500,
  })
})
afterAll(() => house.close())

const runOf = async (scope: TenantScope) => {
  const runs = await scope.read((tx) =>
    tx.query<{ state: string; start_id: string }>(
      'select state, start_id from caseloom.run where tenant_id = $1',
      [tx.tenantId],
    ),
  )
  return runs[0]
}

it('a run whose tenant is suspended keeps its journal, and continues when the tenant is active again', async () => {
  const scope = await house.aTenant()
  scopes.set(scope.tenantId, scope)
  const { hooks } = await house.publish(
    scope,
    aPlaybook([
      aCall('before'),
      { key: 'pause', after: 'before', action: 'flow.wait', with: { for: '6s' } },
      aCall('after', 'pause'),
    ]),
  )
  await deliver(house.automation, scope, { hookKey: hooks[0]?.hookKey ?? '', raw: Buffer.from('{}') })
  await expect.poll(async () => (await runOf(scope))?.state, { timeout: 20_000 }).toBe('waiting')
  const begun = await runOf(scope)
  suspended.add(scope.tenantId)
  await expect.poll(() => house.restate.retries(), { timeout: 60_000 }).toBeGreaterThan(1)
  expect(house.performed).toHaveLength(1)
  suspended.clear()
  await expect.poll(async () => (await runOf(scope))?.state, { timeout: 60_000 }).toBe('succeeded')
  expect((await runOf(scope))?.start_id).toBe(begun?.start_id)
  expect(house.performed.map(({ idempotencyKey }) => idempotencyKey.split('/')[1])).toEqual([
    'before~1',
    'after~1',
  ])
}, 120_000)
