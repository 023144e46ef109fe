import { DeliveryView, PlaybookView, RunView } from '@caseloom/contract/automation/automation'
import { Problem } from '@caseloom/contract/kernel/errors'
import { pageOf } from '@caseloom/contract/kernel/paging'
import { aContractWorld, type ContractWorld } from '@caseloom/testkit/contract-world'
import { ask } from '@caseloom/testkit/ask'
import type { Resident } from '@caseloom/testkit/good/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startWorker } from './compose-worker.ts'
import type { Started } from './launch/role.ts'

const MB = 1024 * 1024
const MEMORY = 900 * MB
/** Counters end what works too much, on a machine of any speed; a thread that is too slow for them is ended itself. */
const WORKED = /evaluation steps|took too long/

const ATTACKS: readonly [name: string, expression: string, reason: RegExp][] = [
  ['loops for ever', '{% ($f := function(){ $f() }; $f()) %}', WORKED],
  [
    'branches for ever',
    '{% ($f := function($n) { $n < 1 ? 0 : $f($n - 1) + $f($n - 1) }; $f(60)) %}',
    WORKED,
  ],
  ['makes a sequence of ten million', '{% [1..10000000] %}', /sequence length of 10000000 was exceeded/],
  ['pads to 400 million characters', '{% $pad("x", 400000000) %}', /text longer than 8000000 characters/],
  [
    'doubles a text sixty times',
    '{% $reduce([1..60], function($a, $i){ $a & $a }, "xxxxxxxxxx") %}',
    /text longer than 8000000 characters/,
  ],
  [
    'doubles a list sixty times',
    '{% $reduce([1..60], function($a, $i){ [[$a], [$a]] }, "x") %}',
    /too large|evaluation steps|took too long/,
  ],
]
const CATASTROPHIC = `{% $contains("${'a'.repeat(60)}!", /^(a+)+$/) %}`

let world: ContractWorld
let worker: Started
beforeAll(async () => {
  world = await aContractWorld()
  worker = await startWorker({ ...world.config, role: 'worker' })
})
afterAll(async () => {
  await worker?.stop()
  await world?.close()
})

const call = (who: Resident, method: string, path: string, body?: unknown) =>
  ask(world.web, { method, url: `/api/tenant/${who.ids.tenantId}${path}`, cookie: who.cookie, body })
const send = (url: string, body: unknown) => ask(world.web, { method: 'POST', url, body })
const neighborOf = (who: Resident) => `/hooks/${who.ids.tenantId}/${who.ids.hookKey}`
let published = 0

async function aHook(over: { trigger?: object; steps: object[] }) {
  published += 1
  const document = {
    playbook: `attack-${published}`,
    title: 'Attack',
    triggers: [
      { key: 'hook', kind: 'webhook', with: { auth: 'none', answer: 'result' }, ...(over.trigger ?? {}) },
    ],
    steps: over.steps,
  }
  const path = '/orchestration/api/playbooks'
  const draft = PlaybookView.parse((await call(world.alice, 'POST', path, { document })).json)
  const publish = await call(world.alice, 'POST', `${path}/${draft.id}/publish`, { revision: draft.revision })
  const [hook] = PlaybookView.parse(publish.json).hooks
  if (hook === undefined) throw new Error('The playbook has no hook')
  return { url: new URL(hook.address).pathname, triggerId: hook.id }
}

/** Does the work while hooks of the same and of another tenant are answered correctly; returns the memory used. */
async function amongNeighbors<T>(work: () => Promise<T>) {
  const before = process.memoryUsage().rss
  let over = false
  let most = before
  const neighbor = async (url: string) => {
    let n = 0
    do {
      const reply = await send(url, { n: ++n })
      expect([reply.status, reply.json]).toEqual([200, { n: n * 2 }])
      most = Math.max(most, process.memoryUsage().rss)
    } while (!over)
  }
  const neighbors = Promise.all([neighbor(neighborOf(world.alice)), neighbor(neighborOf(world.mallory))])
  const result = await work().finally(() => (over = true))
  await neighbors
  return { result, grown: most - before }
}

const Failed = z.object({
  runId: z.string(),
  state: z.literal('failed'),
  error: z.looseObject({ code: z.string(), message: z.string() }),
})

describe('an expression that', () => {
  it.each(ATTACKS)(
    '%s fails its run by a limit with a clear reason, and its neighbors continue',
    { timeout: 60_000 },
    async (_name, value, reason) => {
      const { url } = await aHook({ steps: [{ key: 'boom', action: 'data.transform', with: { value } }] })
      const { result, grown } = await amongNeighbors(() => send(url, {}))
      expect(result.status, JSON.stringify(result.json)).toBe(422)
      const { runId, error } = Failed.parse(result.json)
      expect(error.code).toBe('expression.limit')
      expect(error.message).toMatch(reason)
      const run = RunView.parse((await call(world.alice, 'GET', `/orchestration/api/runs/${runId}`)).json)
      expect([run.state, run.error?.code]).toEqual(['failed', 'expression.limit'])
      expect(grown).toBeLessThan(MEMORY)
    },
  )

  // One that were followed to its end would be stopped by a limit.
  it('uses a catastrophic regular expression is answered: the pattern is harmless here', async () => {
    const { url } = await aHook({
      steps: [{ key: 'match', action: 'data.transform', with: { value: CATASTROPHIC } }],
    })
    const { result } = await amongNeighbors(() => send(url, {}))
    expect(result.status, JSON.stringify(result.json)).toBe(200)
  })

  it('is in the condition of a trigger fails the delivery, with a line in its log and no run', {
    timeout: 60_000,
  }, async () => {
    const [, expression] = ATTACKS[1] ?? []
    const { url, triggerId } = await aHook({
      trigger: { when: expression },
      steps: [{ key: 'never', action: 'data.transform', with: { value: 1 } }],
    })
    const { result } = await amongNeighbors(() => send(url, {}))
    expect([result.status, Problem.parse(result.json).code]).toEqual([400, 'hook.bad_payload'])
    const log = await call(world.alice, 'GET', `/orchestration/api/triggers/${triggerId}/deliveries`)
    const lines = pageOf(DeliveryView).parse(log.json).items
    expect(lines.map(({ outcome, runId }) => [outcome, runId])).toEqual([['failed', null]])
    expect(lines[0]?.reason).toMatch(WORKED)
  })

  it('comes after a step in the engine fails the run there, and the worker continues', {
    timeout: 60_000,
  }, async () => {
    const [, value] = ATTACKS[1] ?? []
    const look = { key: 'look', action: 'record.search', with: { app: 'thing' } }
    const attack = await aHook({
      steps: [look, { key: 'boom', action: 'data.transform', after: 'look', with: { value } }],
    })
    const honest = await aHook({ steps: [look] })
    const { result } = await amongNeighbors(() => Promise.all([send(attack.url, {}), send(honest.url, {})]))
    const [failed, succeeded] = result
    expect([failed.status, Failed.parse(failed.json).error.code]).toEqual([422, 'expression.limit'])
    expect(succeeded.status, JSON.stringify(succeeded.json)).toBe(200)
  })
})

describe('a playbook that', () => {
  const path = '/orchestration/api/playbooks'
  const crowd = (count: number) => ({
    playbook: 'crowd',
    title: 'Crowd',
    steps: Array.from({ length: count }, (_none, at) => ({
      key: `s${at}`,
      action: 'data.transform',
      ...(at === 0 ? {} : { after: `s${at - 1}` }),
      with: { value: at },
    })),
  })
  const small = { ...crowd(1), playbook: 'small' }

  it('has 10,000 steps is refused with the reason wherever it is handed in', {
    timeout: 60_000,
  }, async () => {
    const draft = PlaybookView.parse((await call(world.alice, 'POST', path, { document: small })).json)
    const many = crowd(10_000)
    const nested = { ...small, steps: [{ key: 'all', action: 'flow.try', steps: many.steps }] }
    for (const document of [many, nested]) {
      const replies = [
        await call(world.alice, 'POST', path, { document }),
        await call(world.alice, 'PUT', `${path}/${draft.id}`, { revision: draft.revision, document }),
        await call(world.alice, 'POST', `${path}/${draft.id}/test`, {
          document,
          trigger: { key: 'x', payload: {} },
        }),
      ]
      for (const { status, json } of replies) {
        expect([400, 422], JSON.stringify(json).slice(0, 300)).toContain(status)
        expect(JSON.stringify(Problem.parse(json))).toMatch(/at most 500 (steps|items)/)
      }
    }
    const after = PlaybookView.parse((await call(world.alice, 'GET', `${path}/${draft.id}`)).json)
    expect(after.draft).toMatchObject({ playbook: 'small' })
  })

  it('nests 100,000 levels is refused before anyone reads it, and such a delivery fails its run alone', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const raw = `{"document":{"playbook":"deep","title":"Deep","steps":[],"inputs":${deep}}}`
    const refused = await call(world.alice, 'POST', path, raw)
    expect([refused.status, Problem.parse(refused.json).code]).toEqual([400, 'request.malformed'])
    const steps = [{ key: 'one', action: 'data.transform', with: { value: '{% trigger.body %}' } }]
    const { url } = await aHook({ steps })
    const failed = await ask(world.web, { method: 'POST', url, body: deep })
    expect([failed.status, Failed.parse(failed.json).error.code]).toEqual([422, 'expression.limit'])
    expect((await send(neighborOf(world.alice), { n: 2 })).json).toEqual({ n: 4 })
  })
})
