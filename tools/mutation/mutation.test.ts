import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { type Mutant, mutantsOf, sample, withSwitches } from './mutants.ts'
import type { RoomScore } from './run-room.ts'
import { type Room, ROOMS } from './rooms.ts'
import { linesOf, percentOf, suffices, summaryOf } from './score.ts'

const of = (body: string) =>
  mutantsOf('a.ts', `function f(a, b) {\n${body}\n}\n`).map(
    ({ kind, original, replacement }) => `${kind}: ${original} → ${replacement}`,
  )

describe('the mutants of a source', () => {
  it.each([
    ['if (a) b()', ['condition: a → true', 'condition: a → false', 'call: b() → undefined']],
    [
      'return a < b',
      ['return: a < b → undefined', 'comparison: a < b → a <= b', 'comparison: a < b → a >= b'],
    ],
    ['b(a === 1)', ['call: b(a === 1) → undefined', 'comparison: a === 1 → a !== 1']],
    ['a = b && !a', ['logic: b && !a → (b) || (!a)', 'boolean: !a → a']],
    ['a ??= b ?? 2', ['logic: b ?? 2 → b']],
    ['a = b + 1', ['arithmetic: b + 1 → b - 1']],
    ["a = b + 'text' + b", []],
    ['return true', ['boolean: true → false']],
    ['return [a]', ['return: [a] → []']],
    ['return a.map((x) => ({ x }))', ['return: a.map((x) => ({ x })) → undefined', 'return: ({ x }) → {}']],
    ['await b()', ['call: await b() → undefined']],
    ['for (let i = 0; i < a; i += 1) b()', ['call: b() → undefined']],
    ['const x: true | false = a as true', []],
    ['return', []],
  ])('are the small faults of %s', (body, expected) => {
    expect(of(body.startsWith('await') ? `return async () => { ${body} }` : body)).toEqual(
      expect.arrayContaining(expected),
    )
    if (!body.startsWith('await')) expect(of(body)).toHaveLength(expected.length)
  })

  it('leave alone what runs when the module loads, and types', () => {
    expect(mutantsOf('a.ts', 'const a = 1 + 1\nif (a > 1) b()\ntype T = true\n')).toEqual([])
    expect(mutantsOf('a.ts', 'export const f = (a: number) => a\n')).toMatchObject([
      { kind: 'return', line: 1 },
    ])
  })

  it('of a text that cannot be read are an error', () => {
    expect(() => mutantsOf('a.ts', 'function (')).toThrow(/a\.ts/)
  })
})

/** Runs `f` of a source with one of its mutants on, or none. */
function run(source: string, id: number, ...args: unknown[]): unknown {
  const mutants = mutantsOf('a.ts', source)
  const code = stripTypeScriptTypes(withSwitches('a.ts', source, mutants))
  let turns = 0
  const mutation = {
    on: (_file: string, other: number) => other === id,
    turn: () => {
      if (++turns > 100) throw new Error('endless')
    },
  }
  // The source of this test alone.
  // oxlint-disable-next-line no-implied-eval
  return new Function('globalThis', `${code}\nreturn f`)({ __mutation: mutation })(...args)
}

describe('switches', () => {
  const source = `function f(a: number, b: number) {
  const seen: number[] = []
  seen.push(a)
  if (a < b && b !== 3) return seen.length + b
  return 0
}`
  const idOf = (kind: Mutant['kind'], text: string) =>
    mutantsOf('a.ts', source).find((mutant) => mutant.kind === kind && mutant.replacement === text)?.id ?? -1

  it('change nothing while none is on', () => {
    expect(run(source, -1, 1, 2)).toBe(3)
    expect(run(source, -1, 2, 1)).toBe(0)
  })

  it.each([
    ['call', 'undefined', 2],
    ['condition', 'false', 0],
    ['comparison', 'a >= b', 0],
    ['logic', '(a < b) || (b !== 3)', 3],
    ['arithmetic', 'seen.length - b', -1],
    ['return', 'undefined', undefined],
  ] as const)('turn on one mutant: %s %s', (kind, text, expected) => {
    expect(run(source, idOf(kind, text), 1, 2)).toBe(expected)
  })

  it('end a loop that a mutant made endless', () => {
    const loop = 'function f(a) {\n  while (true) {\n    if (a > 1) return a\n    a += 1\n  }\n}'
    const never = mutantsOf('a.ts', loop).find((mutant) => mutant.replacement === 'false')
    expect(run(loop, -1, 0)).toBe(2)
    expect(() => run(loop, never?.id ?? -1, 0)).toThrow('endless')
  })

  it('keep lines where they are', () => {
    const switched = withSwitches('a.ts', source, mutantsOf('a.ts', source))
    expect(switched.split('\n')).toHaveLength(source.split('\n').length)
  })
})

describe('a sample', () => {
  const mutants = mutantsOf('a.ts', `function f(a) {\n${'  if (a > 1) a()\n'.repeat(20)}}`)

  it('is the same for the same seed and another for another', () => {
    const ids = (seed: number) => sample(mutants, 10, seed).map(({ id }) => id)
    expect(ids(1)).toEqual(ids(1))
    expect(ids(1)).toHaveLength(10)
    expect(ids(1)).not.toEqual(ids(2))
    expect(sample(mutants, 1000, 1)).toHaveLength(mutants.length)
  })
})

describe('a score', () => {
  const [one] = mutantsOf('a.ts', 'function f(a) {\n  return !a\n}')
  if (one === undefined) throw new Error('no mutant')
  const score: RoomScore = {
    name: 'filters',
    killed: 3,
    survived: [{ ...one, file: 'a.ts', reached: false }],
    skipped: 2,
  }

  it('is the killed part of what ran, and lists what survived', () => {
    expect(percentOf(score)).toBe(75)
    expect(linesOf(score)).toEqual([
      'filters: 75.0 % (3 of 4 mutants killed, 2 skipped for time)',
      '  a.ts:2  return: !a → undefined  (no test runs it)',
    ])
    expect(summaryOf([score])).toBe('mutation score: filters 75.0 %')
    expect(percentOf({ ...score, killed: 0, survived: [] })).toBe(0)
  })

  it.each([
    [9, true],
    [8, false],
    [0, false],
  ])('of %s killed beside one that survived suffices: %s', (killed, expected) => {
    expect(suffices({ ...score, killed })).toBe(expected)
  })

  it('of nothing does not suffice', () => {
    expect(suffices({ ...score, killed: 0, survived: [] })).toBe(false)
  })
})

describe('a room', () => {
  let root = ''
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  beforeAll(() => {
    // Inside the repository, so that its packages are found.
    const parent = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))
    mkdirSync(parent, { recursive: true })
    root = mkdtempSync(join(parent, 'mutation-'))
    write('rule.ts', 'export function f(a: number) {\n  if (a > 2) return 1\n  return 0\n}\n')
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  const room = { name: 'small', sources: ['rule.ts'], tests: ['*.check.ts'] }
  const limits = { perFile: 100, seed: 1, seconds: 60 }
  const test = (assertions: string) =>
    `import { expect, it } from 'vitest'\nimport { f } from './rule.ts'\nit('counts', () => {\n${assertions}\n})\n`

  /** In a process of its own: a run of tests inside a run of tests would share its state. */
  async function scoreOf(assertions: string, of: Room = room): Promise<RoomScore> {
    write('rule.check.ts', test(assertions))
    const { execFile } = await import('node:child_process')
    const { promisify } = await import('node:util')
    const script = `import { runRoom } from ${JSON.stringify(fileURLToPath(new URL('run-room.ts', import.meta.url)))}
console.log(JSON.stringify(await runRoom(${JSON.stringify(root)}, ${JSON.stringify(of)}, ${JSON.stringify(limits)})))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      cwd: root,
      env: { PATH: process.env['PATH'] },
    })
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as RoomScore // printed just now
  }

  it('whose tests look at every edge kills all mutants', async () => {
    const score = await scoreOf('expect([f(2), f(3)]).toEqual([0, 1])')
    expect(score.survived).toEqual([])
    expect(score.killed).toBe(
      mutantsOf('rule.ts', 'export function f(a: number) {\n  if (a > 2) return 1\n  return 0\n}\n').length,
    )
  })

  it('whose tests miss an edge says which mutants survive', async () => {
    const score = await scoreOf('expect(f(9)).toBe(1)')
    expect(score.survived.map(({ replacement }) => replacement)).toEqual(
      expect.arrayContaining(['true', 'a >= 2']),
    )
  })

  it('counts no failure of a file that a mutant does not reach', async () => {
    write('other.ts', 'export function g(a: number) {\n  return a > 2\n}\n')
    write(
      'other.check.ts',
      "import { it } from 'vitest'\nimport { g } from './other.ts'\nit('runs', () => {\n  g(1)\n})\n",
    )
    const both = { ...room, sources: ['rule.ts', 'other.ts'] }
    const score = await scoreOf('expect([f(2), f(3)]).toEqual([0, 1])', both)
    expect(score.survived.map(({ file }) => file)).toEqual(['other.ts', 'other.ts', 'other.ts'])
    expect(score.killed).toBeGreaterThan(0)
    rmSync(join(root, 'other.check.ts'))
  })

  it('with a pattern that finds nothing is an error', async () => {
    const moved = { ...room, sources: ['rule.ts', 'gone/*.ts'] }
    await expect(scoreOf('expect(f(9)).toBe(1)', moved)).rejects.toThrow(/gone\/\*\.ts finds no source/)
  })

  it('whose tests fail anyway is an error', async () => {
    await expect(scoreOf('expect(f(9)).toBe(7)')).rejects.toThrow(/fail without any mutant/)
  })
})

test.each(
  ROOMS.flatMap(({ name, sources, tests }) => [...sources, ...tests].map((one) => [name, one] as const)),
)('the room %s finds %s', (_name, pattern) => {
  expect(globSync(pattern, { cwd: fileURLToPath(new URL('../..', import.meta.url)) })).not.toEqual([])
})
