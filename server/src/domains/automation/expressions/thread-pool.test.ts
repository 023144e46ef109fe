import { afterEach, describe, expect, it } from 'vitest'
import { createExpressions, type Expressions } from './expressions.ts'
import type { RunBasis } from './messages.ts'
import { createThreadPool, OverLimit } from './thread-pool.ts'

let open: Expressions[] = []
afterEach(async () => {
  await Promise.all(open.map((one) => one.close()))
  open = []
})
const expressions = (options: { timeLimitMs?: number; memoryMb?: number; size?: number }) => {
  const one = createExpressions({ size: 1, timeLimitMs: 2_000, memoryMb: 64, ...options })
  open.push(one)
  return one
}
const document = (value: string, steps: number) => ({
  playbook: 'p',
  title: 'P',
  triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none' } }],
  steps: Array.from({ length: steps }, (_, n) => ({
    key: `a${n}`,
    action: 'data.transform',
    with: { value },
  })),
})
const basis = (body: string, versionId: string): RunBasis => ({
  versionId,
  run: { id: 'r', startedAt: 0 },
  tenant: { id: 't' },
  received: { body: Buffer.from(body), headers: {}, query: {}, receivedAt: 0 },
})
const ask = (one: Expressions, body: string, value = '{% trigger.body %}', steps = 1) =>
  one.judge({
    document: document(value, steps),
    basis: basis(body, `${value}${steps}`),
    triggerKey: 'hook',
    compute: true,
    outputLimit: 9e9,
  })

describe('a thread of expressions', () => {
  it('that runs out of memory is replaced, and only the task to blame is refused', async () => {
    const one = expressions({ memoryMb: 20, timeLimitMs: 15_000 })
    await ask(one, '1')
    // A text of small objects takes many times its length once it is parsed.
    const huge = `[${'{"a":[1,2,3]},'.repeat(250_000)}1]`
    const refused = ask(one, huge).catch((error: unknown) => error)
    const neighbors = Promise.all(Array.from({ length: 5 }, (_, n) => ask(one, String(n))))
    expect(await refused).toMatchObject({ name: 'OverLimit', limit: 'memory' })
    expect(await neighbors).toHaveLength(5)
    expect(await ask(one, '"after"')).toMatchObject({ kind: 'match' })
  }, 30_000)

  it('that takes too long is replaced, and only the task to blame is refused', async () => {
    const one = expressions({ timeLimitMs: 1_000 })
    await ask(one, '1')
    // Each step stays within the interpreter's own bound, which counts evaluation steps and not time.
    const refused = ask(one, '1', '{% $sum([1..90000].($ * 2 + 1)) %}', 200).catch((error: unknown) => error)
    const neighbor = ask(one, '"neighbour"')
    expect(await refused).toBeInstanceOf(OverLimit)
    expect(await neighbor).toMatchObject({ kind: 'match' })
  }, 30_000)

  it('that is busy with a long task delays no one: runs and questions continue in another', async () => {
    const one = expressions({ timeLimitMs: 5_000 })
    const run = one.open(document('{% trigger.body %}', 1), basis('1', 'run'))
    await ask(one, '1')
    const long = ask(one, '1', '{% $sum([1..90000].($ * 2 + 1)) %}', 400).catch((error: unknown) => error)
    const neighbors = Promise.all([run.advance([]), ...[1, 2, 3].map((n) => ask(one, String(n)))])
    const first = await Promise.race([neighbors.then(() => 'neighbors'), long.then(() => 'long')])
    expect(first).toBe('neighbors')
    expect((await neighbors)[0]).toMatchObject({ end: { state: 'succeeded' } })
    expect(await long).toMatchObject({ name: 'OverLimit', limit: 'time' })
  }, 30_000)

  it('forgets documents that were not used for long, and learns them again', async () => {
    const one = expressions({})
    for (let n = 0; n < 210; n += 1) await ask(one, '1', `{% ${n} %}`)
    expect(await ask(one, '1', '{% 0 %}')).toMatchObject({ kind: 'match' })
  }, 30_000)

  it('that is idle for long ends; the next question starts another', async () => {
    const pool = createThreadPool({ size: 1, timeLimitMs: 100, memoryMb: 64, restMs: 50 })
    const first = pool.pick()
    await expect.poll(() => pool.pick() === first, { timeout: 20_000 }).toBe(false)
    await pool.close()
    const one = createExpressions({ size: 1, timeLimitMs: 2_000, memoryMb: 64, restMs: 1 })
    open.push(one)
    for (const body of ['1', '2']) expect(await ask(one, body)).toMatchObject({ kind: 'match' })
  })

  it('is not needed any more when the pool is closed', async () => {
    const one = expressions({})
    await ask(one, '1')
    await one.close()
    await expect(ask(one, '1')).rejects.toThrow()
  })
})
