import type { JsonObject } from '@caseloom/contract/kernel/json'
import { type Permission, PERMISSIONS } from '@caseloom/contract/kernel/permissions'
import { createAutomationFixture, type AutomationFixture } from '../automation.fixture.ts'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAutomationDoor } from '../automation.door.ts'
import { grantOf } from '../run-model/run-actor.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture()
})
afterAll(() => house.close())

const document = (over: JsonObject): JsonObject => ({
  playbook: 'helpful',
  title: 'Helpful',
  runAs: 'initiator',
  triggers: [],
  steps: [{ key: 'get', action: 'record.search', with: { app: 'alert' } }],
  ...over,
})

async function aTenant() {
  const scope = await house.aTenant()
  const field = { key: 'title', label: 'Title', type: 'text' as const, required: false, readOnly: false }
  await house.apps.createApp(scope, anActor(scope), {
    key: 'alert',
    acronym: 'ALR',
    name: 'Alert',
    icon: 'bell',
    titleField: 'title',
    listColumns: ['title'],
    layout: [],
    fields: [{ ...field, multiline: false, maxLength: 100, unique: false }],
  })
  return scope
}

describe('a playbook that acts with the permissions of the person who starts it', () => {
  const all = [...PERMISSIONS]
  const lesser = all.filter((one): one is Permission => one !== 'playbook:impersonate')

  it('is published only by people with the permission for it, and never by a playbook', async () => {
    const scope = await aTenant()
    const door = createAutomationDoor(house.automation)
    const builder = anActor(scope, { may: lesser })
    const draft = await door.createPlaybook(scope, builder, document({}))
    const command = { playbookId: draft.id, revision: draft.revision }
    await expect(door.publishPlaybook(scope, builder, command)).rejects.toMatchObject({
      code: 'right.missing',
    })
    expect((await door.publishPlaybook(scope, anActor(scope), command)).publishedVersion).toBe(1)
    expect(grantOf(anActor(scope)).permissions).not.toContain('playbook:impersonate')
    const plain = await door.createPlaybook(scope, builder, document({ playbook: 'own', runAs: 'playbook' }))
    const own = { playbookId: plain.id, revision: plain.revision }
    expect((await door.publishPlaybook(scope, builder, own)).publishedVersion).toBe(1)
  })
})
