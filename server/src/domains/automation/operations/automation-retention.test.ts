import {
  createAutomationFixture,
  aPlaybook,
  aTransform,
  type AutomationFixture,
  deliver,
} from '../automation.fixture.ts'
import { PlaybookId } from '@caseloom/contract/kernel/ids'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listDeliveries } from '../deliveries/deliveries.read.ts'
import { purgeExpiredAutomation } from './automation-retention.ts'
import { getRun, readStepValue } from '../runs/get-run.ts'
import { rerunRun } from '../runs/rerun-run.ts'
import { listRuns } from '../runs/runs.read.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture({ worker: false })
})
afterAll(() => house.close())

let count = 0
/** An id as it would have been given out so many days ago. */
function idOfThen(days: number): string {
  count += 1
  const time = (Date.now() - days * 86_400_000).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(count).padStart(12, '0')}`
}

it('deletes runs, log entries, and dedup keys after their retention, and nothing younger or still open', async () => {
  const scope = await house.aTenant()
  const trigger = {
    key: 'hook',
    kind: 'webhook',
    with: { auth: 'none' },
    when: '{% trigger.body.go %}',
    dedup: '{% trigger.body.id %}',
  }
  const playbook = await house.publish(scope, aPlaybook([aTransform('a', 'x')], { triggers: [trigger] }))
  const [hook] = playbook.hooks
  const send = (body: unknown) =>
    deliver(house.automation, scope, { hookKey: hook?.hookKey ?? '', raw: Buffer.from(JSON.stringify(body)) })
  const aged = async (days: number) => {
    const old = idOfThen(days)
    await scope.tx(async (tx) => {
      const last = `(select id from caseloom.run where tenant_id = $1 order by number desc limit 1)`
      for (const table of ['delivery', 'run_entry', 'trigger_dedup']) {
        await tx.query(`update caseloom.${table} set run_id = $2 where run_id = ${last}`, [tx.tenantId, old])
      }
      await tx.query(`update caseloom.delivery set id = $2 where run_id = $3 and tenant_id = $1`, [
        tx.tenantId,
        idOfThen(days),
        old,
      ])
      await tx.query(
        `update caseloom.trigger_dedup set at = now() - make_interval(days => $2) where run_id = $3 and tenant_id = $1`,
        [tx.tenantId, days, old],
      )
      await tx.query(`update caseloom.run set id = $2 where id = ${last}`, [tx.tenantId, old])
    })
  }
  await send({ go: true, id: 'old' })
  await aged(100)
  await send({ go: true, id: 'open' })
  await aged(100)
  await scope.tx((tx) =>
    tx.query(`update caseloom.run set state = 'waiting' where tenant_id = $1 and number = 2`, [tx.tenantId]),
  )
  await send({ go: true, id: 'middle' })
  await aged(40)
  await send({ go: false })
  await purgeExpiredAutomation(house.installation.database.system)
  const runs = await listRuns(scope, { limit: 10 })
  expect(runs.items.map((run) => run.number)).toEqual([3, 2])
  const lines = await listDeliveries(scope, hook?.id ?? '', { limit: 10 })
  expect(lines.items.map((line) => line.dedupKey)).toEqual([null, 'middle', 'open'])
  expect((await send({ go: true, id: 'middle' })).body).toMatchObject({ outcome: 'duplicate' })
  expect((await send({ go: true, id: 'old' })).status).toBe(202)
})

it('retains the input of a deleted run for as long as a rerun of it', async () => {
  const scope = await house.aTenant()
  const playbook = await house.publish(scope, aPlaybook([aTransform('a', '{% trigger.body %}')]))
  const hookKey = playbook.hooks[0]?.hookKey ?? ''
  const answer = await deliver(house.automation, scope, { hookKey, raw: Buffer.from('{"n":1}') })
  const { runId } = answer.body as { runId: string } // what a 202 answers
  const again = await rerunRun(house.automation, scope, anActor(scope), { runId })
  const [old, oldDelivery] = [idOfThen(100), idOfThen(100)]
  await scope.tx(async (tx) => {
    await tx.query('update caseloom.run set id = $2 where id = $1', [runId, old])
    await tx.query('update caseloom.run set rerun_of = $2 where id = $1', [again.id, old])
    await tx.query('update caseloom.delivery set id = $2, run_id = $3 where run_id = $1', [
      runId,
      oldDelivery,
      old,
    ])
    await tx.query('update caseloom.run set delivery_id = $2 where tenant_id = $1', [
      tx.tenantId,
      oldDelivery,
    ])
  })
  await purgeExpiredAutomation(house.installation.database.system)
  const { items } = await listRuns(scope, { limit: 10 })
  expect(items.map(({ id, rerunOf }) => [id, rerunOf])).toEqual([[again.id, null]])
  const wanted = { runId: again.id, path: '', side: 'trigger' } as const
  expect(await readStepValue(house.automation, scope, anActor(scope), wanted)).toMatchObject({
    value: { body: { n: 1 } },
  })
})

it('keeps the runs of a playbook for as long as it says, whatever the usual time is', async () => {
  const scope = await house.aTenant()
  const aged = async (key: string, keepRuns: number | 'forever' | undefined, days: readonly number[]) => {
    const over = { playbook: key, ...(keepRuns === undefined ? {} : { keepRuns }) }
    const { id, hooks } = await house.publish(scope, aPlaybook([aTransform('a', 'x')], over))
    for (const age of days) {
      const hookKey = hooks[0]?.hookKey ?? ''
      const answer = await deliver(house.automation, scope, { hookKey, raw: Buffer.from('{}') })
      const { runId } = answer.body as { runId: string } // what a 202 answers
      await scope.tx((tx) =>
        tx.query(`update caseloom.run set id = $2, state = 'succeeded' where id = $1`, [
          runId,
          idOfThen(age),
        ]),
      )
    }
    return id
  }
  const week = await aged('week', 7, [8, 6])
  const year = await aged('year', 365, [370, 100])
  const forever = await aged('forever', 'forever', [1_000])
  const usual = await aged('usual', undefined, [100, 80])
  await purgeExpiredAutomation(house.installation.database.system)
  const left = async (playbookId: string) =>
    (await listRuns(scope, { limit: 10, playbookId: PlaybookId.parse(playbookId) })).items.length
  expect([await left(week), await left(year), await left(forever), await left(usual)]).toEqual([1, 1, 1, 1])
  const notified = async (playbookId: string) => {
    const { items } = await listRuns(scope, { limit: 1, playbookId: PlaybookId.parse(playbookId) })
    const run = await getRun(house.automation, scope, anActor(scope), items[0]?.id ?? '')
    return run.keptUntil === null ? null : Date.parse(run.keptUntil) - Date.parse(run.startedAt)
  }
  const day = 86_400_000
  expect([
    await notified(week),
    await notified(year),
    await notified(forever),
    await notified(usual),
  ]).toEqual([7 * day, 365 * day, null, 90 * day])
})
