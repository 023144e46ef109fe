import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import { type Mutant, mutantsOf, sample, withSwitches } from './mutants.ts'
import type { Room } from './rooms.ts'

export interface Survivor extends Mutant {
  file: string
  /** False when no test runs the place at all. */
  reached: boolean
}

export interface RoomScore {
  name: string
  killed: number
  survived: Survivor[]
  /** Chosen mutants that the time did not suffice for. */
  skipped: number
}

export interface Limits {
  /** Mutants of each file. */
  perFile: number
  seed: number
  seconds: number
}

const SETUP = fileURLToPath(new URL('setup.ts', import.meta.url))

function open(root: string, room: Room, all: ReadonlyMap<string, Mutant[]>): Promise<Vitest> {
  return createVitest(
    'test',
    {
      root,
      config: false,
      watch: false,
      include: [...room.tests],
      exclude: ['**/node_modules/**'],
      setupFiles: [SETUP],
      // One process that keeps what it loaded: each mutant costs its tests alone.
      isolate: false,
      fileParallelism: false,
      pool: 'forks',
      bail: 1,
      retry: 0,
      testTimeout: 5000,
      reporters: [{}],
      // A cached module would be one without switches.
      fsModuleCache: false,
    },
    {
      logLevel: 'error',
      plugins: [
        {
          name: 'mutants',
          enforce: 'pre',
          transform(code, id) {
            const file = relative(root, id.replace(/\?.*$/, ''))
            const mutants = all.get(file)
            return mutants === undefined ? null : { code: withSwitches(file, code, mutants), map: null }
          },
        },
      ],
    },
  )
}

interface Reach {
  /** Tests that reach each mutant (`file id`). */
  reached: Map<string, Set<string>>
  /** Mutants that run while modules load. */
  loaded: Set<string>
}

function readReach(folder: string): Reach {
  const reach: Reach = { reached: new Map(), loaded: new Set() }
  for (const line of readFileSync(join(folder, 'reached.txt'), 'utf8').split('\n').filter(Boolean)) {
    // Written by setup.ts.
    const { test, reached, loaded } = JSON.parse(line) as {
      test: string
      reached: string[]
      loaded: string[]
    }
    for (const key of reached) reach.reached.set(key, (reach.reached.get(key) ?? new Set()).add(test))
    for (const key of loaded) reach.loaded.add(key)
  }
  return reach
}

/** What fails in these files of tests, or undefined when all pass. */
async function faultOf(vitest: Vitest, specs: TestSpecification[]): Promise<string | undefined> {
  const { testModules: all, unhandledErrors } = await vitest.runTestSpecifications(specs)
  // Vitest also reports the results of files that ran before this.
  const testModules = all.filter(({ moduleId }) => specs.some((spec) => spec.moduleId === moduleId))
  if (testModules.length === 0) return 'no test was found'
  if (unhandledErrors.length > 0) return String(unhandledErrors[0])
  const failed =
    testModules.find((module) => module.state() === 'failed') ??
    testModules.find((module) => module.state() !== 'passed')
  if (failed === undefined) return undefined
  const tests = [...failed.children.allTests('failed')].flatMap((test) => test.result().errors ?? [])
  return `${failed.moduleId}: ${[...failed.errors(), ...tests][0]?.message ?? failed.state()}`
}

/** The files that a room's patterns match; one that matches none indicates that a file has moved. */
export function sourcesOf(root: string, { name, sources }: Room): string[] {
  const files = sources.flatMap((pattern) => {
    const found = globSync(pattern, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
    if (found.length === 0) throw new Error(`${name}: ${pattern} finds no source`)
    return found
  })
  return [...new Set(files)].toSorted()
}

/** A sample of each file, by turns, so that no file comes short when the time does. */
function chooseFrom(all: ReadonlyMap<string, Mutant[]>, { perFile, seed }: Limits) {
  const turns = [...all].flatMap(([file, mutants]) =>
    sample(mutants, perFile, seed).map((mutant, turn) => ({ turn, mutant: { file, ...mutant } })),
  )
  return turns.toSorted((one, other) => one.turn - other.turn).map(({ mutant }) => mutant)
}

/** Runs the room's tests against a sample of mutants of its files. */
export async function runRoom(root: string, room: Room, limits: Limits): Promise<RoomScore> {
  const files = sourcesOf(root, room)
  const texts = files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)
  const all = new Map(texts.map(([file, text]) => [file, mutantsOf(file, text)]))
  const chosen = chooseFrom(all, limits)
  const folder = mkdtempSync(join(tmpdir(), 'caseloom-mutation-'))
  process.env['CASELOOM_MUTATION_FOLDER'] = folder
  const turnOn = (file: string, id: number) =>
    writeFileSync(join(folder, 'mutant.json'), JSON.stringify({ file, id }))
  turnOn('', -1)
  const before = process.exitCode
  const vitest = await open(root, room, all)
  try {
    const specs = await vitest.globTestSpecifications()
    const fault = await faultOf(vitest, specs)
    if (fault !== undefined) throw new Error(`${room.name}: its tests fail without any mutant: ${fault}`)
    const { reached, loaded } = readReach(folder)
    // As each mutant is run, but with one that is in no file: what fails now would count as noticed.
    turnOn('', 0)
    const again = await faultOf(vitest, specs)
    if (again !== undefined) throw new Error(`${room.name}: its tests fail when they run again: ${again}`)
    const score: RoomScore = { name: room.name, killed: 0, survived: [], skipped: 0 }
    const until = performance.now() + limits.seconds * 1000
    for (const mutant of chosen) {
      const key = `${mutant.file} ${mutant.id}`
      const tests = reached.get(key)
      if (tests === undefined && loaded.has(key)) continue
      if (performance.now() > until) score.skipped += 1
      else if (tests === undefined) score.survived.push({ ...mutant, reached: false })
      else {
        turnOn(mutant.file, mutant.id)
        const those = specs.filter((spec) => tests.has(spec.moduleId))
        const isAlive = (await faultOf(vitest, those)) === undefined
        if (isAlive) score.survived.push({ ...mutant, reached: true })
        else score.killed += 1
      }
    }
    score.survived.sort((one, other) => one.file.localeCompare(other.file) || one.id - other.id)
    return score
  } finally {
    await vitest.close()
    // Killed mutants are failed tests to Vitest, and no failure of this process.
    process.exitCode = before
    rmSync(folder, { recursive: true, force: true })
  }
}
