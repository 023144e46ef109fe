import type { JsonObject } from '@caseloom/contract/kernel/json'
import { afterEach, describe, expect, it } from 'vitest'
import { createExpressions, type Expressions } from './expressions.ts'
import type { RunBasis } from './messages.ts'
import { OverLimit } from './thread-pool.ts'

let made: Expressions[] = []
const expressions = (options = {}) => {
  const one = createExpressions({ size: 1, timeLimitMs: 400, memoryMb: 64, ...options })
  made.push(one)
  return one
}
afterEach(async () => {
  await Promise.all(made.map((one) => one.close()))
  made = []
})

const transform = (key: string, value: string, after?: string): JsonObject => ({
  key,
  action: 'data.transform',
  with: { value },
  ...(after === undefined ? {} : { after }),
})
const aDocument = (steps: JsonObject[], over: JsonObject = {}): JsonObject => ({
  playbook: 'test',
  title: 'Test',
  triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none' } }],
  steps,
  ...over,
})
let count = 0
const aBasis = (body: unknown, over: Partial<RunBasis> = {}): RunBasis => {
  count += 1
  return {
    versionId: `v${count}`,
    run: { id: `r${count}`, startedAt: 1_000 },
    tenant: { id: 't' },
    received: {
      body: Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)),
      headers: { 'x-github-event': 'ping' },
      query: { a: 'b' },
      receivedAt: 1_000,
    },
    ...over,
  }
}
const judge = (one: Expressions, document: JsonObject, basis: RunBasis) =>
  one.judge({ document, basis, triggerKey: 'hook', compute: true, outputLimit: 10_000 })

/** Shapes of expressions that the interpreter's own counters do not stop in time. */
const endless = '{% ($f := function($n) { $n < 1 ? 0 : $f($n - 1) + $f($n - 1) }; $f(60)) %}'

describe('expressions in threads', () => {
  it('computes a pure playbook whole, with a note per change of a step', async () => {
    const document = aDocument(
      [transform('a', '{% trigger.body.n + 1 %}'), transform('b', '{% steps.a.output * 2 %}', 'a')],
      {
        output: '{% steps.b.output %}',
      },
    )
    const judgement = await judge(expressions(), document, aBasis({ n: 20 }))
    expect(judgement).toMatchObject({
      kind: 'match',
      dedupKey: null,
      summary: 'ping',
      run: {
        commands: [],
        steps: [
          { path: 'a', state: 'succeeded', output: 2 },
          { path: 'b', state: 'succeeded', output: 2 },
        ],
        end: { state: 'succeeded', output: '42', outputSize: 2 },
      },
    })
  })

  it('has the version that a draft is compared with, however many others came since', async () => {
    const one = expressions({ timeLimitMs: 4_000 })
    const document = aDocument([transform('a', '{% trigger.body.n %}')])
    const basis = aBasis({ n: 1 })
    await judge(one, document, basis)
    for (let others = 1; others < 200; others += 1) await judge(one, document, aBasis({ n: 2 }))
    const draft = { document, actions: [] }
    const past = { document, draft, basis, triggerKey: 'hook', past: [], computed: [] }
    await expect(one.replay(past)).resolves.toBeDefined()
  })

  it('reports what does not match, with the reason, and what cannot be read', async () => {
    const one = expressions()
    const trigger = { key: 'hook', kind: 'webhook', with: { auth: 'none' }, when: '{% trigger.body.go %}' }
    const document = aDocument([transform('a', 'x')], { triggers: [trigger] })
    expect(await judge(one, document, aBasis({ go: false }))).toMatchObject({ kind: 'filtered' })
    expect(await judge(one, document, aBasis(Buffer.from('{"go":')))).toMatchObject({ kind: 'unreadable' })
    expect(await judge(one, document, aBasis(Buffer.from([0x22, 0xff, 0x22])))).toEqual({
      kind: 'unreadable',
      message: 'The payload isn’t UTF-8',
    })
  })

  it('reopens a run at the same point in a fresh thread after another run was stopped', async () => {
    const one = expressions()
    const effect = { key: 'call', action: 'http.request', with: { url: 'http://127.0.0.1/' } }
    const document = aDocument([effect, transform('after', '{% steps.call.output.n %}', 'call')])
    const run = one.open(document, aBasis({}))
    const first = await run.advance([])
    expect(first.commands).toMatchObject([{ kind: 'effect', id: 'call~1' }])
    const bomb = judge(one, aDocument([transform('boom', endless)]), aBasis({}))
    const second = run.advance([
      { kind: 'effect', id: 'call~1', result: { ok: true, output: { n: 7 }, at: 2_000 } },
    ])
    const outcome = await bomb.then(
      (judgement) => judgement,
      (error: unknown) => error,
    )
    expect(isStopped(outcome)).toBe(true)
    expect((await second).end).toMatchObject({ state: 'succeeded' })
    run.release()
  })

  it('answers other calls in a thread that is stopped', async () => {
    const one = expressions()
    await judge(one, aDocument([transform('warm', 'x')]), aBasis({}))
    const bomb = judge(one, aDocument([transform('boom', endless)]), aBasis({})).catch(
      (error: unknown) => error,
    )
    expect(await judge(one, aDocument([transform('ok', 'x')]), aBasis({}))).toMatchObject({ kind: 'match' })
    expect(isStopped(await bomb)).toBe(true)
  })
})

/** Stopped by the interpreter's counters or, when these are too slow, by the thread's limit. */
function isStopped(outcome: unknown): boolean {
  if (outcome instanceof OverLimit) return true
  return JSON.stringify(outcome).includes('expression.limit')
}
