import { anActor } from '@caseloom/testkit/installation'
import {
  createAutomationFixture,
  aPlaybook,
  aTransform,
  type AutomationFixture,
} from '../automation.fixture.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { saveDraft } from './edit-playbook.ts'
import { readPlaybook } from './playbooks.read.ts'
import { heartbeatEditor } from './editor-presence.ts'

let house: AutomationFixture
let scope: TenantScope
let playbookId: string
beforeAll(async () => {
  house = await createAutomationFixture({ worker: false })
  scope = await house.aTenant()
  playbookId = (await house.publish(scope, aPlaybook([aTransform('a', 1)]))).id
})
afterAll(() => house.close())

const person = (name: string) => anActor(scope, { id: randomUUID(), name })
const news = async () => {
  const rows = await scope.read((tx) =>
    tx.query<{ n: string }>(
      `select count(*) as n from caseloom.outbox where tenant_id = $1 and payload::text like '%playbooks%'`,
      [tx.tenantId],
    ),
  )
  return Number(rows[0]?.n)
}

it('shows each window who edits the draft in others, and notifies open pages when someone joins or leaves', async () => {
  const [alice, bob] = [person('Alice'), person('Bob')]
  const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()]
  const sit = (actor: typeof alice, seat: string, leaving = false) =>
    heartbeatEditor(scope, actor, { playbookId, seat, leaving })
  expect(await sit(alice, one)).toEqual([])
  const before = await news()
  expect(await sit(bob, two)).toMatchObject([{ name: 'Alice', own: false }])
  expect(await news()).toBe(before + 1)
  expect(await sit(alice, one)).toMatchObject([{ name: 'Bob', own: false }])
  expect(await sit(alice, three)).toMatchObject([
    { name: 'Alice', own: true },
    { name: 'Bob', own: false },
  ])
  const settled = await news()
  await sit(bob, two)
  expect(await news()).toBe(settled)
  expect(await sit(bob, two, true)).toMatchObject([{ name: 'Alice' }])
  expect(await news()).toBe(settled + 1)
  // A window that stops reporting loses its seat automatically.
  await scope.tx((tx) =>
    tx.query(`update caseloom.playbook_editor set at = at - interval '2 minutes' where seat = $1`, [three]),
  )
  expect(await sit(alice, one)).toEqual([])
})

it('knows who saved the draft last', async () => {
  const [alice, bob] = [person('Alice'), person('Bob')]
  const { revision, draft } = await readPlaybook(house.automation, scope, alice, playbookId)
  await saveDraft(house.automation, scope, bob, {
    playbookId,
    revision,
    document: { ...draft, title: 'Other' },
  })
  const seen = async (by: typeof alice) =>
    (await readPlaybook(house.automation, scope, by, playbookId)).savedBy
  expect(await seen(alice)).toMatchObject({ name: 'Bob', own: false })
  expect(await seen(bob)).toMatchObject({ name: 'Bob', own: true })
})
