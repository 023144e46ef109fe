import { afterAll, describe, expect, it } from 'vitest'
import { createScriptThreads } from './script-threads.ts'

const threads = createScriptThreads({ size: 1 })
afterAll(() => threads.close())
function run(code: string, timeoutMs = 30_000) {
  const signal = new AbortController().signal
  return threads.run({ code, input: { a: 1 }, timeoutMs, tenantId: 't', signal })
}

const fails = async (code: string, fault: string) =>
  expect(await run(code)).toMatchObject({ ok: false, code: fault })

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
    ['a proxy that never ends', 'return new Proxy({}, { ownKeys() { for (;;) {} } })'],
    [
      'an error whose stack never ends',
      'const e = new Error(); Object.defineProperty(e, "stack", { get() { for (;;) {} } }); throw e',
    ],
    ['a proxy thrown as an error', 'throw new Proxy(new Error("x"), { get() { for (;;) {} } })'],
    ['jobs that make jobs', 'const f = () => Promise.resolve().then(f); await f()'],
    [
      'an async generator without end',
      'for await (const x of (async function* () { for (;;) yield 1 })()) {}',
    ],
    ['waiting on shared memory', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); for (;;) {}'],
    [
      'a sort that never ends',
      'return Array.from({ length: 1e6 }, (_, i) => -i).sort(() => { for (;;) {} })',
    ],
    ['catching its own end', 'for (;;) { try { for (;;) {} } catch {} finally { continue } }'],
  ])('is stopped: %s', async (_name, code) => {
    expect(await run(code, 200)).toMatchObject({ ok: false, code: expect.stringMatching(/^script\./) })
    expect(await run('return "alive"')).toMatchObject({ ok: true, result: '"alive"' })
  })

  it('runs out of its own memory only', async () => {
    await fails('const all = []; for (;;) all.push(new Uint8Array(1e6))', 'script.memory')
    await fails('let text = "x"; for (;;) text += text', 'script.memory')
    await fails('return new ArrayBuffer(1e9)', 'script.memory')
    await fails('return "x".repeat(2 ** 30)', 'script.threw')
    await fails('console.log("x".repeat(5e7) + "y".repeat(5e7)); return 1', 'script.memory')
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

  it.each([
    ['this.constructor.constructor("return this")()', 'undefined'],
    ['(function () { return this })()', 'undefined'],
    ['(async () => {}).constructor("return globalThis")()', 'undefined'],
    ['Reflect.construct(Function, ["return globalThis"])()', 'undefined'],
    ['console.log.call.constructor("return globalThis")()', 'undefined'],
    [
      '(() => { try { null.x } catch (e) { return e.constructor.constructor("return globalThis")() } })()',
      'undefined',
    ],
    ['Object.getPrototypeOf(input).constructor.constructor("return globalThis")()', 'undefined'],
    ['eval("globalThis")', 'undefined'],
  ])('gets no further than its own engine by %s', async (code) => {
    const names = [
      'process',
      'require',
      'module',
      'Buffer',
      'setTimeout',
      'Worker',
      'fetch',
      'importScripts',
      'QuickJS',
    ]
    const script = `let found = ${code}; found = await found; return ${JSON.stringify(names)}
      .filter((name) => found !== null && found !== undefined && typeof found[name] !== 'undefined')`
    const answer = await run(script)
    // Strict functions have no global object: such a way ends in an error.
    if (answer.ok) expect(answer.result).toBe('[]')
    else expect(answer.code).toBe('script.threw')
  })

  it.each([
    ['a getter', 'return { get a() { return 1 }, set a(x) {} }', '{"a":1}'],
    [
      'a proxy',
      'return new Proxy({ a: 1 }, { get: (o, k) => k === "toJSON" ? undefined : o[k] })',
      '{"a":1}',
    ],
    [
      'a key called __proto__',
      'return JSON.parse(\'{"__proto__":{"polluted":1}}\')',
      '{"__proto__":{"polluted":1}}',
    ],
    ['a class', 'return new (class A { x = 1; toJSON() { return { toJSON: 2 } } })()', '{"toJSON":2}'],
    ['a generator', 'return (function* () { yield 1 })()', '{}'],
  ])('gives plain JSON back, whatever it returns: %s', async (_name, code, result) => {
    expect(await run(code)).toMatchObject({ ok: true, result })
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('reveals nothing in its errors but its own truncated message', async () => {
    const long = await run('throw new Error("x".repeat(1e6))')
    expect(JSON.stringify(long).length).toBeLessThan(3_000)
    for (const code of [
      'throw { name: { toString() { return process } }, message: { a: 1 } }',
      'const e = new Error("own"); e.stack = 7; throw e',
      'throw Object.create(null)',
      'throw null',
      'throw Symbol("x")',
    ]) {
      const answer = await run(code)
      expect(answer).toMatchObject({ ok: false, code: 'script.threw' })
      expect(JSON.stringify(answer)).not.toMatch(/node:|file:|\/work|\.ts\b|wasm/)
    }
  })

  it('leaves nothing for the next one, of its own tenant or another, not even by what it changed in the language', async () => {
    const signal = new AbortController().signal
    const as = (tenantId: string, code: string) =>
      threads.run({ code, input: {}, timeoutMs: 30_000, tenantId, signal })
    await as(
      'one',
      `globalThis.left = 'secret of one'; Symbol.for('left').x; Object.prototype.left = 'secret of one'
       Array.prototype.toJSON = () => 'secret of one'; JSON.parse = () => 'secret of one'; Date.now = () => 0
       Function.prototype.call = null; Promise.resolve().then(() => { globalThis.late = 'secret of one' })
       console.log('secret of one'); return 'secret of one'`,
    )
    for (const tenant of ['one', 'two']) {
      const answer = await as(
        tenant,
        `return { seen: [typeof left, typeof late, ({}).left ?? null, [1], JSON.parse('2'), Date.now() > 0] }`,
      )
      expect(answer).toEqual({
        ok: true,
        result: '{"seen":["undefined","undefined",null,[1],2,true]}',
        log: '',
      })
    }
  })

  it('ends its own function early and gains nothing', async () => {
    expect((await run('}); process.exit(1); (() => {')).ok).toBe(false)
    expect(await run('return 1')).toMatchObject({ ok: true })
  })

  it('fills neither log nor result', async () => {
    const answer = await run('for (let i = 0; i < 5000; i++) console.log("x".repeat(100)); return 1')
    expect(answer.ok).toBe(true)
    expect(answer.log.length).toBeLessThan(66_000)
    expect(answer.log).toMatch(/the log is full\)$/)
    const one = await run('console.log("y".repeat(1e7)); return 1')
    expect(one.log.length).toBeLessThan(66_000)
    await fails('return "x".repeat(6e6)', 'script.output')
  })
})
