import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Permission } from '@caseloom/contract/kernel/permissions'
import { TestInput } from '@caseloom/contract/automation/builder'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { scriptEffect } from '../actions/run-script.ts'
import { createScriptThreads } from '../actions/script/script-threads.ts'
import {
  aCall,
  aPlaybook,
  aTransform,
  type AutomationFixture,
  createAutomationFixture,
  deliver,
} from '../automation.fixture.ts'
import type { EffectAction } from '../effects/effects.ts'
import { createPlaybook, saveDraft } from '../publishing/edit-playbook.ts'
import { listPlaybookVersions } from '../publishing/playbook-versions.read.ts'
import { publishPlaybook } from '../publishing/publish-playbook.ts'
import { getRun } from '../runs/get-run.ts'
import { makeTest, runTests } from './saved-tests.ts'
import { testPlaybook } from './test-playbook.ts'

const scripts = createScriptThreads()
let house: AutomationFixture
let readers: Permission[][]
beforeAll(async () => {
  house = await createAutomationFixture({
    members: async (place) =>
      readers.map((permissions, at) => ({
        actor: { ...anActor(place as TenantScope), permissions: new Set(permissions) },
        email: `${at}@example.org`,
        service: false,
      })),
  })
  // The table of a fixture is a map of its own; production's never changes.
  const actions = house.automation.actions as Map<string, EffectAction>
  actions.set('code.script', scriptEffect(scripts))
})
afterAll(async () => {
  await house.close()
  await scripts.close()
})
afterEach(() => {
  house.performed.length = 0
  readers = [[...READER]]
})
const READER: Permission[] = ['playbook:read', 'run:data', 'record:read']
readers = [[...READER]]

const double = {
  key: 'double',
  action: 'code.script',
  after: 'call',
  with: { code: 'return input * 2', input: '{% steps.call.output.n %}' },
}
const STEPS = [
  aTransform('first', '{% trigger.body.n + 1 %}'),
  aCall('call', 'first'),
  double,
  aTransform('last', '{% steps.double.output.result + steps.first.output %}', 'double'),
]
const SAVED = {
  key: 'twenty',
  title: 'Answers twenty',
  trigger: { key: 'hook', payload: { n: 1 } },
  given: { call: { output: { n: 20 } } },
  expect: { state: 'succeeded', output: 42, steps: { call: { times: 1 } } },
}
const draft = (over: JsonObject = {}) =>
  aPlaybook(STEPS, { output: '{% steps.last.output %}', tests: [SAVED], ...over })

async function aDraft(document = draft()) {
  const scope = await house.aTenant()
  const { id: playbookId, revision } = await createPlaybook(house.automation, scope, anActor(scope), document)
  return { scope, playbookId, revision }
}
const ended = async (scope: TenantScope, runId: string) => {
  const view = () => getRun(house.automation, scope, anActor(scope), runId)
  await expect.poll(async () => (await view()).endedAt, { timeout: 15_000, interval: 50 }).not.toBeNull()
  return view()
}

describe('saved tests of a draft', () => {
  const run = async (document: JsonObject, keys?: string[]) => {
    const { scope, playbookId } = await aDraft()
    return runTests(house.automation, scope, anActor(scope), { playbookId, document, keys })
  }

  it('run pure steps and scripts for real, and do nothing outside', async () => {
    const [result, ...more] = await run(draft())
    expect(result).toMatchObject({
      key: 'twenty',
      passed: true,
      state: 'succeeded',
      differences: [],
      outputs: { first: 2, call: { n: 20 }, last: 42 },
      reached: { steps: { 'trigger/hook': 1, first: 1, call: 1, double: 1, last: 1 } },
    })
    expect(more).toEqual([])
    expect(house.performed).toEqual([])
  })

  it('fail with what was expected and what came, and say what would be accepted', async () => {
    const steps = STEPS.map((one) =>
      one === double ? { ...double, with: { ...double.with, code: 'return 0' } } : one,
    )
    const [result] = await run(draft({ steps }))
    expect(result).toMatchObject({
      passed: false,
      differences: [{ at: 'output', kind: 'changed', expected: 42, got: 2 }],
      accepted: { state: 'succeeded', output: 2, steps: { call: { times: 1 } } },
    })
  })

  it('fail where a step outside has nothing given', async () => {
    const [result] = await run(draft({ tests: [{ ...SAVED, given: {} }] }))
    expect(result).toMatchObject({
      passed: false,
      state: 'stopped',
      differences: [{ at: 'given.call', kind: 'given', expected: 'http.request' }],
    })
  })

  it('run only if they are named, and not while the draft has problems', async () => {
    expect(await run(draft({ tests: [SAVED, { ...SAVED, key: 'other' }] }), ['other'])).toMatchObject([
      { key: 'other', passed: true },
    ])
    await expect(run(draft({ tests: [{ key: 'x' }] }))).rejects.toMatchObject({
      code: 'playbook.invalid',
      details: { issues: [{ path: ['body', 'document', 'tests', 0, 'title'] }] },
    })
  })
})

describe('publishing', () => {
  const publish = async (document: JsonObject, testsReason?: string) => {
    const { scope, playbookId, revision } = await aDraft(document)
    const command = { playbookId, revision, testsReason }
    const published = await publishPlaybook(house.automation, scope, anActor(scope), command)
    return { scope, playbookId, published }
  }
  const wrong = draft({
    tests: [SAVED, { ...SAVED, key: 'bad', title: 'Answers one', expect: { output: 1 } }],
  })

  it('runs all tests and names those that fail', async () => {
    const { published } = await publish(draft())
    expect(published.publishedVersion).toBe(1)
    await expect(publish(wrong)).rejects.toMatchObject({
      code: 'playbook.tests_failed',
      message: 'Failing tests: Answers one',
    })
  })

  it('continues with a reason, which the version and the audit log show', async () => {
    const { scope, playbookId } = await publish(wrong, 'The stub is outdated')
    const failedTests = { titles: ['Answers one'], reason: 'The stub is outdated' }
    expect(await listPlaybookVersions(scope, playbookId)).toMatchObject([{ number: 1, failedTests }])
    const entries = await scope.read((tx) =>
      tx.query(
        `select object_name from caseloom.audit_entry
          where tenant_id = $1 and action = 'playbook.tests_overridden'`,
        [tx.tenantId],
      ),
    )
    expect(entries).toEqual([{ object_name: 'Test playbook: The stub is outdated' }])
  })

  it('stores no reason where all tests pass', async () => {
    const { scope, playbookId } = await publish(draft(), 'Just in case')
    expect(await listPlaybookVersions(scope, playbookId)).toMatchObject([{ failedTests: null }])
  })

  it('of a draft without tests needs none', async () => {
    const { tests: _none, ...bare } = draft()
    expect((await publish(bare)).published.publishedVersion).toBe(1)
  })
})

describe('a test made of a run', () => {
  const { tests: _none, ...bare } = draft()

  async function aRun() {
    house.answer.current = async () => ({ ok: true, output: { n: 100 } })
    const scope = await house.aTenant()
    const { id: playbookId, hooks } = await house.publish(scope, bare)
    const hookKey = hooks[0]?.hookKey ?? ''
    const { body } = await deliver(house.automation, scope, { hookKey, raw: Buffer.from('{"n":1}') })
    const { runId } = body as { runId: string } // what a 202 answers
    expect(await ended(scope, runId)).toMatchObject({ state: 'succeeded', output: 202 })
    return { scope, playbookId, runId }
  }
  const make = (scope: TenantScope, over: { playbookId: string; runId: string; sampleOf?: string }) =>
    makeTest(house.automation, scope, anActor(scope), {
      document: bare,
      sampleOf: null,
      key: 'made',
      title: 'Made',
      ...over,
    })

  it('has its trigger data, what its steps gave outside, and what came of them', async () => {
    const { scope, playbookId, runId } = await aRun()
    const { test, result } = await make(scope, { playbookId, runId })
    expect(test).toMatchObject({
      key: 'made',
      trigger: { key: 'hook', payload: { n: 1 } },
      given: { call: { output: { n: 100 } } },
      expect: { state: 'succeeded', output: 202, steps: { last: { state: 'succeeded' } } },
    })
    // Scripts run again.
    expect(test['given']).not.toHaveProperty('double')
    expect(result).toMatchObject({ passed: true })
    const saved = { ...bare, tests: [test] }
    const all = await runTests(house.automation, scope, anActor(scope), { playbookId, document: saved })
    expect(all).toMatchObject([{ key: 'made', passed: true }])
  })

  it('comes of a try, too, with the outputs that it was given', async () => {
    const { scope, playbookId } = await aDraft(bare)
    const input = TestInput.parse({
      document: bare,
      trigger: { key: 'hook', payload: { n: 3 } },
      stubs: { call: { use: 'error', error: { code: 'down', message: 'It is down' } } },
    })
    const { id } = await testPlaybook(house.automation, scope, anActor(scope), { ...input, playbookId })
    expect((await ended(scope, id)).state).toBe('failed')
    const { test, result } = await make(scope, { playbookId, runId: id })
    expect(test).toMatchObject({
      given: { call: { error: { code: 'down', message: 'It is down' } } },
      expect: { state: 'failed', error: 'down' },
    })
    expect(result.passed).toBe(true)
  })

  it('is refused where someone who can read playbooks can’t read its data', async () => {
    const { scope, playbookId, runId } = await aRun()
    readers = [[...READER], ['playbook:read', 'record:read']]
    await expect(make(scope, { playbookId, runId })).rejects.toMatchObject({ code: 'playbook.test_refused' })
    // Those who can't read playbooks don't count.
    readers = [[...READER], ['record:read']]
    expect((await make(scope, { playbookId, runId })).result.passed).toBe(true)
  })

  it('doesn’t hide the sample that a try was given', async () => {
    const { scope, playbookId, runId } = await aRun()
    const input = TestInput.parse({ document: bare, trigger: { key: 'hook', payload: { n: 3 } } })
    const { id } = await testPlaybook(house.automation, scope, anActor(scope), { ...input, playbookId })
    await ended(scope, id)
    readers = [['playbook:read']]
    expect((await make(scope, { playbookId, runId: id })).test['key']).toBe('made')
    await expect(make(scope, { playbookId, runId: id, sampleOf: runId })).rejects.toMatchObject({
      code: 'playbook.test_refused',
    })
  })

  it('is not found for a run of another playbook, and too much for one of large data', async () => {
    const { scope, runId } = await aRun()
    const other = await createPlaybook(house.automation, scope, anActor(scope), {
      ...bare,
      playbook: 'other',
    })
    await expect(make(scope, { playbookId: other.id, runId })).rejects.toMatchObject({
      code: 'resource.not_found',
    })
    const long = 'x'.repeat(100_001)
    const input = TestInput.parse({ document: bare, trigger: { key: 'hook', payload: { n: 1, long } } })
    const tried = await testPlaybook(house.automation, scope, anActor(scope), {
      ...input,
      playbookId: other.id,
    })
    await ended(scope, tried.id)
    await expect(make(scope, { playbookId: other.id, runId: tried.id })).rejects.toMatchObject({
      code: 'playbook.test_refused',
      message: expect.stringContaining('100000'),
    })
  })

  it('leaves the page of a run without the tests of its version', async () => {
    const scope = await house.aTenant()
    const { hooks } = await house.publish(scope, draft())
    const raw = Buffer.from('{"n":1}')
    const { body } = await deliver(house.automation, scope, { hookKey: hooks[0]?.hookKey ?? '', raw })
    const { document } = await ended(scope, (body as { runId: string }).runId)
    expect(document).not.toHaveProperty('tests')
  })
})

it('a draft saves tests that aren’t valid yet', async () => {
  const { scope, playbookId, revision } = await aDraft()
  const document = draft({ tests: [{ key: 'half' }] })
  const saved = await saveDraft(house.automation, scope, anActor(scope), { playbookId, revision, document })
  expect(saved.problems).toMatchObject([{ path: ['tests', 0, 'title'], code: 'missing' }])
})
