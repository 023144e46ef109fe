import {
  aCall,
  aPlaybook,
  type AutomationFixture,
  createAutomationFixture,
  deliver,
} from '../automation.fixture.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { automationPurge } from './purge-automation.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture({ worker: false })
})
afterAll(() => house.close())

/** A tenant with runs that no worker ends. */
async function withOpenRuns(count: number): Promise<TenantScope> {
  const scope = await house.aTenant()
  const { hooks } = await house.publish(scope, aPlaybook([aCall('a')]))
  const hookKey = hooks[0]?.hookKey ?? ''
  for (let sent = 0; sent < count; sent += 1)
    expect(await deliver(house.automation, scope, { hookKey, raw: Buffer.from('{}') })).toMatchObject({
      status: 202,
    })
  return scope
}

const startsOf = async (scope: TenantScope) =>
  (
    await scope.read((tx) =>
      tx.query<{ start_id: string }>('select start_id from caseloom.run where tenant_id = $1 order by id', [
        tx.tenantId,
      ]),
    )
  ).map((row) => row.start_id)

it('cancels the open runs of a purged tenant in the engine, and those of no other tenant', async () => {
  const purged = await withOpenRuns(2)
  const other = await withOpenRuns(1)
  const canceled: string[] = []
  const engine = {
    ...house.automation.engine,
    cancel: async (key: string) => {
      canceled.push(key)
      return true
    },
  }
  await automationPurge({ system: house.installation.database.system, engine }).purge(
    purged,
    async () => undefined,
  )
  expect(canceled).toEqual(await startsOf(purged))
  expect(canceled).toHaveLength(2)
  expect(canceled).not.toContain((await startsOf(other))[0])
})
