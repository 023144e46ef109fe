import type { JsonObject } from '@caseloom/contract/kernel/json'
import { aPlaybook, aTransform, deliver } from '../automation.fixture.ts'
import { createApprovalsFixture, type ApprovalsFixture, type Team } from '../approvals/approvals.fixture.ts'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listDeliveries } from '../deliveries/deliveries.read.ts'
import { seeDeliveries } from '../deliveries/see-deliveries.ts'
import { HIDDEN_MESSAGE } from '../gate/closed-run.rules.ts'
import { createPlaybook } from '../publishing/edit-playbook.ts'
import { publishPlaybook } from '../publishing/publish-playbook.ts'
import { notifyFailures } from '../triggers/on-failure.ts'
import { switchTrigger } from '../triggers/trigger-overview.ts'
import { countFailing } from './failing-playbooks.read.ts'
import { type NoticeDeps, type OwnerNote, notifyOwners } from './notify-owners.ts'

let world: ApprovalsFixture
let team: Team
let notified: OwnerNote[]
let now = new Date('2026-11-23T08:00:00Z')

beforeAll(async () => {
  world = await createApprovalsFixture()
}, 60_000)
afterAll(() => world.close())
beforeEach(async () => {
  team = await world.aTeam('Olga', 'Ben')
  notified = []
  now = new Date('2026-11-23T08:00:00Z')
})

const FAILS: JsonObject = {
  key: 'stop',
  action: 'flow.stop',
  with: { state: 'failed', message: 'The vendor sent rubbish' },
}

/** A playbook that Olga published. */
async function aHook(steps: JsonObject[], over: JsonObject = {}) {
  const { automation } = world.house
  const owner = team.people['Olga'] ?? anActor(team.scope)
  const draft = await createPlaybook(
    automation,
    team.scope,
    owner,
    aPlaybook(steps, { title: 'Intake', ...over }),
  )
  const view = await publishPlaybook(automation, team.scope, owner, {
    playbookId: draft.id,
    revision: draft.revision,
  })
  const [hook] = view.hooks
  if (hook === undefined) throw new Error('The playbook has no hook')
  const hookKey = hook.address.split('/').at(-1) ?? ''
  const send = () => deliver(automation, team.scope, { hookKey, raw: Buffer.from('{"n":1}') })
  return { id: view.id, hook: hook.id, send }
}

const look = async () => {
  await notifyFailures(world.house.automation)
  const { system, tenant, directory, log } = world.deps
  const notify: NoticeDeps['notify'] = async (tx, note) => {
    // A transaction of the tenant's own role couldn't write to people.
    await tx.query('select 1 from caseloom.worker_presence')
    notified.push(note)
  }
  await notifyOwners({ system, tenant, directory, log, notify }, now)
}
const mine = () => notified.filter(({ accountId }) => accountId === team.scope.accountId)

describe('a failed run', () => {
  it('shows in the delivery log, in the count of failing playbooks, and to its owner alone', async () => {
    const { hook, send } = await aHook([FAILS])
    expect(await countFailing(team.scope)).toBe(0)
    expect((await send()).status).toBe(202)
    const log = () => listDeliveries(team.scope, hook, { limit: 5 })
    await expect.poll(async () => (await log()).items[0]?.runState, { timeout: 15_000 }).toBe('failed')
    expect((await log()).items[0]).toMatchObject({ outcome: 'accepted', runState: 'failed' })
    const rowFor = async (actor: Actor) => {
      const command = { triggerId: hook, filter: { limit: 5 } }
      return (await seeDeliveries(world.house.automation, team.scope, actor, command)).items[0]
    }
    const reader = anActor(team.scope)
    expect(await rowFor(reader)).toMatchObject({ runError: { message: expect.stringContaining('rubbish') } })
    const permissions = new Set([...reader.permissions].filter((one) => one !== 'run:data'))
    expect(await rowFor({ ...reader, permissions })).toMatchObject({ runError: { message: HIDDEN_MESSAGE } })
    expect(await countFailing(team.scope)).toBe(1)
    await look()
    const [run] = (await log()).items
    expect(mine()).toEqual([
      {
        personId: team.people['Olga']?.personId,
        accountId: team.scope.accountId,
        kind: 'intakeFailed',
        title: '“Intake” failed to process a delivery',
        text: expect.not.stringContaining('rubbish'),
        link: expect.stringContaining(`/orchestration/run/${run?.runId}`),
        subject: { kind: 'playbook', tenantId: team.scope.tenantId, playbookId: expect.any(String) },
      },
    ])
  })

  it('is one notice for a burst, and the rest an hour later as one more', async () => {
    const { id, send } = await aHook([FAILS])
    await send()
    await look()
    for (let at = 0; at < 5; at += 1) await send()
    await look()
    await look()
    expect(mine()).toHaveLength(1)
    now = new Date(now.getTime() + 3_600_000)
    await look()
    await look()
    expect(mine().map(({ title }) => title)).toEqual([
      '“Intake” failed to process a delivery',
      '“Intake” failed to process 5 deliveries',
    ])
    expect(mine()[1]?.link).toContain(`/playbook/${id}`)
  })

  it('is reported to everyone who can build playbooks when its owner is gone', async () => {
    const { send } = await aHook([FAILS])
    team.leave('Olga')
    await send()
    await look()
    expect(mine().map(({ personId }) => personId)).toEqual([team.people['Ben']?.personId])
  })

  it('that started otherwise is a failed run, and a succeeded one is nothing', async () => {
    const { send } = await aHook([aTransform('fine', 1)])
    await send()
    await look()
    expect(mine()).toEqual([])
    expect(await countFailing(team.scope)).toBe(0)
    const runId = await team.run([FAILS])
    await team.ended(runId)
    await look()
    // The stand-in starts runs like a component does: the caller reports them.
    expect(mine()).toEqual([])
  })
})

it('reports a delivery that could not be evaluated', async () => {
  const { send } = await aHook([aTransform('fine', 1)], {
    triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none' }, dedup: '{% trigger.body.nothing %}' }],
  })
  await expect(send()).rejects.toMatchObject({ code: 'hook.bad_payload' })
  await look()
  expect(mine().map(({ kind }) => kind)).toEqual(['intakeFailed'])
})

it('reports a trigger that someone else switched off, unless it is back on by then', async () => {
  const { hook } = await aHook([aTransform('fine', 1)])
  const { automation } = world.house
  const set = (who: string, enabled: boolean) =>
    switchTrigger(automation, team.scope, team.people[who] ?? anActor(team.scope), {
      triggerId: hook,
      enabled,
    })
  await set('Ben', false)
  await set('Ben', true)
  await look()
  await set('Olga', false)
  await look()
  expect(mine()).toEqual([])
  await set('Olga', true)
  await set('Ben', false)
  now = new Date(now.getTime() + 3_600_000)
  await look()
  expect(mine().map(({ kind, title }) => [kind, title])).toEqual([
    ['triggerOff', 'The trigger “hook” of “Intake” was turned off'],
  ])
})
