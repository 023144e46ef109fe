import { AppCreate } from '@caseloom/contract/apps/apps'
import { anActor } from '@caseloom/testkit/installation'
import { createApprovalsFixture, type ApprovalsFixture } from './approvals.fixture.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getApproval } from './get-approval.ts'

let world: ApprovalsFixture
beforeAll(async () => {
  world = await createApprovalsFixture()
}, 60_000)
afterAll(() => world.close())

it('shows an approver the record, its severity and what follows; nothing of a record that they may not read', async () => {
  const team = await world.aTeam('Ann', 'Bob')
  for (const name of ['Ann', 'Bob']) team.join(name, team.groups[0]?.id ?? '')
  const { scope } = team
  const { apps, records } = world.house
  const builder = anActor(scope)
  const app = await apps.createApp(
    scope,
    builder,
    AppCreate.parse({
      key: 'alert',
      acronym: 'ALR',
      name: 'Alert',
      icon: 'alert-triangle',
      titleField: 'title',
      listColumns: ['title'],
      layout: [{ title: 'Details', columns: 1, fields: ['title', 'severity'] }],
      fields: [
        { key: 'title', label: 'Title', type: 'text', required: true },
        {
          key: 'severity',
          label: 'Severity',
          type: 'selection',
          display: 'severity',
          options: [{ key: 'high', label: 'High' }],
        },
      ],
    }),
  )
  const fields = { title: 'Beacon on WKS-0447', severity: 'high' }
  const { id, trackingId } = await records.createRecord(scope, builder, { appId: app.id, fields })
  const runId = await team.run([
    {
      key: 'ask',
      action: 'human.approve',
      with: { title: 'Isolate?', record: { app: 'alert', id }, to: { groups: ['Approvers'] } },
    },
    {
      key: 'isolate',
      title: 'Isolate host',
      action: 'data.transform',
      with: { value: 1 },
      after: [{ step: 'ask', when: '{% steps.ask.output.approved %}' }],
    },
  ])
  const question = await team.question(runId)
  const ann = team.people['Ann'] ?? builder
  expect(await getApproval(world.deps, scope, ann, question)).toMatchObject({
    record: { trackingId, title: 'Beacon on WKS-0447', severity: { key: 'high', label: 'High' } },
    next: { approved: ['Isolate host'], refused: [] },
  })
  const blind = { ...(team.people['Bob'] ?? builder), permissions: new Set<never>() }
  expect(await getApproval(world.deps, scope, blind, question)).toMatchObject({ record: null })
})
