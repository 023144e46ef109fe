import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createScriptThreads } from './script-threads.ts'

const threads = createScriptThreads({ size: 1 })
afterAll(() => threads.close())
// The thread starts before the clock of a test runs.
beforeAll(() => run('return 1'))

function run(code: string, timeoutMs = 500) {
  const signal = new AbortController().signal
  return threads.run({ code, input: { a: 1 }, timeoutMs, tenantId: 't', signal })
}

const fails = async (code: string, fault: string) =>
  expect(await run(code, 30_000)).toMatchObject({ ok: false, code: fault })

describe('a hostile script', () => {
  it.each([
    ['an endless loop', 'for (;;) {}'],
    ['an endless loop after a wait', 'await null; while (true) {}'],
    ['endless waiting', 'for (;;) await null'],
    ['a catastrophic regular expression', 'return /^(a+)+$/.test("a".repeat(60) + "b")'],
    ['a long native loop', 'return new Array(3e9).fill(0).join("")'],
    ['a getter that never ends', 'return { get a() { for (;;) {} } }'],
    ['toJSON that never ends', 'return { toJSON() { for (;;) {} } }'],
    ['an error whose message never ends', 'throw { get message() { for (;;) {} }, name: "x" }'],
    ['a thenable that never ends', 'return { then() { for (;;) {} } }'],
  ])('is stopped: %s', async (_name, code) => {
    const before = performance.now()
    const answer = await run(code)
    expect(answer.ok).toBe(false)
    expect(performance.now() - before).toBeLessThan(20_000)
    expect(await run('return "alive"')).toMatchObject({ ok: true, result: '"alive"' })
  })

  it('runs out of its own memory only', async () => {
    await fails('const all = []; for (;;) all.push(new Uint8Array(1e6))', 'script.memory')
    await fails('let text = "x"; for (;;) text += text', 'script.memory')
    await fails('return new ArrayBuffer(1e9)', 'script.memory')
    expect(await run('return 1')).toMatchObject({ ok: true })
  }, 120_000)

  it('cannot call itself for ever', async () => {
    await fails('const f = () => f(); f()', 'script.stack')
    await fails('let x = []; for (let i = 0; i < 1e5; i++) x = [x]; return x', 'script.stack')
  }, 120_000)

  it('waits for nothing that never comes', async () => {
    await fails('await new Promise(() => {})', 'script.never_settled')
  })

  it('reaches nothing outside', async () => {
    const names = ['process', 'require', 'fetch', 'Worker', 'WebAssembly', 'setTimeout', 'std', 'os', 'Deno']
    const answer = await run(`return [${names.map((name) => `typeof ${name}`).join(',')}]`)
    expect(answer).toMatchObject({ result: JSON.stringify(names.map(() => 'undefined')) })
    await fails('return await import("node:fs")', 'script.threw')
    const escape = 'return console.log.constructor.constructor("return typeof process")()'
    expect(await run(escape)).toMatchObject({ result: '"undefined"' })
  })

  it('cannot reach the parts it is run with', async () => {
    const code = `JSON.stringify = () => '"forged"'; Object.prototype.toJSON = undefined
      Array.prototype.join = () => { throw 1 }; String.prototype.slice = () => 'x'
      Promise.prototype.then = null
      console.log('still', 'works'); return { real: true }`
    expect(await run(code)).toEqual({ ok: true, result: '{"real":true}', log: 'still works' })
    expect(await run('input.__proto__.polluted = 1; return ({}).polluted')).toMatchObject({ result: '1' })
    expect(await run('return ({}).polluted')).toMatchObject({ result: 'null' })
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('ends its own function early and gains nothing', async () => {
    expect((await run('}); process.exit(1); (() => {')).ok).toBe(false)
    expect(await run('return 1')).toMatchObject({ ok: true })
  })

  it('fills neither log nor result', async () => {
    const answer = await run('for (let i = 0; i < 5000; i++) console.log("x".repeat(100)); return 1', 5_000)
    expect(answer.ok).toBe(true)
    expect(answer.log.length).toBeLessThan(66_000)
    expect(answer.log).toMatch(/the log is full\)$/)
    const one = await run('console.log("y".repeat(1e7)); return 1', 5_000)
    expect(one.log.length).toBeLessThan(66_000)
    await fails('return "x".repeat(6e6)', 'script.output')
  })
})
