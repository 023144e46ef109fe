import {
  aCall,
  createAutomationFixture,
  aPlaybook,
  type AutomationFixture,
  deliver,
} from './automation.fixture.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { TenantScope } from '../../platform/database/types.ts'
import { registerDeployment } from '../../platform/embedded/restate-deployments.ts'
import { type AutomationWorker, startWorker } from './automation.ts'

let house: AutomationFixture
let superuser: pg.Client
beforeAll(async () => {
  house = await createAutomationFixture({ worker: false })
  superuser = new pg.Client({ connectionString: house.installation.superuserUrl })
  await superuser.connect()
})
afterAll(async () => {
  await superuser.end()
  await house.close()
})

const BRANCHES = ['a', 'b', 'c']
const FIRST = 10
const LATER = 10

const aWorker = (): Promise<AutomationWorker> =>
  startWorker(house.automation, {
    listen: { host: '127.0.0.1', port: house.restate.workerPort },
    identityKeys: house.restate.identityKeys,
  })

const statesOf = (scope: TenantScope) =>
  scope.read((tx) =>
    tx.query<{ state: string; n: string }>(
      'select state, count(*) as n from caseloom.run where tenant_id = $1 group by state',
      [tx.tenantId],
    ),
  )

it('repeats no call over a planned stop, though the database is locked and more runs arrive', async () => {
  const scope = await house.aTenant()
  const steps = BRANCHES.flatMap((branch) => [aCall(branch), aCall(`${branch}2`, branch)])
  const { hooks } = await house.publish(scope, aPlaybook(steps))
  const hookKey = hooks[0]?.hookKey ?? ''
  const send = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const answer = await deliver(house.automation, scope, { hookKey, raw: Buffer.from('{}') })
      expect(answer.status).toBe(202)
    }
  }
  const receiver = Promise.withResolvers<void>()
  house.answer.current = async () => {
    await receiver.promise
    return { ok: true, output: { status: 200 } }
  }
  const first = await aWorker()
  const { adminUrl, workerPort } = house.restate
  await registerDeployment(adminUrl, `http://127.0.0.1:${workerPort}`)
  await send(FIRST)
  await expect.poll(() => house.performed.length, { timeout: 30_000 }).toBe(FIRST * BRANCHES.length)

  const drained = first.drain(120_000)
  await send(LATER)
  await expect.poll(() => house.restate.retries(), { timeout: 30_000 }).toBeGreaterThan(LATER)
  await superuser.query('begin')
  await superuser.query('lock table caseloom.run_entry in access exclusive mode')
  receiver.resolve()
  expect(await drained).toBe(0)
  await superuser.query('rollback')
  await first.close()

  const second = await aWorker()
  onTestFinished(() => second.close())
  await expect
    .poll(() => statesOf(scope), { timeout: 60_000 })
    .toEqual([{ state: 'succeeded', n: String(FIRST + LATER) }])
  const times = Map.groupBy(house.performed, (call) => call.idempotencyKey)
  expect([...times].filter(([, calls]) => calls.length > 1)).toEqual([])
  expect(times.size).toBe((FIRST + LATER) * BRANCHES.length * 2)
}, 180_000)
