import {
  aCall,
  createAutomationFixture,
  aPlaybook,
  aTransform,
  type AutomationFixture,
  deliver,
} from '../automation.fixture.ts'
import { PlaybookId, UserId } from '@caseloom/contract/kernel/ids'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { listFailureGroups } from '../operations/failure-groups.read.ts'
import { getBulkRerun, rerunFailures, stopBulkRerun } from '../bulk-reruns/rerun-failures.ts'
import { listRuns } from './runs.read.ts'

let house: AutomationFixture
let scope: TenantScope
let playbookId: string
/** Who may act now, by id. */
const people = new Map<string, Actor>()

/** Runs of one playbook: two fail at "call" in two ways, one ends well; a pure playbook of its own beside it. */
beforeAll(async () => {
  house = await createAutomationFixture({ actorOf: async (id) => people.get(id) ?? null })
  house.answer.current = async (input) => {
    const { from } = input['body'] as { from: string } // the body of aCall
    if (from !== 'call') return { ok: true, output: null }
    answered += 1
    if (answered === 3) return { ok: true, output: null }
    const code = answered === 1 ? 'http.timeout' : 'http.status'
    return { ok: false, error: { code, message: `No answer ${answered}`, retryable: false } }
  }
  let answered = 0
  scope = await house.aTenant()
  const published = await house.publish(scope, aPlaybook([aCall('call')]))
  playbookId = published.id
  const hookKey = published.hooks[0]?.hookKey ?? ''
  for (let n = 1; n <= 3; n += 1) {
    await deliver(house.automation, scope, { hookKey, raw: Buffer.from('{}') })
    await vi.waitUntil(async () => (await ended()) === n, { timeout: 20_000 })
  }
  const pure = aPlaybook([aTransform('sum', '{% 1 %}')], { playbook: 'pure', title: 'Pure' })
  const other = await house.publish(scope, pure as JsonObject)
  await deliver(house.automation, scope, { hookKey: other.hooks[0]?.hookKey ?? '', raw: Buffer.from('{}') })
})
afterAll(() => house.close())

const ended = async () =>
  (await listRuns(scope, { limit: 10 })).items.filter((run) => run.endedAt !== null).length
const numbers = async (filter: Partial<Parameters<typeof listRuns>[1]>) =>
  (await listRuns(scope, { limit: 10, ...filter })).items.map((run) => run.number)
const initiate = (number: number, userId: string | null) =>
  scope.tx((tx) =>
    tx.query('update caseloom.run set initiator = $3 where tenant_id = $1 and number = $2', [
      tx.tenantId,
      number,
      userId,
    ]),
  )

describe('the list of runs', () => {
  it('is narrowed by error, step, kind, number and time', async () => {
    expect(await numbers({ errorCode: 'http.timeout' })).toEqual([1])
    expect(await numbers({ errorStep: 'call' })).toEqual([2, 1])
    expect(await numbers({ errorStep: 'elsewhere' })).toEqual([])
    expect(await numbers({ kind: 'webhook' })).toEqual([4, 3, 2, 1])
    expect(await numbers({ kind: 'schedule' })).toEqual([])
    expect(await numbers({ number: 3 })).toEqual([3])
    const [, third] = (await listRuns(scope, { limit: 10 })).items
    const began = Date.parse(third?.startedAt ?? '')
    const hour = (by: number) => new Date(began + by * 3_600_000).toISOString()
    expect(await numbers({ from: hour(-1), to: hour(1) })).toEqual([4, 3, 2, 1])
    expect(await numbers({ to: hour(-1) })).toEqual([])
    expect(await numbers({ from: hour(1) })).toEqual([])
  })

  it('is narrowed by version and by who started them', async () => {
    expect(await numbers({ version: 1, playbookId })).toEqual([3, 2, 1])
    expect(await numbers({ version: 2 })).toEqual([])
    const ina = anActor(scope)
    const startedBy = UserId.parse(ina.id)
    expect(await numbers({ startedBy })).toEqual([])
    await initiate(3, ina.id)
    expect(await numbers({ startedBy })).toEqual([3])
    await initiate(3, null)
  })
})

describe('what fails', () => {
  it('is grouped by playbook, step, and error, with the newest run of each', async () => {
    const groups = await listFailureGroups(scope, {})
    expect(groups).toHaveLength(2)
    expect(groups.find((group) => group.code === 'http.status')).toMatchObject({
      playbook: { id: playbookId, title: 'Test playbook' },
      step: 'call',
      count: 1,
      message: expect.stringContaining('No answer 2'),
      lastRun: { number: 2 },
    })
    expect(await listFailureGroups(scope, { to: new Date(Date.now() - 3_600_000).toISOString() })).toEqual([])
  })

  it('says nothing of another tenant', async () => {
    expect(await listFailureGroups(await house.aTenant(), {})).toEqual([])
  })
})

describe('repeating what failed alike', () => {
  const aUser = (over: Parameters<typeof anActor>[1] = {}): Actor => {
    const actor = anActor(scope, over)
    people.set(String(actor.id), actor)
    return actor
  }
  const begin = (actor: Actor, errorCode: string) =>
    rerunFailures(scope, actor, { playbookId: PlaybookId.parse(playbookId), errorCode, ip: '192.0.2.7' })
  const ending = async (actor: Actor, id: string) => {
    await expect
      .poll(async () => (await getBulkRerun(scope, actor, id)).state, { timeout: 20_000 })
      .not.toBe('running')
    return getBulkRerun(scope, actor, id)
  }

  it('begins each as a repetition of its own, in the name of who asked, and none a second time', async () => {
    house.answer.current = async () => ({ ok: true, output: null })
    const alice = aUser()
    const begun = await begin(alice, 'http.timeout')
    expect(begun).toMatchObject({ total: 1, by: 'Alice Example', playbook: { title: 'Test playbook' } })
    expect(await ending(alice, begun.id)).toMatchObject({
      state: 'done',
      done: 1,
      started: 1,
      left: { repeated: 0, forbidden: 0 },
    })
    const [newest] = (await listRuns(scope, { limit: 1 })).items
    expect(newest).toMatchObject({ rerunOf: { number: 1 } })
    const audited = await scope.read((tx) =>
      tx.query(
        `select actor_id, ip from caseloom.audit_entry where tenant_id = $1 and action = 'run.repeated' and object_id = $2`,
        [tx.tenantId, newest?.id],
      ),
    )
    // Separation of duties reads here who is behind a run.
    expect(audited).toEqual([{ actor_id: alice.id, ip: '192.0.2.7' }])
    const again = await begin(alice, 'http.timeout')
    expect(await ending(alice, again.id)).toMatchObject({ started: 0, left: { repeated: 1, forbidden: 0 } })
  })

  it('skips runs that the person may not repeat one by one, by their current permissions', async () => {
    const alice = aUser()
    await initiate(2, aUser().id)
    const notMine = await begin(alice, 'http.status')
    expect(await ending(alice, notMine.id)).toMatchObject({ started: 0, left: { forbidden: 1 } })
    await initiate(2, null)
    const gone = aUser()
    people.delete(String(gone.id))
    const byRemovedUser = await begin(gone, 'http.status')
    expect(await ending(alice, byRemovedUser.id)).toMatchObject({ started: 0, left: { forbidden: 1 } })
    const weak = aUser()
    people.set(String(weak.id), { ...weak, permissions: new Set(['playbook:run']) })
    const byWeak = await begin(weak, 'http.status')
    expect(await ending(alice, byWeak.id)).toMatchObject({ started: 0, left: { forbidden: 1 } })
  })

  it('is for people who may run playbooks and see data of runs, in their own tenant', async () => {
    for (const may of [['playbook:run'] as const, ['run:data'] as const])
      await expect(begin(aUser({ may }), 'http.status')).rejects.toMatchObject({ code: 'right.missing' })
    const foreign = await house.aTenant()
    const mallory = anActor(foreign)
    const group = { playbookId: PlaybookId.parse(playbookId), errorCode: 'http.status' }
    await expect(rerunFailures(foreign, mallory, group)).rejects.toMatchObject({
      code: 'resource.not_found',
    })
    const { id } = await begin(aUser(), 'no.such_error')
    await expect(getBulkRerun(foreign, mallory, id)).rejects.toMatchObject({ code: 'resource.not_found' })
    await expect(stopBulkRerun(foreign, mallory, { id })).rejects.toMatchObject({
      code: 'resource.not_found',
    })
  })

  it('of nothing finishes immediately', async () => {
    expect(await begin(aUser(), 'no.such_error')).toMatchObject({ state: 'done', total: 0 })
  })

  it('starts no more once it is stopped', async () => {
    const alice = aUser()
    const begun = await begin(alice, 'http.status')
    const stopped = await stopBulkRerun(scope, alice, { id: begun.id })
    expect(['stopped', 'done']).toContain(stopped.state)
    expect(stopped.can.stop).toBe(false)
    expect(await stopBulkRerun(scope, alice, { id: begun.id })).toEqual(stopped)
  })
})
