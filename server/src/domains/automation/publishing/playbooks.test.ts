import type { JsonObject } from '@caseloom/contract/kernel/json'
import {
  createAutomationFixture,
  aPlaybook,
  aTransform,
  type AutomationFixture,
} from '../automation.fixture.ts'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listDeliveries } from '../deliveries/deliveries.read.ts'
import { createPlaybook, saveDraft } from './edit-playbook.ts'
import { getRun } from '../runs/get-run.ts'
import { getPlaybookVersion, listPlaybookVersions } from './playbook-versions.read.ts'
import { playbooksNaming, playbooksOfApp } from './playbooks-of-app.read.ts'
import { listPlaybooks, readPlaybook } from './playbooks.read.ts'
import { publishPlaybook } from './publish-playbook.ts'
import { listRuns } from '../runs/runs.read.ts'
import { readTriggerSecret } from '../hooks/trigger-secret.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture({ worker: false })
})
afterAll(() => house.close())

const document = (over: JsonObject = {}) => aPlaybook([aTransform('a', '{% trigger.body.n %}')], over)
async function aDraft(over: JsonObject = {}) {
  const scope = await house.aTenant()
  const actor = anActor(scope)
  const view = await createPlaybook(house.automation, scope, actor, document(over))
  const save = (revision: number, changed: JsonObject) =>
    saveDraft(house.automation, scope, actor, { playbookId: view.id, revision, document: document(changed) })
  const publish = (revision: number) =>
    publishPlaybook(house.automation, scope, actor, { playbookId: view.id, revision })
  return { scope, actor, view, save, publish }
}

describe('a draft', () => {
  it('may have problems, and lists all of them with their paths', async () => {
    const { view, publish } = await aDraft({
      steps: [
        { key: 'a', action: 'data.transfrom', with: {} },
        { key: 'b', action: 'data.transform', with: { value: '{% ( %}' }, after: 'nobody' },
      ],
    })
    expect(view.problems.map((problem) => [problem.path.join('.'), problem.code])).toEqual([
      ['steps.0.action', 'unknown_action'],
      ['steps.1.after', 'unknown_step'],
      ['steps.1.with.value', 'bad_expression'],
    ])
    await expect(publish(view.revision)).rejects.toMatchObject({
      code: 'playbook.invalid',
      details: { issues: [{ path: ['body', 'document', 'steps', 0, 'action'] }, {}, {}] },
    })
  })

  it('that names an app is found by the key or ID of the app, with the fields that it names', async () => {
    const record = { app: 'alert', fields: { severity: 'high' } }
    const { scope, view } = await aDraft({ steps: [{ key: 'a', action: 'record.create', with: record }] })
    const found = { id: view.id, name: 'Test playbook' }
    const app = { id: '0198c0de-0000-7000-8000-000000000001', key: 'alert' }
    expect(await playbooksOfApp(scope, app)).toEqual([found])
    expect(await playbooksOfApp(scope, { ...app, key: 'alerts' })).toEqual([])
    expect(await playbooksNaming(scope, app, ['severity', 'verdict'])).toEqual([
      { ...found, fields: ['severity'] },
    ])
    expect(await playbooksNaming(scope, app, ['verdict'])).toEqual([])
  })

  it.each([
    ['no key', { playbook: null as never }],
    ['a key in capitals', { playbook: 'Key' }],
    ['a hostile key', { playbook: '"; drop table playbook; --' }],
    ['no title', { title: ' ' }],
    ['a title of ten thousand characters', { title: 'x'.repeat(10_000) }],
  ])('with %s is refused', async (_name, over) => {
    const scope = await house.aTenant()
    await expect(
      createPlaybook(house.automation, scope, anActor(scope), document(over)),
    ).rejects.toMatchObject({
      code: 'playbook.invalid',
      status: 422,
    })
  })

  it('keeps emoji and the order of its keys; NUL and half characters become the replacement character', async () => {
    const value = { z: '🧵', a: 'x\0y', m: '\ud800' }
    const { view } = await aDraft({ title: 'Fädeln 🧵', steps: [aTransform('a', value)] })
    const [step] = view.draft['steps'] as JsonObject[]
    expect(JSON.stringify((step?.['with'] as JsonObject)['value'])).toBe(
      '{"z":"🧵","a":"x\ufffdy","m":"\ufffd"}',
    )
  })

  it('is saved by revision: an edit of an older one gets the newer draft', async () => {
    const { view, save } = await aDraft()
    const saved = await save(view.revision, { title: 'Second' })
    expect(saved).toMatchObject({ revision: view.revision + 1, title: 'Second' })
    await expect(save(view.revision, { title: 'Third' })).rejects.toMatchObject({
      code: 'resource.version_conflict',
      details: { extra: { revision: saved.revision, theirs: { title: 'Second' } } },
    })
  })

  it('has a key of its own in the tenant, fixed once it was published', async () => {
    const { scope, actor, view, save, publish } = await aDraft()
    await expect(createPlaybook(house.automation, scope, actor, document())).rejects.toMatchObject({
      code: 'playbook.key_taken',
    })
    const published = await publish(view.revision)
    await expect(save(published.revision, { playbook: 'other' })).rejects.toMatchObject({
      code: 'playbook.invalid',
    })
  })
})

describe('publishing', () => {
  it('makes version after version; address and secret of a hook stay', async () => {
    const hook = { key: 'hook', kind: 'webhook', with: { auth: 'hmac-sha256' } }
    const { scope, actor, view, save, publish } = await aDraft({ triggers: [hook] })
    const first = await publish(view.revision)
    expect(first).toMatchObject({ publishedVersion: 1, problems: [], published: { version: 1 } })
    const secretOf = async (id: string) =>
      (await readTriggerSecret(house.automation, scope, actor, id)).secret
    const [before] = first.hooks
    const secret = await secretOf(before?.id ?? '')
    expect(before?.address).toMatch(
      new RegExp(`^http://localhost:4000/hooks/${scope.tenantId}/[A-Za-z0-9_-]{24}$`),
    )
    expect(secret).toHaveLength(43)
    const saved = await save(first.revision, { triggers: [{ ...hook, with: { auth: 'secret' } }] })
    const second = await publish(saved.revision)
    expect(second.publishedVersion).toBe(2)
    expect(second.hooks).toEqual([{ ...before, auth: 'secret' }])
    expect(await secretOf(before?.id ?? '')).toBe(secret)
  })

  it('keeps each version with who published it, what was said about it, and its document', async () => {
    const { scope, actor, view, save, publish } = await aDraft()
    const first = await publish(view.revision)
    const saved = await save(first.revision, { title: 'Second' })
    const command = { playbookId: view.id, revision: saved.revision, note: 'A better title' }
    await publishPlaybook(house.automation, scope, actor, command)
    expect(await listPlaybookVersions(scope, view.id)).toMatchObject([
      { number: 2, publishedBy: actor.name, note: 'A better title', steps: 1, runs: 0 },
      { number: 1, publishedBy: actor.name, note: '' },
    ])
    expect(await getPlaybookVersion(scope, view.id, '1')).toMatchObject({
      document: { version: 1, title: view.title },
    })
    await expect(getPlaybookVersion(scope, view.id, '1 or 1')).rejects.toMatchObject({
      code: 'resource.not_found',
    })
  })

  it('takes a trigger that is gone out of service', async () => {
    const { view, save, publish } = await aDraft()
    const first = await publish(view.revision)
    const saved = await save(first.revision, { triggers: [] })
    expect((await publish(saved.revision)).hooks).toEqual([])
  })

  it('by two users at the same time happens once', async () => {
    const { view, publish } = await aDraft()
    const results = await Promise.allSettled([publish(view.revision), publish(view.revision)])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('keeps the secret sealed, and shows it only to builders', async () => {
    const { scope, actor, view, publish } = await aDraft({
      triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'basic' } }],
    })
    const [hook] = (await publish(view.revision)).hooks
    const { secret } = await readTriggerSecret(house.automation, scope, actor, hook?.id ?? '')
    expect(secret).toMatch(/^caseloom:/)
    const rows = await scope.read((tx) =>
      tx.query('select * from caseloom.trigger where tenant_id = $1', [tx.tenantId]),
    )
    expect(JSON.stringify(rows)).not.toContain(secret)
    const reader = anActor(scope, { may: ['playbook:read'] })
    await expect(readTriggerSecret(house.automation, scope, reader, hook?.id ?? '')).rejects.toMatchObject({
      code: 'right.missing',
    })
  })
})

describe('another tenant', () => {
  it('finds nothing of a playbook, by any of its ids', async () => {
    const { view, publish } = await aDraft()
    const [hook] = (await publish(view.revision)).hooks
    const other = await house.aTenant()
    const mallory = anActor(other)
    const missing = { code: 'resource.not_found' }
    await expect(readPlaybook(house.automation, other, mallory, view.id)).rejects.toMatchObject(missing)
    await expect(readTriggerSecret(house.automation, other, mallory, hook?.id ?? '')).rejects.toMatchObject(
      missing,
    )
    await expect(listDeliveries(other, hook?.id ?? '', { limit: 1 })).rejects.toMatchObject(missing)
    await expect(getRun(house.automation, other, mallory, view.id)).rejects.toMatchObject(missing)
    const command = { playbookId: view.id, revision: 1 }
    await expect(publishPlaybook(house.automation, other, mallory, command)).rejects.toMatchObject(missing)
    expect(await listPlaybooks(other)).toEqual([])
    expect((await listRuns(other, { limit: 1, playbookId: view.id })).items).toEqual([])
  })
})
