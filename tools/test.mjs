#!/usr/bin/env node
// Everything that proves the product, in order. Plain JavaScript with built-ins only: it runs on a clean clone.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb } from './start/build-web.mjs'
import { printFault } from './start/terminal.mjs'
import { findBrowser } from './test/browser.mjs'
import { startPostgres15 } from './test/postgres.mjs'
import { makeRunFolder, removeRunFolder } from './test/run-folder.mjs'
import { ensureInstalled, pinnedNode, ROOT, run } from './test/run.mjs'
import { addCounts, countRun, exitCode, failures, passedNames, summaryLine } from './test/summary.mjs'
import { compare, summaryOf, tableOf } from './conformance/table.mjs'

const FAILED = { passed: 0, failed: 1, skipped: 0 }
const SKIPPED = { passed: 0, failed: 0, skipped: 1 }
const USAGE = `npm test                      unit tests, the web build, the browser journeys
npm test -- --deep            also PostgreSQL 15, crash and load suites, the dark theme; properties ten times as often
npm test -- --only=unit       one part: unit, journeys, postgres15, deep, dark
npm test -- --only=unit PATH  only test files whose path contains PATH`

const parts = {
  unit: (filters) => vitest('unit*', { filters, minutes: 25 }),
  journeys: (filters) => journeys(filters, 'light'),
  postgres15: (filters) => onPostgres15(filters),
  deep: (filters) => onBuiltWeb((env) => vitest('deep', { filters, env, minutes: 45 })),
  dark: (filters) => journeys(filters, 'dark'),
}
const USUAL = ['unit', 'journeys']
const DEEP_TIMES = 10
const DEEP = [...USUAL, 'postgres15', 'deep', 'dark']

function title(text) {
  console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 76 - text.length))}`)
}

/** Names of all tests that passed, over all runs. */
const passed = []
/** What failed, told again at the end: the runs before it fill many screens. */
const failed = []
/** Tests that passed only when they were tried again: each is a fault of the test, or of the product. */
const again = []

/** A statement of docs/conformance.md that is claimed needs a test of that name which passed in this run. */
function conformance() {
  title('conformance')
  const table = tableOf(ROOT)
  const faults = compare(table, passed)
  for (const fault of faults) console.log(fault)
  console.log(summaryOf(table.rows))
  return { passed: 0, failed: faults.length, skipped: 0 }
}

/** How often properties are tried, as a multiple of the usual counts: `testkit/src/runs.ts` reads it. */
let times = Number(process.env.CASELOOM_TEST_RUNS ?? 1)

/** One Vitest run; its counts come from the JSON report, not from its text. */
async function vitest(project, { filters = [], env = {}, minutes = 10 } = {}) {
  const folder = makeRunFolder()
  const report = join(folder, 'report.json')
  const entry = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [
    entry,
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--reporter=${join(ROOT, 'tools', 'test', 'retries.mjs')}`,
    `--outputFile.json=${report}`,
  ]
  const tries = join(folder, 'second-tries.txt')
  // What browsers leave in the temp folder goes with the folder of the run, however the run ends.
  const ownTemp = project.startsWith('unit') ? {} : { TMPDIR: folder }
  const code = await run(pinnedNode(), [...args, ...filters], {
    env: {
      // What one process of a run compiled the others need not: a second of a core for each that loads the server.
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'caseloom-code'),
      ...env,
      ...ownTemp,
      CASELOOM_TEST_SECOND_TRIES: tries,
      CASELOOM_TEST_RUNS: String(times),
    },
    minutes,
  })
  const counts = countRun(report, code)
  passed.push(...passedNames(report))
  failed.push(...failures(report))
  if (existsSync(tries)) again.push(...readFileSync(tries, 'utf8').trimEnd().split('\n'))
  removeRunFolder(folder)
  return counts
}

let built
async function webIsBuilt() {
  built ??= await buildWeb(ROOT).then(
    () => true,
    (error) => {
      printFault(error)
      return false
    },
  )
  return built
}

let browser
/** Runs what needs a browser; in CI a missing one is a failure, elsewhere a loud skip. */
async function withBrowser(work) {
  browser ??= await findBrowser()
  if (browser) return work({ CHROME_PATH: browser })
  console.error('\n!! NO BROWSER FOUND: the journeys did not run. Set CHROME_PATH or install chromium.\n')
  return process.env.CI ? FAILED : SKIPPED
}

async function onBuiltWeb(work) {
  return (await webIsBuilt()) ? withBrowser(work) : FAILED
}

function journeys(filters, theme) {
  // Demo data made once is worth its time when many files want it; pictures are for who looks at one journey.
  const isWhole = filters.length === 0
  const more = {
    CASELOOM_TEST_THEME: theme,
    CASELOOM_TEST_TEMPLATE: isWhole ? '1' : '0',
    CASELOOM_TEST_PICTURES: isWhole ? '0' : '1',
  }
  return onBuiltWeb((env) => vitest('journeys', { filters, env: { ...env, ...more }, minutes: 35 }))
}

async function onPostgres15(filters) {
  const postgres = await startPostgres15()
  if (!postgres) {
    console.error('No PostgreSQL 15: install the package postgresql-15')
    return FAILED
  }
  try {
    const env = { CASELOOM_TEST_DATABASE_URL: postgres.superuserUrl }
    return await vitest('unit', { filters: filters.length > 0 ? filters : ['server/'], env, minutes: 25 })
  } finally {
    await postgres.stop()
  }
}

async function main(argv) {
  if (argv.includes('--help')) return console.log(USAGE)
  const only = argv.find((item) => item.startsWith('--only='))?.slice('--only='.length)
  const names = only === undefined ? (argv.includes('--deep') ? DEEP : USUAL) : only.split(',')
  const unknown =
    names.find((name) => !(name in parts)) ?? argv.find((item) => /^--(?!deep$|only=)/.test(item))
  if (unknown !== undefined) console.error(`unknown: ${unknown}\n${USAGE}`)
  if (argv.includes('--deep') && times === 1) times = DEEP_TIMES
  const ready = unknown === undefined && (await ensureInstalled())
  const counts = ready ? [] : [FAILED]
  const filters = argv.filter((item) => !item.startsWith('--'))
  for (const name of ready ? names : []) {
    title(name)
    if (name !== 'journeys') console.log(`properties are tried ${times} × as often as usual`)
    counts.push(
      await parts[name](filters).catch((error) => {
        console.error(error)
        return FAILED
      }),
    )
  }
  const isWhole = only === undefined && filters.length === 0 && browser
  if (isWhole) counts.push(conformance())
  const sum = addCounts(counts)
  if (again.length > 0) title(`passed at the second try only (${again.length})`)
  for (const line of again) console.log(line.replace(`${ROOT}/`, ''))
  if (failed.length > 0) title('failed')
  for (const line of failed) console.log(line.replace(`${ROOT}/`, ''))
  console.log(`\n${summaryLine(sum)}`)
  process.exitCode = exitCode(sum)
}

await main(process.argv.slice(2)).catch((error) => {
  console.error(error)
  console.log(`\n${summaryLine(FAILED)}`)
  process.exitCode = 1
})
