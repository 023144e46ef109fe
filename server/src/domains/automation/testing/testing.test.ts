import type { JsonObject } from '@caseloom/contract/kernel/json'
import { TestInput } from '@caseloom/contract/automation/builder'
import {
  aCall,
  createAutomationFixture,
  aPlaybook,
  aTransform,
  type AutomationFixture,
  deliver,
} from '../automation.fixture.ts'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { createPlaybook } from '../publishing/edit-playbook.ts'
import { getRun, readStepValue } from '../runs/get-run.ts'
import { rerunFromStep } from '../runs/rerun-from-step.ts'
import { listRuns } from '../runs/runs.read.ts'
import { stepStubs } from '../runs/step-stubs.ts'
import { parseEffect } from '../actions/files/parse-file.ts'
import { createParser } from '../actions/files/parsing/parse-in-thread.ts'
import { scriptEffect } from '../actions/run-script.ts'
import { createScriptThreads } from '../actions/script/script-threads.ts'
import type { EffectAction } from '../effects/effects.ts'
import { replayTriggers } from './replay-triggers.ts'
import { testPlaybook } from './test-playbook.ts'
import { testStep } from './test-step.ts'

const scripts = createScriptThreads()
let house: AutomationFixture
let echo: AutomationFixture['answer']['current']
beforeAll(async () => {
  house = await createAutomationFixture()
  echo = house.answer.current
  // The table of a fixture is a map of its own; production's never changes.
  const actions = house.automation.actions as Map<string, EffectAction>
  actions.set('code.script', scriptEffect(scripts))
  // A text is parsed without a file.
  const refuse = () => Promise.reject(new Error('It reads no file'))
  const noFiles = { files: { open: refuse }, steps: { sendable: refuse, keepFiles: refuse } }
  actions.set('file.parse', parseEffect(noFiles, createParser()))
})
afterAll(async () => {
  await house.close()
  await scripts.close()
})
afterEach(() => {
  house.answer.current = echo
  house.performed.length = 0
})

const STEPS = [
  aTransform('first', '{% trigger.body.n + 1 %}'),
  aCall('call', 'first'),
  aTransform('last', '{% steps.call.output.n + steps.first.output %}', 'call'),
]
const DRAFT = aPlaybook(STEPS, { output: '{% steps.last.output %}' })
const asked = (over: JsonObject = {}, document: JsonObject = DRAFT) =>
  TestInput.parse({ document, trigger: { key: 'hook', payload: { n: 1 } }, ...over })
async function aDraft() {
  const scope = await house.aTenant()
  const { id: playbookId } = await createPlaybook(house.automation, scope, anActor(scope), DRAFT)
  return { scope, playbookId }
}
const view = (scope: TenantScope, runId: string) => getRun(house.automation, scope, anActor(scope), runId)
const ended = async (scope: TenantScope, runId: string) => {
  await expect
    .poll(async () => (await view(scope, runId)).endedAt, { timeout: 15_000, interval: 50 })
    .not.toBeNull()
  return view(scope, runId)
}

describe('a test run', () => {
  it('runs the draft with given outputs, does nothing outside and is shown only when asked for', async () => {
    const { scope, playbookId } = await aDraft()
    const actor = anActor(scope)
    const input = asked({ stubs: { call: { use: 'output', output: { n: 40 } } } })
    const { id } = await testPlaybook(house.automation, scope, actor, { ...input, playbookId })
    expect(await ended(scope, id)).toMatchObject({ state: 'succeeded', output: 42, test: true })
    expect(house.performed).toEqual([])
    expect((await listRuns(scope, { limit: 10 })).items).toEqual([])
    expect((await listRuns(scope, { limit: 10, test: 'true' })).items).toMatchObject([{ id, test: true }])
  })

  it('does for real what is named so, and fails where a failure is given', async () => {
    const { scope, playbookId } = await aDraft()
    house.answer.current = async () => ({ ok: true, output: { n: 1 } })
    const test = async (stub: JsonObject) => {
      const input = asked({ stubs: { call: stub } })
      const { id } = await testPlaybook(house.automation, scope, anActor(scope), { ...input, playbookId })
      return ended(scope, id)
    }
    expect(await test({ use: 'real' })).toMatchObject({ state: 'succeeded', output: 3 })
    expect(house.performed).toHaveLength(1)
    const failed = await test({ use: 'error', error: { code: 'down', message: 'It is down' } })
    expect(failed).toMatchObject({
      state: 'failed',
      error: { message: expect.stringContaining('It is down') },
    })
    expect(house.performed).toHaveLength(1)
  })

  it('takes outputs from a recorded run', async () => {
    const { scope, playbookId, runId } = await aRecordedRun()
    const input = asked({ recordedFrom: runId })
    const { id } = await testPlaybook(house.automation, scope, anActor(scope), { ...input, playbookId })
    expect(await ended(scope, id)).toMatchObject({ state: 'succeeded', output: 102 })
    expect(house.performed).toHaveLength(1)
  })

  it('runs the script of the draft, not what an older script gave in the recorded run', async () => {
    const { scope, runId } = await aRecordedRun()
    const test = { stubs: {}, recordedFrom: runId }
    const given = stepStubs(house.automation, scope, test)
    expect(await given('call', 'http.request')).toMatchObject({ ok: true, output: { n: 100 } })
    // Null means: do it for real.
    expect(await given('call', 'code.script')).toBeNull()
    const output = { result: 'given' }
    const byHand = stepStubs(house.automation, scope, { ...test, stubs: { call: { use: 'output', output } } })
    expect(await byHand('call', 'code.script')).toEqual({ ok: true, output })
  })

  it('performs file steps of the draft, unless their output is given', async () => {
    const document = aPlaybook(
      [{ key: 'parsed', action: 'file.parse', with: { text: '{% trigger.body.text %}', format: 'csv' } }],
      { output: '{% steps.parsed.output.value %}' },
    )
    const scope = await house.aTenant()
    const { id: playbookId } = await createPlaybook(house.automation, scope, anActor(scope), document)
    const test = async (stubs: JsonObject) => {
      const input = asked({ trigger: { key: 'hook', payload: { text: 'a,b\n1,x\n' } }, stubs }, document)
      const { id } = await testPlaybook(house.automation, scope, anActor(scope), { ...input, playbookId })
      return ended(scope, id)
    }
    expect(await test({})).toMatchObject({ state: 'succeeded', output: [{ a: '1', b: 'x' }] })
    const given = { parsed: { use: 'output', output: { value: 'given' } } }
    expect(await test(given)).toMatchObject({ state: 'succeeded', output: 'given' })
  })

  it('of a draft with problems does not begin', async () => {
    const { scope, playbookId } = await aDraft()
    const broken = asked({}, { ...DRAFT, steps: [{ key: 'x', action: 'no.such' }] })
    await expect(
      testPlaybook(house.automation, scope, anActor(scope), { ...broken, playbookId }),
    ).rejects.toMatchObject({ code: 'playbook.invalid' })
  })
})

describe('a single step', () => {
  const step = async (path: string, over: JsonObject = {}, outputs: JsonObject = {}) => {
    const { scope, playbookId } = await aDraft()
    return testStep(house.automation, scope, anActor(scope), { ...asked(over), playbookId, path, outputs })
  }

  it('is computed with the outputs given for others', async () => {
    expect(await step('last', {}, { first: 2, call: { n: '{% 1 %}' } })).toMatchObject({
      error: { code: expect.any(String) },
    })
    expect(await step('last', {}, { first: 2, call: { n: 5 } })).toMatchObject({
      output: 7,
      error: null,
      stubbed: false,
    })
  })

  it('does its effect only when asked to', async () => {
    expect(await step('call')).toMatchObject({ output: {}, stubbed: true, input: { method: 'POST' } })
    expect(house.performed).toEqual([])
    expect(await step('call', { stubs: { call: { use: 'real' } } })).toMatchObject({
      output: { status: 200, echo: { from: 'call' } },
      stubbed: false,
    })
    expect(house.performed).toHaveLength(1)
  })
})

async function aRecordedRun() {
  house.answer.current = async () => ({ ok: true, output: { n: 100 } })
  const scope = await house.aTenant()
  const { id: playbookId, hooks } = await house.publish(scope, DRAFT)
  const hookKey = hooks[0]?.hookKey ?? ''
  const { body } = await deliver(house.automation, scope, { hookKey, raw: Buffer.from('{"n":1}') })
  const { runId } = body as { runId: string } // what a 202 answers
  expect(await ended(scope, runId)).toMatchObject({ state: 'succeeded', output: 102 })
  return { scope, playbookId, runId }
}

describe('going through past runs again', () => {
  const replay = (scope: TenantScope, playbookId: string, document: JsonObject) =>
    replayTriggers(house.automation, scope, anActor(scope), { playbookId, document, last: 5 })

  it('finds no difference for the same document, and does nothing outside', async () => {
    const { scope, playbookId, runId } = await aRecordedRun()
    expect(await replay(scope, playbookId, DRAFT)).toMatchObject([
      { run: { id: runId, state: 'succeeded' }, same: true, draft: { state: 'succeeded' }, differences: [] },
    ])
    expect(house.performed).toHaveLength(1)
  })

  it('reports what would differ, and which effect it cannot know', async () => {
    const { scope, playbookId } = await aRecordedRun()
    const [first, call, last] = STEPS
    const other = aPlaybook([first, call, { ...last, with: { value: 'x' } }].map((one) => one ?? {}))
    const [line] = await replay(scope, playbookId, other)
    expect(line).toMatchObject({
      same: false,
      differences: [{ path: 'last', what: 'input', draft: { value: 'x' } }],
    })
    const asks = { ...call, with: { method: 'GET', url: 'http://127.0.0.1:1/other' } }
    const [unknown] = await replay(scope, playbookId, aPlaybook([first ?? {}, asks]))
    expect(unknown).toMatchObject({ draft: { state: 'unknown' }, same: false })
    expect(unknown?.differences).toContainEqual(
      expect.objectContaining({ path: 'call', what: 'needs-effect' }),
    )
    const when = [{ key: 'hook', kind: 'webhook', with: { auth: 'none' }, when: '{% trigger.body.n > 5 %}' }]
    const [filtered] = await replay(scope, playbookId, { ...DRAFT, triggers: when })
    expect(filtered).toMatchObject({ draft: { state: 'filtered' }, same: false })
  })
})

describe('going through past runs again with a script', () => {
  const script = (code: string, from: string) => ({
    key: 'judge',
    action: 'code.script',
    with: { code, input: `{% ${from} %}` },
  })
  const say = {
    key: 'say',
    action: 'data.transform',
    after: 'judge',
    with: { value: '{% steps.judge.output.result %}' },
  }
  const whole = (code: string, from = 'trigger.body.n') =>
    aPlaybook([script(code, from), say], { output: '{% steps.say.output %}' })

  it('computes what a changed script or input gives, and what follows from it', async () => {
    const scope = await house.aTenant()
    const { id: playbookId, hooks } = await house.publish(scope, whole('return input + 1'))
    const hookKey = hooks[0]?.hookKey ?? ''
    const { body } = await deliver(house.automation, scope, { hookKey, raw: Buffer.from('{"n":1}') })
    const { runId } = body as { runId: string } // what a 202 answers
    expect(await ended(scope, runId)).toMatchObject({ state: 'succeeded', output: 2 })
    const replay = async (document: JsonObject) => {
      const command = { playbookId, document, last: 5 }
      const [line] = await replayTriggers(house.automation, scope, anActor(scope), command)
      return line
    }
    expect(await replay(whole('return input + 1'))).toMatchObject({ same: true, differences: [] })
    const changed = await replay(whole('return input + 41'))
    expect(changed).toMatchObject({ draft: { state: 'succeeded', error: null }, same: false })
    expect(changed?.differences).toEqual([
      expect.objectContaining({ path: 'judge', what: 'input' }),
      expect.objectContaining({ path: 'say', what: 'input', before: { value: 2 }, draft: { value: 42 } }),
    ])
    expect(await replay(whole('return input + 1', 'trigger.body.n + 8'))).toMatchObject({
      draft: { state: 'succeeded' },
      differences: [{ path: 'judge' }, { path: 'say', draft: { value: 10 } }],
    })
    const broken = await replay(whole('throw new Error("no")'))
    expect(broken).toMatchObject({ draft: { state: 'failed' }, same: false })
    expect(broken?.differences[0]).toMatchObject({ path: 'judge', what: 'state', draft: 'failed' })
  })
})

describe('a run repeated from a step', () => {
  it('keeps earlier results and reruns the rest', async () => {
    const scope = await house.aTenant()
    house.answer.current = async (input) => {
      const { from } = input['body'] as { from: string } // the body of aCall
      return from === 'b' && house.performed.length < 3
        ? { ok: false, error: { code: 'down', message: 'Down', retryable: false } }
        : { ok: true, output: from }
    }
    const { hooks } = await house.publish(
      scope,
      aPlaybook([aCall('a'), aCall('b', 'a'), aCall('c', 'b')], {
        output: '{% steps.a.output & steps.b.output & steps.c.output %}',
      }),
    )
    const hookKey = hooks[0]?.hookKey ?? ''
    const { body } = await deliver(house.automation, scope, { hookKey, raw: Buffer.from('{}') })
    const { runId } = body as { runId: string } // what a 202 answers
    expect((await ended(scope, runId)).state).toBe('failed')
    const again = await rerunFromStep(house.automation, scope, anActor(scope), { runId, path: 'b' })
    expect(again.rerunOf).toMatchObject({ id: runId })
    const run = await ended(scope, again.id)
    expect(run).toMatchObject({ state: 'succeeded', output: 'abc' })
    expect(run.steps.map((step) => [step.path, step.state])).toEqual([
      ['a', 'succeeded'],
      ['b', 'succeeded'],
      ['c', 'succeeded'],
    ])
    const keys = house.performed.map((one) => one.idempotencyKey)
    expect(keys).toEqual([`${runId}/a~1`, `${runId}/b~1`, `${again.id}/b~1`, `${again.id}/c~1`])
    const wanted = { runId: again.id, path: 'a', side: 'output' as const }
    expect(await readStepValue(house.automation, scope, anActor(scope), wanted)).toEqual({
      value: 'a',
      recomputed: false,
    })
    await expect(
      rerunFromStep(house.automation, scope, anActor(scope), { runId, path: 'nothing' }),
    ).rejects.toMatchObject({ code: 'resource.not_found' })
  })
})
