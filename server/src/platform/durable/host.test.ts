import type { JsonValue } from '@caseloom/contract/kernel/json'
import { startTestRestate, type TestRestate } from '@caseloom/testkit/test-restate'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerDeployment } from '../embedded/restate-deployments.ts'
import { newId } from '../uuid.ts'
import { engineDoor } from './engine-door.ts'
import { type DurableHost, startDurableHost } from './host.ts'
import { restateEngine } from './restate-engine.ts'
import {
  type DurableCommand,
  type DurableEngine,
  type DurableEvent,
  type DurableProgram,
  type DurableStep,
  type RunStart,
  TryLater,
} from './types.ts'

type Advance = (events: readonly DurableEvent[], attempt: number) => DurableStep

let restate: TestRestate
let host: DurableHost
let engine: DurableEngine
/** How each run behaves, by run id; it sees how often the run was begun. */
const scripts = new Map<string, Advance>()
const attempts = new Map<string, number>()
const divergences = new Map<string, string>()
const released = new Map<string, number>()
/** Runs that someone asked to stop. */
const cancelled = new Set<string>()
const cancelChecks = new Map<string, number>()
/** Runs that the database does not have any more. */
const gone = new Set<string>()

const open = async (start: RunStart): Promise<DurableProgram | null> => {
  if (gone.has(start.runId)) return null
  const attempt = (attempts.get(start.runId) ?? 0) + 1
  attempts.set(start.runId, attempt)
  return {
    async advance(events) {
      const script = scripts.get(start.runId)
      if (script === undefined) throw new Error('No script')
      return script(events, attempt)
    },
    async isCancelled() {
      cancelChecks.set(start.runId, (cancelChecks.get(start.runId) ?? 0) + 1)
      return cancelled.has(start.runId)
    },
    condemn: async (verdict) => ({ condemned: verdict.code }),
    release: () => void released.set(start.runId, (released.get(start.runId) ?? 0) + 1),
  }
}
const startHost = () =>
  startDurableHost({
    listen: { host: '127.0.0.1', port: restate.workerPort },
    identityKeys: restate.identityKeys,
    log: pino({ level: 'silent' }),
    open,
    crashed: async () => ({ crashed: true }),
    giveUp: (invocationId) => engine.giveUp(invocationId),
    async diverged(start, invocation, reason) {
      divergences.set(start.runId, reason)
      await engine.giveUp(invocation.id)
    },
  })

beforeAll(async () => {
  restate = await startTestRestate()
  host = await startHost()
  engine = restateEngine(restate)
  await registerDeployment(restate.adminUrl, `http://127.0.0.1:${restate.workerPort}`)
})
afterAll(async () => {
  await host.close()
  await engine.close()
  await restate.stop()
})

const effect = (
  id: string,
  perform: () => Promise<JsonValue> | JsonValue = () => null,
  hash = 'h',
): DurableCommand => ({
  kind: 'effect',
  id,
  hash,
  perform: async () => perform(),
})
const aRun = (script: Advance): { key: string; start: RunStart } => {
  const runId = newId()
  scripts.set(runId, script)
  return { key: newId(), start: { tenantId: newId(), runId, recorded: 0 } }
}
/** What anyone who reaches the engine may send. */
async function settle(key: string, how: 'resolve' | 'reject', body: string): Promise<void> {
  const door = engineDoor(restate.ingressUrl)
  const headers = { 'content-type': 'application/json' }
  const reply = await door.request({
    method: 'POST',
    path: `/restate/awakeables/${key}/${how}`,
    headers,
    body,
  })
  await reply.body.dump()
  await door.close()
  expect(reply.statusCode).toBe(202)
}
const patience = () => AbortSignal.timeout(15_000)
const ended = (event: DurableEvent | undefined, id: string) => event?.kind === 'effect' && event.id === id

describe('a process that is about to stop', () => {
  const gate = () => Promise.withResolvers<null>()
  const restarted = async () => {
    await host.close()
    host = await startHost()
  }

  it('finishes the effects that it has begun, begins no other, and nothing is done twice', async () => {
    const done: string[] = []
    const slow = { a: gate(), b: gate() }
    const performs = (id: string, wait: Promise<null>) => () => {
      done.push(id)
      return wait
    }
    const { key, start } = aRun((events, attempt) => {
      const [event] = events
      if (event === undefined)
        return {
          commands: [
            effect('a~1', performs('a', slow.a.promise)),
            effect('b~1', performs('b', slow.b.promise)),
          ],
        }
      if (ended(event, 'a~1'))
        return { commands: [effect('c~1', performs(`c in ${attempt}`, Promise.resolve(null)))] }
      return ended(event, 'c~1') ? { commands: [], end: 'over' } : { commands: [] }
    })
    const result = engine.startAndWait(key, start, patience())
    await expect.poll(() => done.toSorted()).toEqual(['a', 'b'])
    const drained = host.drain(60_000)
    slow.a.resolve(null)
    await expect.poll(() => host.underWay()).toBe(1)
    slow.b.resolve(null)
    expect(await drained).toBe(0)
    await restarted()
    expect(await result).toBe('over')
    expect(done.toSorted()).toEqual(['a', 'b', 'c in 2'])
  }, 30_000)

  it('keeps its connections while effects are under way, though the engine brings more runs', async () => {
    let calls = 0
    const slow = gate()
    const { key, start } = aRun(([event]) =>
      event === undefined
        ? { commands: [effect('call~1', () => ((calls += 1), slow.promise))] }
        : { commands: [], end: 'over' },
    )
    const result = engine.startAndWait(key, start, patience())
    await expect.poll(() => calls).toBe(1)
    const drained = host.drain(60_000)
    const late = aRun(() => ({ commands: [], end: 'late' }))
    const lateResult = engine.startAndWait(late.key, late.start, patience())
    await expect.poll(() => restate.retries(), { timeout: 15_000 }).toBeGreaterThan(1)
    expect(host.underWay()).toBe(1)
    expect(attempts.has(late.start.runId)).toBe(false)
    slow.resolve(null)
    expect(await drained).toBe(0)
    await restarted()
    expect([await result, await lateResult]).toEqual(['over', 'late'])
    expect(calls).toBe(1)
  }, 30_000)

  it('reports what it has to leave when the time has ended', async () => {
    let calls = 0
    const stuck = gate()
    const { key, start } = aRun(([event]) => {
      if (event === undefined) {
        return {
          commands: [
            effect('call~1', () => {
              calls += 1
              return calls === 1 ? stuck.promise : 'again'
            }),
          ],
        }
      }
      return { commands: [], end: event.kind === 'effect' ? event.outcome : null }
    })
    const result = engine.startAndWait(key, start, patience())
    await expect.poll(() => calls).toBe(1)
    expect(await host.drain(0)).toBe(1)
    await restarted()
    expect(await result).toBe('again')
  }, 30_000)

  it('is done immediately when nothing is under way', async () => {
    expect(await host.drain(60_000)).toBe(0)
    await restarted()
  })
})

describe('a hosted run', () => {
  it('takes journaled results on a replay instead of making them again', async () => {
    let performed = 0
    const { key, start } = aRun(([event], attempt) => {
      if (event === undefined) return { commands: [effect('a~1', () => (performed += 1))] }
      if (ended(event, 'a~1') && attempt === 1) throw new TryLater(null)
      return { commands: [], end: event.kind === 'effect' ? event.outcome : null }
    })
    expect(await engine.startAndWait(key, start, patience())).toBe(1)
    expect(performed).toBe(1)
    expect(attempts.get(start.runId)).toBe(2)
  })

  it('ends with its verdict when a replay asks for other inputs', async () => {
    const { key, start } = aRun(([event], attempt) => {
      if (event === undefined) return { commands: [effect('a~1', () => 1, `hash of attempt ${attempt}`)] }
      if (attempt === 1) throw new TryLater(null)
      return { commands: [], end: 'continued' }
    })
    expect(await engine.startAndWait(key, start, patience())).toEqual({ condemned: 'engine.replay_diverged' })
  })

  it('is given up with a reason when a replay asks for other steps', async () => {
    const { key, start } = aRun(([event], attempt) => {
      if (event === undefined) return { commands: [effect(attempt === 1 ? 'a~1' : 'other~1')] }
      if (attempt === 1) throw new TryLater(null)
      return { commands: [], end: 'continued' }
    })
    await engine.start(key, start)
    await expect
      .poll(async () => (await engine.known([key])).get(key), { timeout: 15_000 })
      .toMatchObject({ state: 'failed' })
    expect(divergences.get(start.runId)).toMatch(/mismatch.*a~1 != other~1/s)
  })

  it('keeps a verdict that a replay might not come to again', async () => {
    let judged = 0
    const { key, start } = aRun((events) => {
      if (events.length > 0) throw new Error('Nothing happens in this run')
      judged += 1
      return { commands: [], verdict: { code: `verdict ${judged}`, message: 'once' } }
    })
    expect(await engine.startAndWait(key, start, patience())).toEqual({ condemned: 'verdict 1' })
  })

  it('sleeps without an attempt, and the timer reports the time it was set to', async () => {
    const until = Date.now() + 2_500
    const { key, start } = aRun(([event]) => {
      if (event === undefined) return { commands: [{ kind: 'sleep', id: 'w~1', until }] }
      return { commands: [], end: { kind: event.kind, at: event.at } }
    })
    const result = engine.startAndWait(key, start, patience())
    await expect.poll(() => released.get(start.runId)).toBe(1)
    expect(await result).toEqual({ kind: 'timer', at: until })
    expect(Date.now()).toBeGreaterThanOrEqual(until)
  })

  it('learns that it is to be cancelled, once, and decides itself', async () => {
    const { key, start } = aRun(([event]) => {
      if (event === undefined) return { commands: [{ kind: 'sleep', id: 'w~1', until: Date.now() + 60_000 }] }
      return { commands: [], end: event.kind }
    })
    await engine.start(key, start)
    await expect.poll(() => attempts.get(start.runId)).toBeGreaterThan(0)
    cancelled.add(start.runId)
    expect(await engine.cancel(key)).toBe(true)
    expect(await engine.startAndWait(key, start, patience())).toBe('cancel')
    expect(await engine.cancel(key)).toBe(false)
    expect(await engine.cancel(newId())).toBe(false)
  })

  it('is not cancelled by the word of the engine alone, and still by someone who may', async () => {
    const seen: string[] = []
    const { key, start } = aRun(([event]) => {
      if (event === undefined) return { commands: [{ kind: 'sleep', id: 'w~1', until: Date.now() + 60_000 }] }
      seen.push(event.kind)
      return { commands: [], end: event.kind }
    })
    await engine.start(key, start)
    await expect.poll(() => attempts.get(start.runId)).toBeGreaterThan(0)
    expect(await engine.cancel(key)).toBe(true)
    await expect.poll(() => cancelChecks.get(start.runId), { timeout: 15_000 }).toBe(1)
    expect(seen).toEqual([])
    cancelled.add(start.runId)
    expect(await engine.cancel(key)).toBe(true)
    expect(await engine.startAndWait(key, start, patience())).toBe('cancel')
  })

  it('that is woken without an answer waits again, and reports only what its program read', async () => {
    const keys: string[] = []
    let saved: { at: number; outcome: JsonValue } | null = null
    let heard = 0
    const { key, start } = aRun(([event]) => {
      if (event?.kind === 'answer') return { commands: [], end: { at: event.at, outcome: event.outcome } }
      if (event !== undefined) return { commands: [] }
      const listen = {
        kind: 'listen' as const,
        id: 'ask~1',
        hash: 'h',
        open: async (wake: string) => keys.push(wake),
        hear: async (wake: string) => {
          keys.push(wake)
          heard += 1
          return saved
        },
      }
      return { commands: [listen] }
    })
    await engine.start(key, start)
    await expect.poll(() => keys.length).toBe(1)
    const forgeries = [
      ['resolve', '{"at":1,"outcome":{"ok":true}}'],
      ['resolve', '"x"'],
      ['reject', '{"message":"no"}'],
    ] as const
    for (const [how, body] of forgeries) {
      const before = keys.length
      await settle(keys.at(-1) ?? '', how, body)
      await expect.poll(() => keys.length, { timeout: 15_000 }).toBe(before + 1)
    }
    saved = { at: 42, outcome: 'ours' }
    expect(await engine.wake(keys.at(-1) ?? '')).toBe(true)
    expect(await engine.startAndWait(key, start, patience())).toEqual(saved)
    expect(new Set(keys).size).toBe(5)
    expect(heard).toBe(4)
  })

  it('is read once: a replay takes the answer from the journal', async () => {
    const keys: string[] = []
    let reads = 0
    const { key, start } = aRun(([event], attempt) => {
      if (event?.kind === 'answer' && attempt < 3) throw new TryLater(null)
      if (event?.kind === 'answer') return { commands: [], end: event.outcome }
      if (event !== undefined) return { commands: [] }
      const hear = async () => ({ at: 1, outcome: (reads += 1) })
      const open = async (wake: string) => keys.push(wake)
      return { commands: [{ kind: 'listen', id: 'ask~1', hash: 'h', open, hear }] }
    })
    await engine.start(key, start)
    await expect.poll(() => keys.length).toBe(1)
    await engine.wake(keys[0] ?? '')
    expect(await engine.startAndWait(key, start, patience())).toBe(1)
    expect(reads).toBe(1)
  })

  it('without a program is ended immediately, whatever its journal holds', async () => {
    const { key, start } = aRun(([event]) => {
      if (event === undefined) return { commands: [effect('a~1')] }
      gone.add(start.runId)
      throw new TryLater(null)
    })
    await engine.start(key, start)
    await expect
      .poll(async () => (await engine.known([key])).get(key), { timeout: 15_000 })
      .toMatchObject({ state: 'failed' })
  })

  it('starts once per key, however often it is asked to', async () => {
    let performed = 0
    const { key, start } = aRun(([event]) =>
      event === undefined
        ? { commands: [effect('a~1', () => (performed += 1))] }
        : { commands: [], end: 'done' },
    )
    await Promise.all([engine.start(key, start), engine.start(key, start), engine.start(key, start)])
    expect(await engine.startAndWait(key, start, patience())).toBe('done')
    expect(performed).toBe(1)
  })

  it('that breaks is ended, not tried for ever', async () => {
    const { key, start } = aRun(() => {
      throw new Error('a bug')
    })
    expect(await engine.startAndWait(key, start, patience())).toEqual({ crashed: true })
    expect(attempts.get(start.runId)).toBe(1)
  })

  it('with three branches repeats no finished effect when its host is cut off again and again', async () => {
    const counts = new Map<string, number>()
    const runs = Array.from({ length: 20 }, (_, run) => {
      const script: Advance = ([event]) => {
        const at = (branch: string, n: number) =>
          effect(`${branch}${n}~1`, async () => {
            const name = `${run}/${branch}${n}`
            counts.set(name, (counts.get(name) ?? 0) + 1)
            await new Promise((resolve) => setTimeout(resolve, 15))
            return null
          })
        if (event === undefined) return { commands: ['a', 'b', 'c'].map((branch) => at(branch, 1)) }
        if (event.kind !== 'effect') throw new Error('Only effects happen here')
        const [branch = '', n = '0'] = event.id
        const open = openBranches.get(run) ?? new Set(['a', 'b', 'c'])
        openBranches.set(run, open)
        if (Number(n) < 4) return { commands: [at(branch, Number(n) + 1)] }
        open.delete(branch)
        return open.size === 0 ? { commands: [], end: 'done' } : { commands: [] }
      }
      return aRun((events, attempt) => {
        if (events.length === 0) openBranches.set(run, new Set(['a', 'b', 'c']))
        return script(events, attempt)
      })
    })
    const results = runs.map(({ key, start }) => engine.startAndWait(key, start, AbortSignal.timeout(60_000)))
    for (let cut = 0; cut < 3; cut += 1) {
      const before = counts.size
      await expect.poll(() => counts.size, { interval: 5 }).toBeGreaterThan(Math.min(before + 20, 239))
      await host.close()
      host = await startHost()
    }
    expect(await Promise.all(results)).toEqual(runs.map(() => 'done'))
    expect(counts.size).toBe(240)
    const repeats = [...counts.values()].reduce((sum, times) => sum + times - 1, 0)
    // At most what was in flight at each of the three cuts: three branches of twenty runs.
    expect(repeats).toBeLessThanOrEqual(3 * 60)
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(4)
  }, 90_000)
})
const openBranches = new Map<number, Set<string>>()
