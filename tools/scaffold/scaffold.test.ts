import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkArrows } from '../arrows/check.ts'
import { ROOM_ORDER } from '../arrows/rooms.ts'
import { TESTKIT_INNER_IMPORTS } from '../arrows/testkit-imports.ts'
import { nameFaults } from '../repo-checks/rules.ts'
import { actionPlan } from './action.ts'
import { connectorPlan } from './connector.ts'
import { addBefore, addImport } from './edit.ts'
import { pagePlan } from './page.ts'
import { writeDomain, writePlan } from './write.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const bin = (name: string) => join(repository, 'node_modules', '.bin', name)
let root = ''
let files: string[] = []

/** The new domain beside the real contract, platform and testkit, in a tree of its own. */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'caseloom-scaffold-'))
  for (const part of ['contract/src', 'server/src/platform', 'testkit/src']) {
    cpSync(join(repository, part), join(root, part), { recursive: true })
  }
  for (const name of ['biome.json', '.oxlintrc.json', 'tsconfig.base.json', 'package.json', '.gitignore']) {
    cpSync(join(repository, name), join(root, name))
  }
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
  rmSync(join(root, 'contract/src/reporting'), { recursive: true, force: true })
  const written = writeDomain(root, 'reporting', 'report')
  if ('wrong' in written) throw new Error(written.wrong)
  files = written.files
  const paths = Object.fromEntries(
    ['contract', 'server', 'testkit'].map((name) => [`@caseloom/${name}/*`, [`./${name}/src/*.ts`]]),
  )
  const config = { extends: './tsconfig.base.json', compilerOptions: { paths }, files }
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(config))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function passes(command: string, args: string[]): void {
  const done = spawnSync(bin(command), args, { cwd: root, encoding: 'utf8' })
  expect(`${done.stdout}${done.stderr}`.trim().split('\n').slice(0, 40).join('\n')).toSatisfy(
    () => done.status === 0,
  )
}

describe('a scaffolded domain', () => {
  test('has a file for each role', () => {
    const roles = ['migrations', 'rules', 'store', 'read', 'events', 'door', 'routes', 'test']
    for (const role of roles) expect(files.some((file) => file.endsWith(`.${role}.ts`))).toBe(true)
    expect(files).toContain('contract/src/reporting/reporting.ts')
    expect(files).toContain('server/src/domains/reporting/create-report.ts')
    expect(files.every((file) => existsSync(join(root, file)))).toBe(true)
  })

  test('is formatted, lints and has its types right', () => {
    passes('biome', ['format', '--vcs-enabled=false', ...files])
    passes('oxlint', ['--deny-warnings', ...files])
    passes('tsc', ['--noEmit', '-p', 'tsconfig.json'])
  }, 60_000)

  test('keeps to the arrows and the names of the house', () => {
    const own = (at: string) => files.some((file) => at.startsWith(file))
    const withReporting = { 'contract/src': [...(ROOM_ORDER['contract/src'] ?? []), 'reporting'] }
    const { faults, modules } = checkArrows(
      root,
      { modules: 20, edgesPerModule: 1 },
      { exceptions: [], rooms: { ...ROOM_ORDER, ...withReporting }, testkit: TESTKIT_INNER_IMPORTS },
    )
    expect(modules).toBeGreaterThan(20)
    expect(faults.filter((fault) => own(fault.at))).toEqual([])
    expect(nameFaults(files.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })))).toEqual(
      [],
    )
  })
})

describe('scaffolded parts', () => {
  const plans = [
    ['a connector', connectorPlan('acme', 'Acme Desk')],
    ['an action', actionPlan('record.archiveAll', 'Archive records')],
    ['an action of a new group', actionPlan('acme.ping', 'Ping')],
    ['a page', pagePlan('records', 'tags')],
  ] as const

  test.each(plans)('%s: its files are formatted, and every list names it once', (_title, plan) => {
    if (typeof plan === 'string') throw new Error(plan)
    const own = mkdtempSync(join(tmpdir(), 'caseloom-scaffold-'))
    try {
      for (const path of Object.keys(plan.edits)) cpSync(join(repository, path), join(own, path))
      const before = Object.keys(plan.edits).map(
        (path) => readFileSync(join(own, path), 'utf8').split('\n').length,
      )
      const written = writePlan(own, plan)
      expect(written).toEqual({
        files: [...Object.keys(plan.files), ...Object.keys(plan.edits)],
        next: plan.next,
      })
      const after = Object.keys(plan.edits).map(
        (path) => readFileSync(join(own, path), 'utf8').split('\n').length,
      )
      for (const [at, lines] of after.entries()) expect(lines).toBeGreaterThan(before[at] ?? lines)
      expect(writePlan(own, plan)).toEqual({ wrong: expect.stringContaining('exists already') })
    } finally {
      rmSync(own, { recursive: true, force: true })
    }
  })

  test('names that are none are refused with an example', () => {
    expect(connectorPlan('Acme', 'Acme')).toContain('"Acme" is no key')
    expect(connectorPlan('acme', "Acme's")).toContain('quotes')
    expect(actionPlan('archive', 'Archive')).toContain('record.archive')
    expect(pagePlan('records', 'My tags')).toContain('lowercase')
  })

  test('a file that no longer looks as expected is named, and nothing is written', () => {
    const own = mkdtempSync(join(tmpdir(), 'caseloom-scaffold-'))
    try {
      writeFileSync(join(own, 'list.ts'), 'export {}\n')
      const plan = { files: { 'new.ts': '' }, edits: { 'list.ts': addBefore(/^list/, /^\]/, 'x') }, next: [] }
      expect(writePlan(own, plan)).toEqual({
        wrong: expect.stringMatching(/^list\.ts has no .*nothing was written$/),
      })
      expect(existsSync(join(own, 'new.ts'))).toBe(false)
    } finally {
      rmSync(own, { recursive: true, force: true })
    }
  })

  test('imports stay sorted', () => {
    const text = "import { a } from './a.ts'\nimport { c } from './c.ts'\n\nexport {}\n"
    const lines = (line: string) => addImport(line)(text).split('\n').slice(0, 3)
    expect(lines("import { b } from './b.ts'")[1]).toContain('b.ts')
    expect(lines("import { z } from './z.ts'")[2]).toContain('z.ts')
  })
})

describe('refusals write nothing', () => {
  test('a domain that is there already', () => {
    expect(writeDomain(root, 'reporting', 'report')).toEqual({
      wrong: expect.stringContaining('exists already'),
    })
  })

  test('a domain without a place in the order, and words that are none', () => {
    expect(writeDomain(root, 'billing', 'invoice')).toEqual({
      wrong: expect.stringContaining('DOMAIN_ORDER'),
    })
    expect(writeDomain(root, '../x', 'report')).toEqual({
      wrong: expect.stringContaining('no name of a domain'),
    })
    expect(writeDomain(root, 'content', 'Package!')).toEqual({
      wrong: expect.stringContaining('no name of a thing'),
    })
    expect(existsSync(join(root, 'server/src/domains/content'))).toBe(false)
  })
})
