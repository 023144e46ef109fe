import type { JsonObject } from '@caseloom/contract/kernel/json'
import {
  aCall,
  createAutomationFixture,
  aPlaybook,
  aTransform,
  type AutomationFixture,
  deliver,
  type PublishedPlaybook,
} from '../automation.fixture.ts'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { saveDraft } from '../publishing/edit-playbook.ts'
import { publishPlaybook } from '../publishing/publish-playbook.ts'
import { getRun, readStepValue } from './get-run.ts'
import type { EffectOutcome } from '../effects/effects.ts'

let house: AutomationFixture
let echo: AutomationFixture['answer']['current']
beforeAll(async () => {
  house = await createAutomationFixture()
  echo = house.answer.current
})
afterAll(() => house.close())
afterEach(() => {
  house.answer.current = echo
})

const answering = (answer: 'accepted' | 'result') => ({
  triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none', answer } }],
})
const post = (scope: TenantScope, playbook: PublishedPlaybook, body: unknown) =>
  deliver(house.automation, scope, {
    hookKey: playbook.hooks[0]?.hookKey ?? '',
    raw: Buffer.from(JSON.stringify(body)),
  })
async function run(document: JsonObject, body: unknown = {}) {
  const scope = await house.aTenant()
  const playbook = await house.publish(scope, document)
  const answer = await post(scope, playbook, body)
  const [row] = await scope.read((tx) =>
    tx.query<{ id: string; state: string }>('select id, state from caseloom.run where tenant_id = $1', [
      tx.tenantId,
    ]),
  )
  if (row === undefined) throw new Error('There is no run')
  return { scope, answer, runId: row.id, state: row.state }
}
const keysOf = (runId: string) =>
  house.performed
    .filter((one) => one.idempotencyKey.startsWith(runId))
    .map((one) => one.idempotencyKey.slice(37))

describe('a run in the engine', () => {
  it('goes through its effects and answers the result', async () => {
    const document = aPlaybook(
      [
        aTransform('a', '{% trigger.body.n + 1 %}'),
        aCall('b', 'a'),
        aTransform('c', '{% steps.b.output.echo %}', 'b'),
      ],
      { ...answering('result'), output: '{% {"n": steps.a.output, "echo": steps.c.output} %}' },
    )
    const { answer, state, runId, scope } = await run(document, { n: 1 })
    expect(answer).toEqual({ status: 200, body: { n: 2, echo: { from: 'b' } } })
    expect(state).toBe('succeeded')
    const view = await getRun(house.automation, scope, anActor(scope), runId)
    expect(view.steps).toMatchObject([
      { path: 'a', state: 'succeeded', pure: true },
      {
        path: 'b',
        state: 'succeeded',
        idempotencyKey: `${runId}/b~1`,
        input: { recomputed: true },
        output: { recomputed: false },
      },
      { path: 'c', state: 'succeeded' },
    ])
    expect(view.output).toEqual({ n: 2, echo: { from: 'b' } })
  })

  it('notifies open pages of its steps as they change, and other domains of its end', async () => {
    const held = Promise.withResolvers<EffectOutcome>()
    house.answer.current = () => held.promise
    const scope = await house.aTenant()
    const playbook = await house.publish(scope, aPlaybook([aCall('b')], answering('accepted')))
    const { runId } = (await post(scope, playbook, {})).body as { runId: string }
    const notified = () =>
      scope.read((tx) =>
        tx.query<{ payload: JsonObject }>(
          'select payload from caseloom.outbox where tenant_id = $1 order by id',
          [tx.tenantId],
        ),
      )
    const task = { topic: 'task', type: 'run', taskId: runId, need: 'run:read' }
    const toPages = async () =>
      (await notified()).map((row) => row.payload).filter(({ topic }) => topic !== 'model')
    const toLists = async () =>
      (await notified()).map((row) => row.payload).filter(({ kind }) => kind === 'runs')
    const list = { topic: 'model', verb: 'updated', kind: 'runs', id: scope.tenantId, need: 'run:read' }
    await expect.poll(toPages).toEqual([task])
    expect((await toLists())[0]).toMatchObject(list)
    held.resolve({ ok: true, output: null })
    const ended = { runId, state: 'succeeded', playbookId: playbook.id }
    await expect.poll(toPages).toEqual([task, { topic: 'internal', name: 'run.ended', payload: ended }, task])
    // Within a second, lists are notified once more, whatever happened in it.
    await expect.poll(async () => (await toLists()).slice(0, 2)).toMatchObject([list, list])
  })

  it('shows what each step read and wrote, stored or recomputed', async () => {
    const { runId, scope } = await run(
      aPlaybook([aCall('b'), aTransform('c', '{% steps.b.output.status %}', 'b')], answering('result')),
    )
    const value = (path: string, side: 'input' | 'output') =>
      readStepValue(house.automation, scope, anActor(scope), { runId, path, side })
    expect(await value('b', 'output')).toEqual({
      value: { status: 200, echo: { from: 'b' } },
      recomputed: false,
    })
    expect(await value('b', 'input')).toMatchObject({ value: { method: 'POST' }, recomputed: true })
    expect(await value('c', 'output')).toEqual({ value: 200, recomputed: true })
  })

  it('works on branches side by side and joins them', async () => {
    let most = 0
    let now = 0
    const gate = Promise.withResolvers<void>()
    house.answer.current = async (input) => {
      now += 1
      most = Math.max(most, now)
      if (now === 3) gate.resolve()
      await gate.promise
      return { ok: true, output: input['body'] ?? null }
    }
    const document = aPlaybook(
      [aCall('a'), aCall('b'), aCall('c'), aTransform('all', 'done')].map((step, index) =>
        index === 3 ? { ...step, after: ['a', 'b', 'c'] } : step,
      ),
      { ...answering('result'), output: '{% steps.all.output %}' },
    )
    const { answer, runId } = await run(document)
    expect(answer).toEqual({ status: 200, body: 'done' })
    expect(most).toBe(3)
    expect(keysOf(runId).sort()).toEqual(['a~1', 'b~1', 'c~1'])
  })

  it('repeats a failed attempt after its pause, under the same key', async () => {
    let attempts = 0
    house.answer.current = async (): Promise<EffectOutcome> => {
      attempts += 1
      if (attempts < 3) return { ok: false, error: { code: 'http.503', message: 'Busy', retryable: true } }
      return { ok: true, output: attempts }
    }
    const retry = { attempts: 3, backoff: 'fixed', from: '20ms', to: '20ms' }
    const { answer, runId, scope } = await run(
      aPlaybook([aCall('b', undefined, { retry })], {
        ...answering('result'),
        output: '{% steps.b.output %}',
      }),
    )
    expect(answer.body).toBe(3)
    expect(keysOf(runId)).toEqual(['b~1', 'b~1', 'b~1'])
    const [step] = (await getRun(house.automation, scope, anActor(scope), runId)).steps
    expect(step?.attempts).toMatchObject([
      { attempt: 1, error: { code: 'http.503' } },
      { attempt: 2, error: { code: 'http.503' } },
      { attempt: 3, error: null },
    ])
  })

  it('fails with the step’s reason, and parallel steps in flight are still recorded', async () => {
    const slow = Promise.withResolvers<void>()
    house.answer.current = async (input): Promise<EffectOutcome> => {
      if (JSON.stringify(input['body']).includes('slow')) {
        await slow.promise
        return { ok: true, output: 'late' }
      }
      setImmediate(slow.resolve)
      return { ok: false, error: { code: 'http.404', message: 'No one there', retryable: false } }
    }
    const { answer, state, runId, scope } = await run(
      aPlaybook([aCall('bad'), aCall('slow')], answering('result')),
    )
    expect(state).toBe('failed')
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'http.404' } } })
    const { steps } = await getRun(house.automation, scope, anActor(scope), runId)
    expect(steps.map((step) => [step.path, step.state])).toEqual([
      ['bad', 'failed'],
      ['slow', 'succeeded'],
    ])
  })

  it('whose action throws fails with a reason that says nothing inside', async () => {
    house.answer.current = () => Promise.reject(new Error('password=hunter2'))
    const { answer } = await run(aPlaybook([aCall('b')], answering('result')))
    expect(JSON.stringify(answer.body)).not.toContain('hunter2')
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'internal.error' } } })
  })

  it('takes too long at one step and continues after its time limit', async () => {
    house.answer.current = () => new Promise(() => undefined)
    const { answer } = await run(aPlaybook([aCall('b', undefined, { timeout: '50ms' })], answering('result')))
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'step.timeout' } } })
  })

  it('makes a slow call once, although the engine takes it for idle meanwhile', async () => {
    house.answer.current = async (input) => {
      await new Promise((resolve) => setTimeout(resolve, 2_500))
      return { ok: true, output: input['body'] ?? null }
    }
    const { answer, runId, scope } = await run(
      aPlaybook([aCall('slow'), aCall('next', 'slow')], { ...answering('result'), output: 'over' }),
    )
    expect(answer).toEqual({ status: 200, body: 'over' })
    expect(keysOf(runId)).toEqual(['slow~1', 'next~1'])
    const { steps } = await getRun(house.automation, scope, anActor(scope), runId)
    expect(steps.map((step) => step.attempts.length)).toEqual([1, 1])
  })

  it('waits in the engine and continues after its pause', async () => {
    const wait = { key: 'w', action: 'flow.wait', with: { for: '1500ms' } }
    const { answer, scope, runId } = await run(
      aPlaybook([aCall('a'), { ...wait, after: 'a' }, aCall('b', 'w')], {
        ...answering('result'),
        output: 'over',
      }),
    )
    expect(answer).toEqual({ status: 200, body: 'over' })
    expect(keysOf(runId)).toEqual(['a~1', 'b~1'])
    const view = await getRun(house.automation, scope, anActor(scope), runId)
    expect(view.steps[1]?.durationMs).toBeGreaterThanOrEqual(1_400)
  })

  it('keeps an output that is too big for the journal in the value store', async () => {
    const text = 'x'.repeat(400_000)
    house.answer.current = async () => ({ ok: true, output: { text } })
    const { answer, scope, runId } = await run(
      aPlaybook([aCall('b')], { ...answering('result'), output: '{% $length(steps.b.output.text) %}' }),
    )
    expect(answer.body).toBe(400_000)
    const stored = await readStepValue(house.automation, scope, anActor(scope), {
      runId,
      path: 'b',
      side: 'output',
    })
    expect(stored).toEqual({ value: { text }, recomputed: false })
  })

  it('of an earlier version continues with the version that started it', async () => {
    const held = Promise.withResolvers<EffectOutcome>()
    house.answer.current = () => held.promise
    const scope = await house.aTenant()
    const playbook = await house.publish(
      scope,
      aPlaybook([aCall('b')], { ...answering('result'), output: 'first' }),
    )
    const before = house.performed.length
    const first = post(scope, playbook, {})
    await expect.poll(() => house.performed.length).toBe(before + 1)
    const actor = anActor(scope)
    const { id: playbookId, revision } = playbook
    const document = aPlaybook([aCall('b'), aCall('more', 'b')], { ...answering('result'), output: 'second' })
    const saved = await saveDraft(house.automation, scope, actor, { playbookId, revision, document })
    await publishPlaybook(house.automation, scope, actor, { playbookId, revision: saved.revision })
    held.resolve({ ok: true, output: null })
    expect((await first).body).toBe('first')
    expect((await post(scope, playbook, {})).body).toBe('second')
  })
})

describe('a large output of a component', () => {
  const LARGE = Array.from({ length: 5 }, (_, n) => String(n).repeat(1_000_000))
  const component = (key: string, steps: JsonObject[], output: string) =>
    aPlaybook(steps, { playbook: key, title: key, triggers: [], component: {}, output })
  const call = (key: string) => ({ key: 'call', action: 'flow.call', with: { component: key } })

  it('reaches its caller and that one’s caller, and is stored once', async () => {
    house.answer.current = async () => ({ ok: true, output: LARGE })
    const scope = await house.aTenant()
    await house.publish(scope, component('lines', [aCall('large')], '{% steps.large.output %}'))
    await house.publish(scope, component('middle', [call('lines')], '{% steps.call.output.output %}'))
    const counted = '{% [$count(steps.call.output.output), $length(steps.call.output.output[4])] %}'
    const top = await house.publish(
      scope,
      aPlaybook([call('middle'), aTransform('count', counted, 'call')], {
        ...answering('accepted'),
        output: '{% steps.count.output %}',
      }),
    )
    await post(scope, top, {})
    const runs = () =>
      scope.read((tx) =>
        tx.query<{ state: string; output: string | null; output_ref: string | null }>(
          'select state, output, output_ref from caseloom.run where tenant_id = $1 order by number',
          [tx.tenantId],
        ),
      )
    const done = ['succeeded', 'succeeded', 'succeeded']
    await expect.poll(async () => (await runs()).map(({ state }) => state), { timeout: 60_000 }).toEqual(done)
    const [outer, middle, lines] = await runs()
    expect(JSON.parse(outer?.output ?? 'null')).toEqual([5, 1_000_000])
    expect(middle).toMatchObject({ output: null, output_ref: lines?.output_ref })
    const sizes = await scope.read((tx) =>
      tx.query<{ size: number }>('select size from caseloom.value where tenant_id = $1 and size > 262144', [
        tx.tenantId,
      ]),
    )
    expect(sizes).toEqual([{ size: 5_000_016 }])
  }, 90_000)
})
