import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import {
  aCall,
  createAutomationFixture,
  aPlaybook,
  aTransform,
  type AutomationFixture,
  deliver,
} from '../automation.fixture.ts'
import { anActor } from '@caseloom/testkit/installation'
import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { restateEngine } from '../../../platform/durable/restate-engine.ts'
import { createAutomation } from '../automation.ts'
import { cancelRun } from '../runs/cancel-run.ts'
import { canonical } from '../runs/canonical.rules.ts'
import { saveDraft } from '../publishing/edit-playbook.ts'
import type { EffectOutcome } from '../effects/effects.ts'
import { getRun } from '../runs/get-run.ts'
import { publishPlaybook } from '../publishing/publish-playbook.ts'
import { rerunRun } from '../runs/rerun-run.ts'
import { type EvidenceBounds, runEvidence } from './run-evidence.ts'

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

const PAUSE = { key: 'w', action: 'flow.wait', with: { for: '1h' } }

async function aHook(document: JsonObject, by = house.automation) {
  const scope = await house.aTenant()
  const playbook = await house.publish(scope, document)
  const send = async (body: unknown = {}): Promise<string> => {
    const hookKey = playbook.hooks[0]?.hookKey ?? ''
    const answer = await deliver(by, scope, { hookKey, raw: Buffer.from(JSON.stringify(body)) })
    expect(answer.status).toBe(202)
    return (answer.body as { runId: string }).runId // what a 202 answers
  }
  return { scope, playbook, send }
}
const view = (scope: TenantScope, runId: string) => getRun(house.automation, scope, anActor(scope), runId)
const stateOf = async (scope: TenantScope, runId: string) => (await view(scope, runId)).state
const stepsOf = async (scope: TenantScope, runId: string) =>
  (await view(scope, runId)).steps.map((step) => [step.path, step.state])
const cancel = (scope: TenantScope, runId: string, by = house.automation) =>
  cancelRun(by, scope, anActor(scope), { runId, ip: '192.0.2.7' })
/** The run itself has learnt of the wish: from here on nothing new begins. */
const isReported = (scope: TenantScope, runId: string) =>
  expect
    .poll(
      () =>
        scope.read((tx) =>
          tx.query('select 1 from caseloom.run_entry where run_id = $1 and entry::text like $2', [
            runId,
            '%"kind":"cancel"%',
          ]),
        ),
      { timeout: 10_000 },
    )
    .toHaveLength(1)
const keysOf = (runId: string) =>
  house.performed
    .filter((one) => one.idempotencyKey.startsWith(runId))
    .map((one) => one.idempotencyKey.slice(37))
const audited = (scope: TenantScope, action: string) =>
  scope.read((tx) =>
    tx.query<{ actor_name: string; object_id: string; ip: string }>(
      'select actor_name, object_id, ip from caseloom.audit_entry where tenant_id = $1 and action = $2',
      [tx.tenantId, action],
    ),
  )

/** Steps whose call is held until the test lets go, by their keys. */
function held(...keys: string[]) {
  const gates = new Map(keys.map((key) => [key, Promise.withResolvers<EffectOutcome>()]))
  house.answer.current = async (input): Promise<EffectOutcome> => {
    const { from } = input['body'] as { from: string } // the body of aCall
    return gates.get(from)?.promise ?? { ok: true, output: { from } }
  }
  const release = (key: string, outcome: EffectOutcome = { ok: true, output: key }) =>
    gates.get(key)?.resolve(outcome)
  onTestFinished(() => {
    for (const key of keys) release(key)
  })
  return { release }
}

/** A web process that cannot reach the engine: what it accepts or wishes stays in the database. */
function aLonelyWeb() {
  const unreachable = restateEngine({ ingressUrl: 'http://127.0.0.1:1', adminUrl: 'http://127.0.0.1:1' })
  const { secrets: _sealed, ...parts } = house.automation
  const refuse = () => Promise.reject(new Error('No secret is needed here'))
  const lonely = createAutomation({
    ...parts,
    secrets: { seal: refuse, open: refuse, openWith: refuse },
    engine: unreachable,
  })
  onTestFinished(async () => {
    await lonely.close()
    await unreachable.close()
  })
  return lonely
}

describe('cancelling a run', () => {
  it('that is queued ends it immediately, and a start in transit begins nothing', async () => {
    const lonely = aLonelyWeb()
    const { scope, send } = await aHook(aPlaybook([aCall('a')]), lonely)
    const runId = await send()
    // Hidden from the house's worker, which picks it up after two seconds.
    const [start] = await scope.tx((tx) =>
      tx.query<{ id: string }>(
        `update caseloom.relay set due_at = now() + interval '1 hour' where run_id = $1 returning id`,
        [runId],
      ),
    )
    const ended = await cancel(scope, runId, lonely)
    expect(ended).toMatchObject({
      state: 'cancelled',
      cancel: { by: 'Alice Example' },
      error: { code: 'run.cancelled' },
      steps: [{ state: 'skipped' }],
    })
    const left = await scope.read((tx) => tx.query('select 1 from caseloom.relay where run_id = $1', [runId]))
    expect(left).toEqual([])
    const answer = await house.automation.engine.startAndWait(
      start?.id ?? '',
      { tenantId: scope.tenantId, runId, recorded: 0 },
      AbortSignal.timeout(10_000),
    )
    expect(answer).toMatchObject({ state: 'cancelled' })
    expect(keysOf(runId)).toEqual([])
    expect(await audited(scope, 'run.cancel_requested')).toEqual([
      { actor_name: 'Alice Example', object_id: runId, ip: '192.0.2.7' },
    ])
  })

  it('that is at a step lets the step end, begins nothing new, and shows who asked', async () => {
    const { release } = held('a')
    const { scope, send } = await aHook(aPlaybook([aCall('a'), aCall('b', 'a')]))
    const runId = await send()
    await expect.poll(() => stateOf(scope, runId)).toBe('running')
    const asked = await cancel(scope, runId)
    expect(asked).toMatchObject({ state: 'running', cancel: { by: 'Alice Example' } })
    await isReported(scope, runId)
    release('a')
    await expect.poll(() => stateOf(scope, runId), { timeout: 10_000 }).toBe('cancelled')
    expect(keysOf(runId)).toEqual(['a~1'])
    expect(await stepsOf(scope, runId)).toEqual([
      ['a', 'succeeded'],
      ['b', 'skipped'],
    ])
  })

  it('whose turns are not written yet, as after a crash, still lets it end on its own', async () => {
    const { scope, send } = await aHook(aPlaybook([aCall('a'), { ...PAUSE, after: 'a' }]))
    const runId = await send()
    await expect.poll(() => stateOf(scope, runId), { timeout: 10_000 }).toBe('waiting')
    await scope.tx((tx) =>
      tx.query(`update caseloom.run set state = 'queued' where tenant_id = $1`, [tx.tenantId]),
    )
    expect(await cancel(scope, runId)).toMatchObject({ cancel: { by: 'Alice Example' } })
    await isReported(scope, runId)
    await expect.poll(() => stateOf(scope, runId), { timeout: 10_000 }).toBe('cancelled')
    expect(await view(scope, runId)).toMatchObject({ error: { message: 'The run was canceled' } })
  })

  it('that waits wakes and ends it', async () => {
    const { scope, send } = await aHook(aPlaybook([aCall('a'), { ...PAUSE, after: 'a' }, aCall('b', 'w')]))
    const runId = await send()
    await expect.poll(() => stateOf(scope, runId), { timeout: 10_000 }).toBe('waiting')
    await cancel(scope, runId)
    await expect.poll(() => stateOf(scope, runId), { timeout: 10_000 }).toBe('cancelled')
    expect(await stepsOf(scope, runId)).toEqual([
      ['a', 'succeeded'],
      ['w', 'cancelled'],
      ['b', 'skipped'],
    ])
    expect(keysOf(runId)).toEqual(['a~1'])
  })

  it('that pauses between attempts makes no further attempt', async () => {
    house.answer.current = async () => ({
      ok: false,
      error: { code: 'http.503', message: 'Busy', retryable: true },
    })
    const retry = { attempts: 5, backoff: 'fixed', from: '1h', to: '1h' }
    const { scope, send } = await aHook(aPlaybook([aCall('a', undefined, { retry })]))
    const runId = await send()
    await expect.poll(() => stepsOf(scope, runId), { timeout: 10_000 }).toEqual([['a', 'retrying']])
    await cancel(scope, runId)
    await expect.poll(() => stateOf(scope, runId), { timeout: 10_000 }).toBe('cancelled')
    expect(await stepsOf(scope, runId)).toEqual([['a', 'cancelled']])
    expect(keysOf(runId)).toEqual(['a~1'])
  })

  it('with branches records those in flight, ends those that wait, and begins none', async () => {
    const { release } = held('a', 'b')
    const steps = [aCall('a'), aCall('b'), PAUSE, aCall('afterA', 'a'), aCall('afterB', 'b')]
    const { scope, send } = await aHook(aPlaybook([...steps, aCall('afterW', 'w')]))
    const runId = await send()
    await expect.poll(() => keysOf(runId).length).toBe(2)
    await expect.poll(() => stateOf(scope, runId)).toBe('running')
    await cancel(scope, runId)
    await isReported(scope, runId)
    release('a')
    release('b', { ok: false, error: { code: 'http.503', message: 'Busy', retryable: true } })
    await expect.poll(() => stateOf(scope, runId), { timeout: 10_000 }).toBe('cancelled')
    expect(await stepsOf(scope, runId)).toEqual([
      ['a', 'succeeded'],
      ['b', 'failed'],
      ['w', 'cancelled'],
      ['afterA', 'skipped'],
      ['afterB', 'skipped'],
      ['afterW', 'skipped'],
    ])
  })

  it('twice is the same as once, and remembers the first', async () => {
    const { release } = held('a')
    const { scope, send } = await aHook(aPlaybook([aCall('a')]))
    const runId = await send()
    await expect.poll(() => stateOf(scope, runId)).toBe('running')
    const first = await cancel(scope, runId)
    const [second, third] = await Promise.all([
      cancelRun(house.automation, scope, anActor(scope, { name: 'Bob' }), { runId }),
      cancelRun(house.automation, scope, anActor(scope, { name: 'Bob' }), { runId }),
    ])
    expect([second.cancel, third.cancel]).toEqual([first.cancel, first.cancel])
    release('a')
    await expect.poll(() => stateOf(scope, runId), { timeout: 10_000 }).toBe('cancelled')
    expect((await cancel(scope, runId)).cancel).toEqual(first.cancel)
    expect(await audited(scope, 'run.cancel_requested')).toHaveLength(1)
  })

  it('that has ended is refused with its state', async () => {
    const { scope, send } = await aHook(aPlaybook([aCall('a')]))
    const runId = await send()
    await expect.poll(() => stateOf(scope, runId), { timeout: 10_000 }).toBe('succeeded')
    await expect(cancel(scope, runId)).rejects.toMatchObject({
      code: 'run.over',
      details: { extra: { state: 'succeeded' } },
    })
    expect((await view(scope, runId)).cancel).toBeNull()
  })

  it('against its end leaves one end, whichever was first', async () => {
    const { release } = held('a')
    const { scope, send } = await aHook(aPlaybook([aCall('a')]))
    const runIds = await Promise.all(Array.from({ length: 20 }, (_, n) => send({ n })))
    await expect.poll(() => runIds.flatMap(keysOf).length, { timeout: 10_000 }).toBe(20)
    release('a')
    const wishes = await Promise.allSettled(runIds.map((runId) => cancel(scope, runId)))
    await expect
      .poll(async () => Promise.all(runIds.map((runId) => stateOf(scope, runId))), { timeout: 15_000 })
      .toSatisfy((states: string[]) => states.every((state) => ['succeeded', 'cancelled'].includes(state)))
    for (const [index, runId] of runIds.entries()) {
      const run = await view(scope, runId)
      if (run.state === 'cancelled') expect(wishes[index]?.status).toBe('fulfilled')
      else expect(run.cancel).toBeNull()
    }
    expect(runIds.flatMap(keysOf)).toHaveLength(20)
  })

  it('is carried to the engine by a worker when the web process is gone or cannot reach it', async () => {
    const { scope, send } = await aHook(aPlaybook([PAUSE]))
    const runId = await send()
    await expect.poll(() => stateOf(scope, runId), { timeout: 10_000 }).toBe('waiting')
    await cancel(scope, runId, aLonelyWeb())
    await expect.poll(() => stateOf(scope, runId), { timeout: 15_000 }).toBe('cancelled')
  })

  it('needs the right to run playbooks, and finds no run of another tenant', async () => {
    const { scope, send } = await aHook(aPlaybook([PAUSE]))
    const other = await house.aTenant()
    const runId = await send()
    const viewer = anActor(scope, { may: ['playbook:read', 'run:read', 'run:data'] })
    await expect(cancelRun(house.automation, scope, viewer, { runId })).rejects.toMatchObject({
      code: 'right.missing',
    })
    await expect(cancel(other, runId)).rejects.toMatchObject({ code: 'resource.not_found' })
    expect((await getRun(house.automation, scope, viewer, runId)).can).toMatchObject({ cancel: false })
    await cancel(scope, runId)
    await expect.poll(() => stateOf(scope, runId), { timeout: 10_000 }).toBe('cancelled')
  })
})

const rerun = (scope: TenantScope, runId: string, actor = anActor(scope)) =>
  rerunRun(house.automation, scope, actor, { runId, ip: '192.0.2.7' })

describe('repeating a run', () => {
  it('is a new run of the version and input of the first, under keys of its own, linked both ways', async () => {
    const value = '{% trigger.body.n * 10 %}'
    const steps = [aTransform('t', value), aCall('a', 't', { with: callWith('{% steps.t.output %}') })]
    const { scope, playbook, send } = await aHook(aPlaybook(steps, { output: 'first' }))
    const runId = await send({ n: 4 })
    await expect.poll(() => stateOf(scope, runId), { timeout: 10_000 }).toBe('succeeded')
    const { id: playbookId, revision } = playbook
    const document = aPlaybook([aTransform('other', 1)], { output: 'second' })
    const actor = anActor(scope)
    const saved = await saveDraft(house.automation, scope, actor, { playbookId, revision, document })
    await publishPlaybook(house.automation, scope, actor, { playbookId, revision: saved.revision })
    const again = await rerun(scope, runId)
    expect(again).toMatchObject({ number: 2, playbook: { version: 1 }, rerunOf: { id: runId, number: 1 } })
    await expect.poll(() => stateOf(scope, again.id), { timeout: 10_000 }).toBe('succeeded')
    expect((await view(scope, again.id)).output).toBe('first')
    expect((await view(scope, runId)).reruns).toEqual([{ id: again.id, number: 2, state: 'succeeded' }])
    const calls = house.performed.filter(
      (one) => one.idempotencyKey.startsWith(runId) || one.idempotencyKey.startsWith(again.id),
    )
    expect(calls.map((one) => [one.idempotencyKey, one.input['body']])).toEqual([
      [`${runId}/a~1`, { n: 40 }],
      [`${again.id}/a~1`, { n: 40 }],
    ])
    expect(await audited(scope, 'run.repeated')).toEqual([
      { actor_name: 'Alice Example', object_id: again.id, ip: '192.0.2.7' },
    ])
    const fixed = await rerunRun(house.automation, scope, anActor(scope), { runId, version: 'current' })
    expect(fixed).toMatchObject({ playbook: { version: 2 }, rerunOf: { id: runId } })
    await expect.poll(() => stateOf(scope, fixed.id), { timeout: 10_000 }).toBe('succeeded')
    expect((await view(scope, fixed.id)).output).toBe('second')
  })

  it('with the published version is refused where there is none', async () => {
    const { scope, playbook, send } = await aHook(aPlaybook([aTransform('t', 1)]))
    const runId = await send()
    await scope.tx((tx) =>
      tx.query('update caseloom.playbook set published_version = null where id = $1', [playbook.id]),
    )
    await expect(
      rerunRun(house.automation, scope, anActor(scope), { runId, version: 'current' }),
    ).rejects.toMatchObject({ code: 'playbook.not_published' })
  })

  it('of one that computed in place, and of a repetition, gives the same', async () => {
    const { scope, send } = await aHook(
      aPlaybook([aTransform('t', '{% trigger.body.n %}')], { output: '{% steps.t.output %}' }),
    )
    const first = await send({ n: 7 })
    const second = await rerun(scope, first)
    await expect.poll(() => stateOf(scope, second.id), { timeout: 10_000 }).toBe('succeeded')
    const third = await rerun(scope, second.id)
    await expect.poll(() => stateOf(scope, third.id), { timeout: 10_000 }).toBe('succeeded')
    expect(await view(scope, third.id)).toMatchObject({ output: 7, rerunOf: { id: second.id } })
  })

  it('is refused while the run continues, and to users who may not run playbooks or see its data', async () => {
    const { scope, send } = await aHook(aPlaybook([PAUSE]))
    const runId = await send()
    await expect(rerun(scope, runId)).rejects.toMatchObject({ code: 'run.not_over' })
    await cancel(scope, runId)
    await expect.poll(() => stateOf(scope, runId), { timeout: 10_000 }).toBe('cancelled')
    for (const may of [['run:read', 'run:data'] as const, ['run:read', 'playbook:run'] as const]) {
      const actor = anActor(scope, { may })
      await expect(rerun(scope, runId, actor)).rejects.toMatchObject({ code: 'right.missing' })
      expect((await getRun(house.automation, scope, actor, runId)).can.rerun).toBe(false)
    }
    await expect(rerun(await house.aTenant(), runId)).rejects.toMatchObject({ code: 'resource.not_found' })
  })

  it('of a run that acted as a person is theirs alone', async () => {
    const { scope, send } = await aHook(aPlaybook([aTransform('t', 1)]))
    const runId = await send()
    const person = anActor(scope)
    await scope.tx((tx) =>
      tx.query('update caseloom.run set initiator = $2 where id = $1', [runId, person.id]),
    )
    await expect(rerun(scope, runId)).rejects.toMatchObject({ code: 'right.missing' })
    const again = await rerun(scope, runId, person)
    const rows = await scope.read((tx) =>
      tx.query('select initiator from caseloom.run where id = $1', [again.id]),
    )
    expect(rows).toEqual([{ initiator: person.id }])
  })
})

function callWith(n: string): JsonObject {
  return { method: 'POST', url: 'http://127.0.0.1:1/', body: { n } }
}

async function evidenceOf(scope: TenantScope, runId: string, bounds?: EvidenceBounds) {
  const over = bounds === undefined ? {} : { bounds }
  const file = await runEvidence(house.automation, scope, anActor(scope), { runId, ...over })
  if (!(file.content instanceof Readable)) throw new Error('The file is not streamed')
  const whole = await text(file.content)
  const parsed = JSON.parse(whole) as { content: JsonObject; sha256: string } // by format
  // The bytes of the content as they stand in the file, as the help page cuts them out.
  const bytes = Buffer.from(whole).subarray(11, -78)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(parsed.sha256)
  return { file, parsed }
}

describe('the evidence of a run', () => {
  it('holds the run, its version, trigger, and each step with its values, under a hash that fits', async () => {
    const steps = [aCall('a', undefined, { with: callWith('{% trigger.body.n %}') }), aTransform('t', 5, 'a')]
    const { scope, send } = await aHook(aPlaybook(steps, { output: '{% steps.t.output %}' }))
    const runId = await send({ n: 4, ü: 'ö' })
    await expect.poll(() => stateOf(scope, runId), { timeout: 10_000 }).toBe('succeeded')
    const { file, parsed } = await evidenceOf(scope, runId)
    expect(file).toMatchObject({ mediaType: 'application/json', fileName: 'run-1-evidence.json' })
    const { content, sha256 } = parsed
    expect(createHash('sha256').update(canonical(content)).digest('hex')).toBe(sha256)
    expect(content).toMatchObject({
      exportedBy: 'Alice Example',
      tenantId: scope.tenantId,
      run: { id: runId, state: 'succeeded', number: 1 },
      playbook: { playbook: 'test-playbook', version: 1 },
      trigger: { value: { body: { n: 4, ü: 'ö' } } },
      output: { value: 5, recomputed: true },
      steps: [
        {
          path: 'a',
          attempts: [{ attempt: 1 }],
          idempotencyKey: `${runId}/a~1`,
          input: { value: { body: { n: 4 } }, recomputed: true },
          output: { value: { status: 200, echo: { n: 4 } }, recomputed: false },
        },
        { path: 't', output: { value: 5, recomputed: true } },
      ],
    })
    expect(await audited(scope, 'run.evidence_exported')).toHaveLength(1)
    // A forged file with a matching hash still isn't in the audit log.
    const sealed = await scope.read((tx) =>
      tx.query<{ object_name: string }>(
        `select object_name from caseloom.audit_entry where tenant_id = $1 and action = 'run.evidence_sealed'`,
        [tx.tenantId],
      ),
    )
    expect(sealed.map((row) => row.object_name)).toEqual([expect.stringContaining(sha256)])
  })

  it('holds large values, and names those beyond its bounds by their size', async () => {
    const long: JsonValue = 'x'.repeat(400_000)
    house.answer.current = async () => ({ ok: true, output: { long } })
    const { scope, send } = await aHook(aPlaybook([aCall('a'), aCall('b', 'a')]))
    const runId = await send()
    await expect.poll(() => stateOf(scope, runId), { timeout: 10_000 }).toBe('succeeded')
    const outputs = async (bounds?: EvidenceBounds) => {
      const { content, sha256 } = (await evidenceOf(scope, runId, bounds)).parsed
      expect(createHash('sha256').update(canonical(content)).digest('hex')).toBe(sha256)
      return (content['steps'] as JsonObject[]).map((step) => step['output']) // by format
    }
    const whole = { value: { long }, recomputed: false }
    expect(await outputs()).toEqual([whole, whole])
    const omitted = { omitted: 'too large', size: 400_011 }
    expect(await outputs({ value: 1_000, total: 1_000_000 })).toEqual([omitted, omitted])
    expect(await outputs({ value: 500_000, total: 500_000 })).toEqual([whole, omitted])
  })

  it('is for people who may see the data of the run', async () => {
    const { scope, send } = await aHook(aPlaybook([aTransform('t', 1)]))
    const runId = await send()
    const blind = anActor(scope, { may: ['run:read', 'playbook:run'] })
    await expect(runEvidence(house.automation, scope, blind, { runId })).rejects.toMatchObject({
      code: 'right.missing',
    })
    const foreign = await house.aTenant()
    await expect(runEvidence(house.automation, foreign, anActor(foreign), { runId })).rejects.toMatchObject({
      code: 'resource.not_found',
    })
  })
})
