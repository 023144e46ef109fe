import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { baseOf, changedSince, selectChanged } from './changed.ts'
import { closeness, JOURNEYS, JOURNEYS_OF_DOMAINS } from './journeys.ts'
import { pathsNamed } from './reach.ts'
import { selectTests } from './select.ts'

/** A small repository: a rule with its test, a page that a test reads, a fixture that is started, and a journey. */
const FILES: Record<string, string> = {
  'contract/src/shape.ts': 'export const shape = 1\n',
  'contract/src/shape.test.ts': "import { shape } from './shape.ts'\n",
  'contract/src/only-type.test.ts': "import type { shape } from './shape.ts'\n",
  'server/src/use.ts': "import { shape } from '@caseloom/contract/shape'\nexport const use = shape\n",
  'server/src/use.test.ts': "import { use } from './use.ts'\n",
  'server/src/main.ts': "import './use.ts'\n",
  'server/src/apart.ts': 'export const apart = 1\n',
  'server/src/apart.test.ts': "import { apart } from './apart.ts'\n",
  'server/src/fixtures/child.ts': "import '../apart.ts'\n",
  'server/src/spawn.test.ts': "const child = new URL('fixtures/child.ts', import.meta.url)\n",
  'server/src/help.test.ts': "const folder = join(import.meta.dirname, '../../docs/help')\n",
  'server/src/starter/app.json': '{}\n',
  'server/src/starter.test.ts': 'const at = new URL(`starter/${name}.json`, import.meta.url)\n',
  'testkit/src/product.ts': "export const main = new URL('../../server/src/main.ts', import.meta.url)\n",
  'e2e/src/browser.ts': 'export const page = 1\n',
  'e2e/src/lists.e2e.ts': "import './browser.ts'\nimport '@caseloom/testkit/product'\n",
  'e2e/src/jobs.e2e.ts': "import './browser.ts'\nimport '@caseloom/testkit/product'\n",
  'web/src/main.tsx': "import './domains/records/jobs/page.tsx'\n",
  'web/src/domains/records/jobs/page.tsx': "import './page.css'\nimport '../../../orphan.ts'\n",
  'web/src/domains/records/jobs/page.css': '',
  'web/src/orphan.ts': 'export const x = 1\n',
  'web/src/unread.data': '',
  'docs/help/page.md': '# Page\n',
  'docs/notes.md': '# Notes\n',
  'package.json': '{}\n',
}

let root = ''
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' }).toString().trim()
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const commit = (message: string) => {
  git('add', '--all')
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '-m', message)
}

function makeRepository() {
  root = mkdtempSync(join(tmpdir(), 'caseloom-changed-'))
  git('init', '--quiet', '--initial-branch=main')
  for (const [path, text] of Object.entries(FILES)) write(path, text)
  commit('first')
}
const removeRepository = () => rmSync(root, { recursive: true, force: true })

/** What runs when these files get another text. */
function select(...paths: string[]) {
  for (const path of paths) write(path, `${FILES[path] ?? ''}// changed\n`)
  return selectChanged(root, 'HEAD')
}

describe('the tests that a change can reach', () => {
  beforeEach(makeRepository)
  afterEach(removeRepository)

  it.each([
    ['a file of tests', 'server/src/use.test.ts', ['server/src/use.test.ts']],
    [
      'a source with its test',
      'server/src/apart.ts',
      ['server/src/apart.test.ts', 'server/src/spawn.test.ts'],
    ],
    ['what a test starts', 'server/src/fixtures/child.ts', ['server/src/spawn.test.ts']],
    [
      'a module of another package, by its importers and by the product that journeys start, and not by types alone',
      'contract/src/shape.ts',
      ['contract/src/shape.test.ts', 'server/src/use.test.ts', 'e2e/src/lists.e2e.ts', 'e2e/src/jobs.e2e.ts'],
    ],
    ['a file that a test names by a template', 'server/src/starter/app.json', ['server/src/starter.test.ts']],
    [
      'a page of the help, by the tests that read it and the journeys that are served it',
      'docs/help/page.md',
      ['server/src/help.test.ts', 'e2e/src/lists.e2e.ts', 'e2e/src/jobs.e2e.ts'],
    ],
    [
      'a style sheet, first by the journey that is about its folder',
      'web/src/domains/records/jobs/page.css',
      ['e2e/src/jobs.e2e.ts', 'e2e/src/lists.e2e.ts'],
    ],
    ['a page that nothing reads', 'docs/notes.md', []],
  ])('are found for %s', (_what, path, expected) => {
    const { everything, run, left } = select(path)
    expect(everything).toBeNull()
    expect([...run, ...left].toSorted()).toEqual(expected.toSorted())
    expect(run[0]).toBe(expected[0])
  })

  it.each(['package.json', 'web/src/unread.data', 'vitest.config.ts', 'tools/test/run.mjs'])(
    'are all tests where the reach of a file is unknown: %s',
    (path) => {
      const { everything, run } = select('server/src/apart.ts', path)
      expect(everything).toBe(path)
      expect(run).toHaveLength(9)
    },
  )

  it('are found for a deleted file by those that still import it', () => {
    rmSync(join(root, 'server/src/use.ts'))
    expect(selectChanged(root, 'HEAD').run).toContain('server/src/use.test.ts')
  })

  it('are found for a new file that is not committed', () => {
    write('server/src/new.test.ts', "import './use.ts'\n")
    expect(selectChanged(root, 'HEAD').run).toEqual(['server/src/new.test.ts'])
  })
})

describe('the base of a change', () => {
  beforeEach(makeRepository)
  afterEach(removeRepository)

  it('is the last commit before the own work, or before the last one when all is pushed', () => {
    expect(baseOf(root)).toBe(git('rev-parse', 'HEAD'))
    git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    const pushed = git('rev-parse', 'HEAD')
    write('docs/notes.md', 'more')
    commit('second')
    expect(baseOf(root)).toBe(pushed)
    git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    expect(baseOf(root)).toBe('HEAD~1')
    expect(changedSince(root, 'HEAD~1')).toEqual(['docs/notes.md'])
  })

  it('that is unknown is an error', () => {
    expect(() => selectChanged(root, 'no-such-ref')).toThrow(/no-such-ref/)
  })
})

describe('the time of a run', () => {
  const users = new Map([
    [
      'a.ts',
      new Map([
        ['near.test.ts', 1],
        ['far.test.ts', 5],
        ['e2e/src/lists.e2e.ts', 1],
      ]),
    ],
  ])
  const tests = ['far.test.ts', 'near.test.ts', 'e2e/src/lists.e2e.ts']
  const choose = (budget: number, changed = ['a.ts']) =>
    selectTests({ changed, users, tests, seconds: () => 20, budget })

  it('takes the nearest first, journeys about something else last, and lists the rest', () => {
    expect(choose(1000).run).toEqual(['near.test.ts', 'far.test.ts', 'e2e/src/lists.e2e.ts'])
    expect(choose(32)).toMatchObject({ run: ['near.test.ts', 'far.test.ts'], minutes: 1 })
    expect(choose(20)).toMatchObject({ run: ['near.test.ts'], left: ['far.test.ts', 'e2e/src/lists.e2e.ts'] })
  })

  it('holds a journey about the change right after what imports it, and those of its domain before others', () => {
    const journey = (name: string) => `e2e/src/${name}.e2e.ts`
    const path = 'server/src/domains/records/links/link.ts'
    const reached = ['direct.test.ts', 'far.test.ts', ...['assets', 'lists', 'references'].map(journey)]
    const selection = selectTests({
      changed: [path],
      users: new Map([[path, new Map(reached.map((test, at) => [test, at === 0 ? 1 : 9]))]]),
      tests: reached,
      seconds: () => 20,
      budget: 1000,
    })
    expect(selection.run).toEqual([
      'direct.test.ts',
      journey('references'),
      'far.test.ts',
      journey('lists'),
      journey('assets'),
    ])
  })

  it('always suffices for the tests that were changed themselves', () => {
    expect(choose(0, ['far.test.ts', 'e2e/src/lists.e2e.ts']).run).toEqual([
      'far.test.ts',
      'e2e/src/lists.e2e.ts',
    ])
  })
})

describe('what a source names', () => {
  const files = new Set(['docs/help/a.md', 'server/src/x/data.json', 'server/src/x/y.ts', 'package.json'])
  const folders = new Set(['docs', 'docs/help', 'server', 'server/src', 'server/src/x'])
  it.each([
    ["readFileSync('docs/help/a.md')", ['docs/help/a.md']],
    ["new URL('data.json', import.meta.url)", ['server/src/x/data.json']],
    ["join(import.meta.dirname, '../../../docs/help')", ['docs/help']],
    ['`../../../docs/help/${page}.md`', ['docs/help']],
    ["new URL('package.json', root)", ['package.json']],
    ["t('docs')", []],
    ["'server/'", []],
    ["'../../..'", []],
  ])('%s', (text, expected) => {
    expect(pathsNamed('server/src/x/y.ts', text, { files, folders })).toEqual(expected)
  })
})

describe('what journeys are about', () => {
  it('is listed for each of them', () => {
    const cwd = fileURLToPath(new URL('../../e2e/src', import.meta.url))
    const names = globSync('*.e2e.ts', { cwd }).map((name) => basename(name, '.e2e.ts'))
    expect(names.toSorted()).toEqual(JOURNEYS.toSorted())
  })

  it('names only journeys there are for a domain', () => {
    expect(JOURNEYS_OF_DOMAINS.filter((name) => !JOURNEYS.includes(name))).toEqual([])
  })

  it.each([
    ['jobs', 'server/src/domains/records/jobs/x.ts', 'about'],
    ['sign-in', 'contract/src/identity/sign-in.ts', 'about'],
    ['lists', 'server/src/domains/records/jobs/x.ts', 'domain'],
    ['assets', 'server/src/domains/records/jobs/x.ts', 'product'],
    ['jobs', 'server/src/jobless/x.ts', 'product'],
  ])('is compared by folders and names of files: %s and %s', (name, path, expected) => {
    expect(closeness(`e2e/src/${name}.e2e.ts`, [path])).toBe(expected)
  })
})
