#!/usr/bin/env node
// Everything that proves the product, in order. Plain JavaScript with built-ins only: it runs on a clean clone.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildServer } from './start/build-server.mjs'
import { buildWeb } from './start/build-web.mjs'
import { printFault } from './start/terminal.mjs'
import { findBrowser } from './test/browser.mjs'
import { startPostgres15 } from './test/postgres.mjs'
import { makeRunFolder, removeRunFolder } from './test/run-folder.mjs'
import { ensureInstalled, output, pinnedNode, ROOT, run } from './test/run.mjs'
import { failuresOf, journeysToRepeat, withSecondTry } from './test/second-try.mjs'
import { partLines, readTimes, slowestLines, timesFile } from './test/slowest.mjs'
import { addCounts, countRun, exitCode, passedNames, summaryLine } from './test/summary.mjs'
import { compare, summaryOf, tableOf } from './conformance/table.mjs'

const FAILED = { passed: 0, failed: 1, skipped: 0 }
const SKIPPED = { passed: 0, failed: 0, skipped: 1 }
const NOTHING = { passed: 0, failed: 0, skipped: 0 }
const USAGE = `npm test                      unit tests, the web build, the browser journeys
npm test -- --deep            also PostgreSQL 15, crash and load suites, the dark theme, the mutation score;
                              properties ten times as often
npm test -- --only=unit       one part: unit, journeys (or e2e), postgres15, deep, dark, mutation
npm test -- --only=unit PATH  only test files whose path contains PATH
npm test -- --changed[=REF]   what a change can reach, nearest first, in about three minutes
npm test -- --times           also writes how long each file took to tools/test/times.json`

const parts = {
  unit: (filters) => vitest(['unit*'], { filters, minutes: 25 }),
  journeys: (filters) => journeys(filters, 'light'),
  e2e: (filters) => journeys(filters, 'light'),
  postgres15: (filters) => onPostgres15(filters),
  deep: (filters) => onBuiltProduct((env) => vitest(['deep'], { filters, env, minutes: 45 })),
  dark: (filters) => journeys(filters, 'dark'),
  mutation: () => mutation(),
  // In one run, no core waits for the last file of either.
  'unit and journeys': (filters) => usual(filters),
}
const USUAL = ['unit and journeys']
const DEEP_TIMES = 10
const TIMES = join(ROOT, 'tools', 'test', 'times.json')
const DEEP = [...USUAL, 'postgres15', 'deep', 'dark', 'mutation']

function title(text) {
  console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 76 - text.length))}`)
}

/** Names of all tests that passed, over all runs. */
const passed = []
/** Failures, repeated at the end: the runs before it fill many screens. */
const failed = []
/** Tests that passed only when they were tried again: each is a fault of the test, or of the product. */
const again = []
/** How long tests and files took, over all runs. */
const times = []

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
let tries = Number(process.env.CASELOOM_TEST_RUNS ?? 1)

/** One Vitest run; its counts come from the JSON report, not from its text. Journeys of a whole run that failed are run once more. */
async function vitest(projects, { filters = [], env = {}, minutes = 10 } = {}) {
  const folder = makeRunFolder()
  const report = join(folder, 'report.json')
  const entry = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [
    entry,
    'run',
    ...projects.map((name) => `--project=${name}`),
    '--reporter=default',
    '--reporter=json',
    `--reporter=${join(ROOT, 'tools', 'test', 'reporter.mjs')}`,
    `--outputFile.json=${report}`,
  ]
  const secondTries = join(folder, 'second-tries.txt')
  const timesOfRun = join(folder, 'times.txt')
  const errors = join(folder, 'errors.txt')
  const code = await run(pinnedNode(), [...args, ...filters], {
    env: {
      // What one process of a run compiled the others need not: a second of a core for each that loads the server.
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'caseloom-code'),
      ...env,
      // What browsers leave in the temp folder goes with the folder of the run, however the run ends.
      CASELOOM_TEST_TEMP: folder,
      CASELOOM_TEST_SECOND_TRIES: secondTries,
      CASELOOM_TEST_TIMES: timesOfRun,
      CASELOOM_TEST_ERRORS: errors,
      CASELOOM_TEST_RUNS: String(tries),
    },
    minutes,
  })
  let counts = countRun(report, code)
  passed.push(...passedNames(report))
  times.push(...readTimes(timesOfRun, ROOT))
  if (existsSync(secondTries)) again.push(...readFileSync(secondTries, 'utf8').trimEnd().split('\n'))
  const repeated = filters.length > 0 || existsSync(errors) ? [] : journeysToRepeat(report)
  const { ofRepeated, ofOthers } = failuresOf(report, repeated)
  failed.push(...ofOthers)
  if (repeated.length > 0) {
    title(`once more: ${repeated.length} journeys that failed`)
    for (const line of ofRepeated) console.log(line.replace(`${ROOT}/`, ''))
    const second = await vitest(['journeys'], { filters: repeated, env, minutes })
    counts = withSecondTry(report, counts, { repeated, second })
    if (second.failed === 0) again.push(...ofRepeated)
  }
  removeRunFolder(folder)
  return counts
}

let built
/** The file of the bundled server; null when it or the web app could not be built. */
async function buildProduct() {
  built ??= await buildWeb(ROOT)
    .then(() => buildServer(ROOT))
    .catch((error) => {
      printFault(error)
      return null
    })
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

async function onBuiltProduct(work) {
  const server = await buildProduct()
  return server === null ? FAILED : withBrowser((env) => work({ ...env, CASELOOM_TEST_SERVER: server }))
}

/** Creating demo data once pays off when many files use it; pictures are for someone looking at one journey. */
function journeySettings(filters, theme) {
  const isWhole = filters.length === 0 || filters.length > 3
  return {
    CASELOOM_TEST_THEME: theme,
    CASELOOM_TEST_TEMPLATE: isWhole ? '1' : '0',
    CASELOOM_TEST_PICTURES: isWhole ? '0' : '1',
  }
}

function journeys(filters, theme) {
  const more = journeySettings(filters, theme)
  return onBuiltProduct((env) => vitest(['journeys'], { filters, env: { ...env, ...more }, minutes: 35 }))
}

/** Prints how many small faults of a sample the tests of each room notice; fewer than 90 % fail. */
async function mutation() {
  const code = await run(pinnedNode(), [join(ROOT, 'tools', 'mutation', 'main.ts')], { minutes: 12 })
  return code === 0 ? NOTHING : FAILED
}

/** Unit tests and journeys; those that need no browser run even where there is none. */
async function usual(filters) {
  const more = journeySettings(filters, 'light')
  const all = (env) => vitest(['unit*', 'journeys'], { filters, env: { ...env, ...more }, minutes: 75 })
  let ran = false
  const counts = await onBuiltProduct((env) => {
    ran = true
    return all(env)
  })
  return ran ? counts : addCounts([counts, await parts.unit(filters)])
}

/** Runs what a change can reach, or everything where that is unknown. */
async function changed(ref) {
  title('what the change can reach')
  const args = [join(ROOT, 'tools', 'test', 'changed.ts'), ...(ref === '' ? [] : [ref])]
  const selected = output(pinnedNode(), args, { timeout: 300_000 })
  if (selected === undefined) throw new Error(`The changes against ${ref || 'the origin'} could not be read`)
  const { base, changed: files, everything, run: chosen, left, minutes } = JSON.parse(selected)
  console.log(`${files.length} changed files since ${base}, ${chosen.length} files of tests`)
  if (everything !== null) {
    console.log(`What ${everything} reaches is unknown: everything runs`)
    return usual([])
  }
  const journeysOnly = (names) => names.filter((name) => name.endsWith('.e2e.ts'))
  const found = journeysOnly(chosen)
  for (const name of found) console.log(`  ${name}`)
  if (left.length > 0) {
    const far = `${left.length} files (${journeysOnly(left).length} journeys)`
    console.log(`Left to npm test: ${far} that the change reaches from farther away, about ${minutes} min`)
  }
  if (chosen.length === 0) return NOTHING
  return found.length > 0 ? usual(chosen) : parts.unit(chosen)
}

async function onPostgres15(filters) {
  const postgres = await startPostgres15()
  if (!postgres) {
    console.error('No PostgreSQL 15: install the package postgresql-15')
    return FAILED
  }
  try {
    const env = { CASELOOM_TEST_DATABASE_URL: postgres.superuserUrl }
    return await vitest(['unit'], { filters: filters.length > 0 ? filters : ['server/'], env, minutes: 25 })
  } finally {
    await postgres.stop()
  }
}

/** Prints what took the time; with `--times` the next run begins the longest files first. */
function printTimes(isWhole, argv) {
  if (times.length === 0) return
  title('the slowest tests')
  for (const line of slowestLines(times)) console.log(line)
  title('time per part, files one after the other')
  for (const line of partLines(times)) console.log(line)
  if (isWhole && argv.includes('--times')) writeFileSync(TIMES, timesFile(times))
}

function printFaults() {
  if (again.length > 0) title(`passed at the second try only (${again.length})`)
  for (const line of again) console.log(line.replace(`${ROOT}/`, ''))
  if (failed.length > 0) title('failed')
  for (const line of failed) console.log(line.replace(`${ROOT}/`, ''))
}

const OPTION = /^--(?:deep|times|changed(?:=.+)?|only=.*)$/

async function runParts(names, argv, filters) {
  const ref = argv.find((item) => item.startsWith('--changed'))
  if (ref !== undefined) return [await changed(ref.slice('--changed='.length))]
  const counts = []
  for (const name of names) {
    title(name)
    if (name !== 'journeys') console.log(`properties are tried ${tries} × as often as usual`)
    counts.push(
      await parts[name](filters).catch((error) => {
        console.error(error)
        return FAILED
      }),
    )
  }
  return counts
}

async function main(argv) {
  if (argv.includes('--help')) return console.log(USAGE)
  const only = argv.find((item) => item.startsWith('--only='))?.slice('--only='.length)
  const names = only === undefined ? (argv.includes('--deep') ? DEEP : USUAL) : only.split(',')
  const unknown =
    names.find((name) => !(name in parts)) ?? argv.find((item) => item.startsWith('--') && !OPTION.test(item))
  if (unknown !== undefined) console.error(`unknown: ${unknown}\n${USAGE}`)
  if (argv.includes('--deep') && tries === 1) tries = DEEP_TIMES
  const ready = unknown === undefined && (await ensureInstalled())
  const filters = argv.filter((item) => !item.startsWith('--'))
  const counts = ready ? await runParts(names, argv, filters) : [FAILED]
  const isChanged = argv.some((item) => item.startsWith('--changed'))
  const isWhole = ready && only === undefined && filters.length === 0 && !isChanged
  if (isWhole && browser) counts.push(conformance())
  printTimes(isWhole, argv)
  printFaults()
  const sum = addCounts(counts)
  console.log(`\n${summaryLine(sum)}`)
  process.exitCode = isChanged && sum.failed === 0 ? 0 : exitCode(sum)
}

await main(process.argv.slice(2)).catch((error) => {
  console.error(error)
  console.log(`\n${summaryLine(FAILED)}`)
  process.exitCode = 1
})
