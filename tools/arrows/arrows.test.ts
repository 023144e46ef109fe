import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { checkArrows } from './check.ts'

const NOTHING = 'export const nothing = 1\n'
const ANY_SIZE = { modules: 0, edgesPerModule: 0 }
const trees: string[] = []

const NONE = { exceptions: [], rooms: {}, testkit: 0 }

function plant(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'caseloom-arrows-'))
  trees.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

function faultsOf(files: Record<string, string>, testkit = 0): string[] {
  const report = checkArrows(plant(files), ANY_SIZE, { ...NONE, testkit })
  return report.faults.map((fault) => `${fault.at} ${fault.rule}`)
}

/** One file that imports another, both planted; `to` is written as the importer would write it. */
function importing(from: string, specifier: string, target?: string): string[] {
  return faultsOf({
    [from]: `import { nothing } from '${specifier}'\nexport const used = nothing\n`,
    ...(target ? { [target]: NOTHING } : {}),
  })
}

afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true, force: true })
})

function use(specifier: string): string {
  return `import type { nothing } from '${specifier}'\nexport type Used = typeof nothing\n`
}

const DOMAINS = 'server/src/domains'

describe('a house in order', () => {
  test('passes with every allowed kind of arrow', () => {
    const faults = faultsOf({
      'contract/src/kernel/ids.ts': `import { z } from 'zod'\nexport const nothing = z\n`,
      'playbook/src/interpreter.ts': use('@caseloom/contract/kernel/ids'),
      'connectors/src/kit/manifest.ts': use('@caseloom/contract/kernel/ids'),
      'connectors/src/http/actions.ts': use('../kit/manifest.ts'),
      'server/src/platform/database/pool.ts': `import { Pool } from 'pg'\nexport const nothing = Pool\n`,
      [`${DOMAINS}/identity/identity.door.ts`]: NOTHING,
      [`${DOMAINS}/records/records.rules.ts`]: use('@caseloom/contract/kernel/ids'),
      [`${DOMAINS}/records/records.store.ts`]: `import { z } from 'zod'\nexport const nothing = z\n`,
      [`${DOMAINS}/records/close-record.ts`]:
        use('./records.store.ts') + use('../identity/identity.door.ts').replace('Used', 'Other'),
      [`${DOMAINS}/records/records.routes.ts`]: use('./close-record.ts'),
      [`${DOMAINS}/automation/run.ts`]:
        use('@caseloom/connectors/kit/manifest') +
        use('@caseloom/playbook/interpreter').replace('Used', 'Other'),
      [`${DOMAINS}/records/records.module.ts`]: use('./records.routes.ts'),
      'server/src/services.ts': use('./domains/records/records.module.ts'),
      'web/src/data/client.ts': use('@caseloom/contract/kernel/ids'),
      'web/src/domains/automation/Graph.tsx': use('@caseloom/playbook/interpreter'),
      'web/src/shell/Shell.tsx': use('../domains/automation/Graph.tsx'),
      'e2e/src/journey.e2e.ts': use('@caseloom/testkit/seed'),
      'testkit/src/seed.ts': use('@caseloom/server/services'),
      [`${DOMAINS}/records/close-record.test.ts`]: use('@caseloom/testkit/seed'),
    })
    expect(faults).toEqual([])
  })
})

describe('rooms', () => {
  test('a domain does not import a higher one, not even through its door', () => {
    const from = `${DOMAINS}/records/x.ts`
    expect(
      importing(from, '../automation/automation.door.ts', `${DOMAINS}/automation/automation.door.ts`),
    ).toEqual([`${from}:1 arrow`])
  })

  test('a lower domain is entered by its door only', () => {
    const from = `${DOMAINS}/automation/x.ts`
    expect(importing(from, '../records/close-record.ts', `${DOMAINS}/records/close-record.ts`)).toEqual([
      `${from}:1 arrow`,
    ])
  })

  test('a test creates the tables of lower domains; nothing else does', () => {
    const target = `${DOMAINS}/apps/apps.migrations.ts`
    const specifier = '../apps/apps.migrations.ts'
    expect(importing(`${DOMAINS}/records/records.test.ts`, specifier, target)).toEqual([])
    expect(importing(`${DOMAINS}/records/x.ts`, specifier, target)).toEqual([
      `${DOMAINS}/records/x.ts:1 arrow`,
    ])
  })

  test('a type-only import counts as an arrow', () => {
    const from = `${DOMAINS}/identity/x.ts`
    const faults = faultsOf({
      [from]: `import type { nothing } from '../records/records.door.ts'\nexport type T = typeof nothing\n`,
      [`${DOMAINS}/records/records.door.ts`]: NOTHING,
    })
    expect(faults).toEqual([`${from}:1 arrow`])
  })

  test.each([
    [
      'platform',
      'server/src/platform/http/x.ts',
      '../../domains/records/records.door.ts',
      `${DOMAINS}/records/records.door.ts`,
    ],
    ['platform', 'server/src/platform/durable/x.ts', '@caseloom/playbook/x', 'playbook/src/x.ts'],
    ['platform', 'server/src/platform/http/x.ts', '../../compose.ts', 'server/src/compose.ts'],
    ['contract', 'contract/src/x.ts', '@caseloom/playbook/y', 'playbook/src/y.ts'],
    ['playbook', 'playbook/src/x.ts', '@caseloom/server/compose', 'server/src/compose.ts'],
    ['connector', 'connectors/src/http/x.ts', '../mail/y.ts', 'connectors/src/mail/y.ts'],
    ['kit', 'connectors/src/kit/x.ts', '../mail/y.ts', 'connectors/src/mail/y.ts'],
    ['kit', `${DOMAINS}/records/x.ts`, '@caseloom/connectors/kit/y', 'connectors/src/kit/y.ts'],
    ['connector', `${DOMAINS}/automation/x.ts`, '@caseloom/connectors/http/y', 'connectors/src/http/y.ts'],
    ['web data', 'web/src/data/x.ts', '../domains/records/y.ts', 'web/src/domains/records/y.ts'],
    ['web ui', 'web/src/ui/X.tsx', '../data/y.ts', 'web/src/data/y.ts'],
    ['web domain', 'web/src/domains/apps/x.ts', '../records/y.ts', 'web/src/domains/records/y.ts'],
    ['web domain', 'web/src/domains/apps/x.ts', '../../shell/y.ts', 'web/src/shell/y.ts'],
    ['web playbook', 'web/src/domains/records/x.ts', '@caseloom/playbook/y', 'playbook/src/y.ts'],
    ['cli', 'cli/src/x.ts', '@caseloom/server/compose', 'server/src/compose.ts'],
    ['bench', 'bench/src/x.ts', '@caseloom/server/y', 'server/src/y.ts'],
    ['e2e', 'e2e/src/x.e2e.ts', '@caseloom/server/compose', 'server/src/compose.ts'],
    ['testkit', `${DOMAINS}/records/x.ts`, '@caseloom/testkit/y', 'testkit/src/y.ts'],
    ['tools', 'tools/x.ts', '@caseloom/contract/y', 'contract/src/y.ts'],
  ])('%s does not reach where it may not: %s', (_name, from, specifier, target) => {
    expect(importing(from, specifier, target)).toEqual(expect.arrayContaining([`${from}:1 arrow`]))
  })

  test('a file in no room is named', () => {
    expect(faultsOf({ 'server/src/helpers/x.ts': NOTHING })).toEqual(['server/src/helpers/x.ts room'])
    expect(faultsOf({ 'server/src/domains/billing/x.ts': NOTHING })).toEqual([
      'server/src/domains/billing/x.ts room',
    ])
  })

  test('another workspace is named by its package, one’s own by a relative path', () => {
    expect(importing('playbook/src/x.ts', '../../contract/src/y.ts', 'contract/src/y.ts')).toEqual([
      'playbook/src/x.ts:1 address',
    ])
    expect(importing('contract/src/x.ts', '@caseloom/contract/y', 'contract/src/y.ts')).toEqual([
      'contract/src/x.ts:1 address',
    ])
  })

  test('a program to start is named by its file, in whatever workspace it lies', () => {
    const text = `export const main = new URL('../../server/src/main.ts', import.meta.url)\n`
    expect(faultsOf({ 'testkit/src/x.ts': text, 'server/src/main.ts': NOTHING })).toEqual([])
  })

  test('an import that points to no file is a fault', () => {
    expect(importing('contract/src/x.ts', './gone.ts')).toEqual(['contract/src/x.ts:1 target'])
    expect(importing('playbook/src/x.ts', '@caseloom/contract/gone')).toEqual(['playbook/src/x.ts:1 target'])
  })
})

describe('suffixes', () => {
  const home = `${DOMAINS}/records`

  test('routes are imported by the module of their domain only', () => {
    expect(importing(`${home}/x.ts`, './records.routes.ts', `${home}/records.routes.ts`)).toEqual([
      `${home}/x.ts:1 suffix`,
    ])
  })

  test('composition enters a domain by its module, its door, or its migrations', () => {
    const from = 'server/src/services.ts'
    const enter = (file: string) => importing(from, `./domains/records/${file}`, `${home}/${file}`)
    for (const file of ['close-record.ts', 'records.routes.ts', 'records.store.ts'])
      expect(enter(file)).toEqual([`${from}:1 suffix`])
    for (const file of ['records.module.ts', 'records.door.ts', 'records.migrations.ts'])
      expect(enter(file)).toEqual([])
  })

  test('imports of the testkit into a domain are counted, and the count only shrinks', () => {
    const seed = { [`${home}/close-record.ts`]: NOTHING, [`${home}/records.door.ts`]: NOTHING }
    const inner = { 'testkit/src/seed.ts': use('@caseloom/server/domains/records/close-record'), ...seed }
    const door = { 'testkit/src/seed.ts': use('@caseloom/server/domains/records/records.door'), ...seed }
    const at = 'tools/arrows/testkit-imports.ts testkit'
    expect(faultsOf(inner, 1)).toEqual([])
    expect(faultsOf(inner, 0)).toEqual([at])
    expect(faultsOf(inner, 2)).toEqual([at])
    expect(faultsOf(door, 0)).toEqual([])
  })

  test('a fixture is part of the tests: it reaches what they reach, and only they import it', () => {
    const fixture = `${home}/records.fixture.ts`
    const closing = `${home}/close-record.ts`
    expect(importing(fixture, '@caseloom/testkit/seed', 'testkit/src/seed.ts')).toEqual([])
    expect(importing(fixture, './close-record.ts', closing)).toEqual([])
    expect(importing(`${home}/close-record.test.ts`, './records.fixture.ts', fixture)).toEqual([])
    expect(importing(closing, './records.fixture.ts', fixture)).toEqual([`${closing}:1 suffix`])
  })

  test('a route does not import a store', () => {
    const from = `${home}/records.routes.ts`
    expect(importing(from, './records.store.ts', `${home}/records.store.ts`)).toEqual([`${from}:1 suffix`])
  })

  test('a store does not import a door', () => {
    const from = `${home}/records.store.ts`
    expect(importing(from, '../apps/apps.door.ts', `${DOMAINS}/apps/apps.door.ts`)).toEqual([
      `${from}:1 suffix`,
    ])
  })

  test('nothing imports tests', () => {
    expect(importing(`${home}/x.ts`, './y.test.ts', `${home}/y.test.ts`)).toEqual([`${home}/x.ts:1 suffix`])
  })

  test('rules reach no platform, no store and no clock of Node, even through another file', () => {
    const rules = `${home}/close.rules.ts`
    expect(importing(rules, '../../platform/errors.ts', 'server/src/platform/errors.ts')).toEqual([])
    expect(importing(rules, '../../platform/uuid.ts', 'server/src/platform/uuid.ts')).toEqual([
      `${rules} pure`,
    ])
    expect(importing(rules, 'node:timers')).toEqual([`${rules} pure`])
    const row = { [rules]: use('./records.store.ts'), [`${home}/records.store.ts`]: NOTHING }
    expect(faultsOf(row)).toEqual([])
    expect(faultsOf({ [rules]: use('../../platform/x.ts'), 'server/src/platform/x.ts': NOTHING })).toEqual([
      `${rules} pure`,
    ])
    expect(importing(rules, 'node:crypto')).toEqual([`${rules} pure`])
    const hash = `import { createHash } from 'node:crypto'\nexport const digest = createHash('sha256')\n`
    expect(faultsOf({ [rules]: hash })).toEqual([])
    const indirect = faultsOf({
      [rules]: `export { nothing as x } from './shape.ts'\nexport const y = 1\n`,
      [`${home}/shape.ts`]: `export { nothing } from './records.store.ts'\nexport const z = 1\n`,
      [`${home}/records.store.ts`]: NOTHING,
    })
    expect(indirect).toEqual([`${rules} pure`])
  })

  test('a door re-exports nothing and has at most twelve functions', () => {
    const door = `${home}/records.door.ts`
    const wide = Array.from({ length: 13 }, (_, n) => `  f${n}(): void`).join('\n')
    expect(faultsOf({ [door]: `export interface RecordsDoor {\n${wide}\n}\n` })).toEqual([`${door} door`])
    expect(
      faultsOf({
        [door]: `export { nothing } from './x.ts'\nexport const a = 1\n`,
        [`${home}/x.ts`]: NOTHING,
      }),
    ).toEqual([`${door} door`])
  })

  test('a file of nothing but re-exports is a barrel', () => {
    expect(
      faultsOf({ 'contract/src/all.ts': `export * from './x.ts'\n`, 'contract/src/x.ts': NOTHING }),
    ).toEqual(['contract/src/all.ts barrel'])
  })
})

describe('packages', () => {
  test.each([
    [`${DOMAINS}/records/x.ts`, 'pg'],
    [`${DOMAINS}/records/x.ts`, 'undici'],
    [`${DOMAINS}/records/x.ts`, 'node:net'],
    [`${DOMAINS}/automation/x.ts`, '@restatedev/restate-sdk'],
    ['server/src/platform/http/x.ts', 'pg'],
    ['connectors/src/http/x.ts', 'undici'],
    ['contract/src/x.ts', 'yaml'],
    ['playbook/src/x.ts', 'node:fs'],
    ['web/src/data/x.ts', 'node:path'],
  ])('%s does not import %s', (from, name) => {
    expect(importing(from, name)).toEqual([`${from}:1 package`])
  })

  test('the bare database handle stays in platform/database, its type too', () => {
    const from = `${DOMAINS}/records/records.store.ts`
    const text = `import type { PoolClient } from 'pg'\nexport type Handle = PoolClient\n`
    expect(faultsOf({ [from]: text })).toEqual([`${from}:1 package`])
    expect(faultsOf({ 'server/src/platform/database/x.ts': text })).toEqual([])
  })
})

describe('every way to import is read', () => {
  const from = 'web/src/data/x.ts'
  const door = { 'web/src/domains/apps/y.ts': NOTHING }

  test.each([
    ['a dynamic import', `export const y = () => import('../domains/apps/y.ts')\n`],
    ['an import type', `export type Y = import('../domains/apps/y.ts').T\n`],
    ['export from', `export { nothing } from '../domains/apps/y.ts'\nexport const z = 1\n`],
    ['export type from', `export type { nothing } from '../domains/apps/y.ts'\nexport const z = 1\n`],
    ['a side effect', `import '../domains/apps/y.ts'\n`],
    ['a glob', `export const all = import.meta.glob('../domains/*/*.ts')\n`],
    ['a glob of several', `export const all = import.meta.glob(['./*.css', '../domains/**/*.ts'])\n`],
    ['a worker', `export const w = new URL('../domains/apps/y.ts', import.meta.url)\n`],
    ['a template without holes', 'export const y = () => import(`../domains/apps/y.ts`)\n'],
  ])('%s', (_name, text) => {
    expect(faultsOf({ [from]: text, ...door })).toEqual([`${from}:1 arrow`])
  })

  test('a computed import is refused, in tests it is not', () => {
    const text = 'export const load = (name: string) => import(`./${name}.ts`)\n'
    expect(faultsOf({ [from]: text })).toEqual([`${from}:1 computed`])
    expect(faultsOf({ 'web/src/data/x.test.ts': text })).toEqual([])
  })

  test('words in comments and strings are no imports', () => {
    const text = `// import x from '../domains/apps/y.ts'\nexport const s = "import('../domains/apps/y.ts')"\n`
    expect(faultsOf({ [from]: text, ...door })).toEqual([])
  })

  test('a file that cannot be parsed is a fault', () => {
    expect(faultsOf({ [from]: 'export const = 1\n' })).toEqual([`${from} syntax`])
  })
})

describe('cycles', () => {
  test('files that import each other are named together, by types too', () => {
    const faults = checkArrows(
      plant({
        'contract/src/a.ts': `import type { B } from './b.ts'\nexport type A = B\n`,
        'contract/src/b.ts': `import type { C } from './c.ts'\nexport type B = C\n`,
        'contract/src/c.ts': `import type { A } from './a.ts'\nexport type C = A | 1\n`,
      }),
      ANY_SIZE,
      NONE,
    ).faults
    expect(faults.map((fault) => fault.text)).toEqual([
      'files import each other in a circle: contract/src/a.ts → contract/src/b.ts → contract/src/c.ts',
    ])
  })
})

test('a part that is loaded later does not use the part that loads it', () => {
  const faults = faultsOf({
    'web/src/ui/Menu.tsx': `export const load = () => import('./MenuList.tsx')\n`,
    'web/src/ui/MenuList.tsx': `import type { load } from './Menu.tsx'\nexport type Again = typeof load\n`,
  })
  expect(faults).toEqual(['web/src/ui/Menu.tsx cycle'])
})

describe('exceptions', () => {
  const from = 'cli/src/main.ts'
  const exception = { from, to: 'testkit/src/y.ts', reason: 'for now' }
  const offence = `import { nothing } from '@caseloom/testkit/y'\nexport const used = nothing\n`

  test('one arrow is excused, and no other', () => {
    const files = { [from]: offence, 'cli/src/other.ts': offence, 'testkit/src/y.ts': NOTHING }
    const { faults } = checkArrows(plant(files), ANY_SIZE, { ...NONE, exceptions: [exception] })
    expect(faults.map((fault) => fault.at)).toEqual(['cli/src/other.ts:1'])
  })

  test('one that excuses nothing is a fault', () => {
    const { faults } = checkArrows(plant({ [from]: NOTHING }), ANY_SIZE, { ...NONE, exceptions: [exception] })
    expect(faults.map((fault) => fault.rule)).toEqual(['exception'])
  })
})

describe('the reader itself', () => {
  test('fails when it read nothing', () => {
    const report = checkArrows(plant({}))
    expect(report.modules).toBe(0)
    expect(report.faults.map((fault) => fault.rule)).toContain('read')
  })

  test('fails when it read files but no imports', () => {
    const files = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`contract/src/a${n}.ts`, NOTHING]))
    const report = checkArrows(plant(files), { modules: 5, edgesPerModule: 1 })
    expect(report.faults.some((fault) => fault.text.startsWith('read only 0 imports'))).toBe(true)
  })

  test('fails when it skipped a file that is there', () => {
    const report = checkArrows(plant({ 'contract/src/dist/a.ts': NOTHING }), ANY_SIZE, NONE)
    expect(report.faults.map((fault) => fault.text)).toEqual([
      'did not read 1 files of contract, such as contract/src/dist/a.ts',
    ])
  })
})
