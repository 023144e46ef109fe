import { AppCreate } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApprovalsFixture, type ApprovalsFixture, type Team } from './approvals.fixture.ts'
import { listApprovals } from './approvals.read.ts'

let world: ApprovalsFixture
beforeAll(async () => {
  world = await createApprovalsFixture()
}, 60_000)
afterAll(() => world.close())

const SHAPE = AppCreate.parse({
  key: 'alert',
  acronym: 'ALR',
  name: 'Alert',
  icon: 'alert-triangle',
  titleField: 'title',
  listColumns: ['title'],
  layout: [{ title: 'Details', columns: 1, fields: ['title'] }],
  fields: [{ key: 'title', label: 'Title', type: 'text', required: true }],
})

async function aRecord({ scope }: Team): Promise<{ first: string; second: string }> {
  const { apps, records } = world.house
  const builder = anActor(scope)
  const app = await apps.createApp(scope, builder, SHAPE)
  const make = async (title: string) =>
    (await records.createRecord(scope, builder, { appId: app.id, fields: { title } })).id
  return { first: await make('Beacon'), second: await make('Scan') }
}

const READS: Actor['permissions'] = new Set(['app:read', 'record:read'])

it('lists what runs on a record ask for those who may see it, to readers of the record alone', async () => {
  const team = await world.aTeam('Ann', 'Bob')
  team.join('Ann', team.groups[0]?.id ?? '')
  const { scope } = team
  const { first, second } = await aRecord(team)
  const runId = await team.run(
    [
      {
        key: 'ask',
        action: 'human.approve',
        with: { title: 'Isolate?', record: { app: 'alert', id: first }, to: { groups: ['Approvers'] } },
      },
    ],
    team.people['Bob'],
  )
  const id = await team.question(runId)
  const seen = async (actor: Actor, recordId: string) => {
    const asked = { box: 'visible', state: 'open', limit: 100, recordId } as const
    return (await listApprovals(world.deps, scope, actor, asked)).items
  }
  const reader = anActor(scope)
  const ann = { ...(team.people['Ann'] ?? reader), permissions: READS }
  const bob = { ...(team.people['Bob'] ?? reader), permissions: READS }
  expect(await seen(ann, first)).toMatchObject([{ id, title: 'Isolate?', waitingForMe: true }])
  // The person who started the run sees it wait, without what it says: that is data of the run.
  expect(await seen(bob, first)).toMatchObject([{ id, title: 'ask', waitingForMe: false }])
  expect(await seen(reader, first)).toMatchObject([{ id, title: 'Isolate?', waitingForMe: false }])
  expect(await seen(anActor(scope, { may: ['app:read', 'record:read'] }), first)).toEqual([])
  expect(await seen({ ...ann, permissions: new Set() }, first)).toEqual([])
  expect(await seen(ann, second)).toEqual([])
  expect(await seen(reader, 'not an id')).toEqual([])
  const stranger = await world.aTeam('Ann')
  const asked = { box: 'visible', limit: 100, recordId: first } as const
  const theirs = await listApprovals(world.deps, stranger.scope, anActor(stranger.scope), asked)
  expect(theirs.items).toEqual([])
  await team.say(team.people['Ann'], id)
  expect(await seen(reader, first)).toEqual([])
  const { items } = await listApprovals(world.deps, scope, reader, asked)
  expect(items).toMatchObject([{ id, state: 'approved', decidedBy: [{ name: 'Ann' }] }])
  // Who decided is no data of the run: the person who started it sees that as well.
  const started = (await listApprovals(world.deps, scope, bob, asked)).items
  expect(started).toMatchObject([{ id, title: 'ask', decidedBy: [{ name: 'Ann' }] }])
  expect((await listApprovals(world.deps, scope, { ...ann, permissions: new Set() }, asked)).items).toEqual(
    [],
  )
})
