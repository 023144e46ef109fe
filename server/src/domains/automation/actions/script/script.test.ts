import type { JsonValue } from '@caseloom/contract/kernel/json'
import { afterAll, describe, expect, it } from 'vitest'
import { createScriptThreads } from './script-threads.ts'

const threads = createScriptThreads()
afterAll(() => threads.close())

async function run(code: string, input: JsonValue = {}, timeoutMs = 5_000) {
  const signal = new AbortController().signal
  const answer = await threads.run({ code, input, timeoutMs, tenantId: 't', signal })
  return answer.ok ? { ...answer, result: JSON.parse(answer.result) } : answer
}

describe('a script', () => {
  it('gets its input and gives what it returns, as JSON', async () => {
    const code = 'return { sum: input.numbers.reduce((a, b) => a + b, 0), at: new Date(0) }'
    expect(await run(code, { numbers: [1, 2, 3] })).toEqual({
      ok: true,
      result: { sum: 6, at: '1970-01-01T00:00:00.000Z' },
      log: '',
    })
  })

  it('gives null when it returns nothing that JSON knows', async () => {
    for (const code of ['', 'return', 'return () => 1', 'return Symbol("s")'])
      expect(await run(code)).toMatchObject({ ok: true, result: null })
  })

  it('may wait for promises of its own', async () => {
    const code = `const wait = async (n) => { for (let i = 0; i < n; i++) await null; return n }
      return Promise.all([wait(3), wait(500)])`
    expect(await run(code)).toMatchObject({ result: [3, 500] })
  })

  it('writes to its log', async () => {
    const code = 'console.log("found", { n: 1 }, [2]); console.error(new TypeError("odd")); return 1'
    expect(await run(code)).toMatchObject({ log: 'found {"n":1} [2]\nTypeError: odd' })
  })

  it('fails with the line and the log when it throws', async () => {
    expect(await run('console.log("before")\n\nthrow new Error("no such user")')).toEqual({
      ok: false,
      code: 'script.threw',
      message: 'Error: no such user (line 3)',
      log: 'before',
    })
    expect(await run('throw "text"')).toMatchObject({ code: 'script.threw' })
    expect(await run('await null; null.x')).toMatchObject({ code: 'script.threw' })
    expect(await run('return 1 +')).toMatchObject({ code: 'script.syntax' })
  })

  it('starts fresh each time, with nothing left from the script before', async () => {
    await run('globalThis.saved = 1; Array.prototype.map = null')
    expect(await run('return [typeof saved, [1].map((x) => x)]')).toMatchObject({
      result: ['undefined', [1]],
    })
  })

  it('lets scripts of another tenant pass a queue', async () => {
    const one = createScriptThreads({ size: 1 })
    const signal = new AbortController().signal
    const order: string[] = []
    const go = (tenantId: string, code: string) =>
      one.run({ code, input: null, timeoutMs: 5_000, tenantId, signal }).then(() => order.push(tenantId))
    await Promise.all([go('a', ''), go('a', ''), go('a', ''), go('b', '')])
    await one.close()
    // Nothing else can run beside the first one of a; only the order of the waiting scripts is fair.
    expect(order).toHaveLength(4)
  })
})
