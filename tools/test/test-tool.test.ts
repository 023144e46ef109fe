import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser, systemBrowser, works } from './browser.mjs'
import { headlessShell } from './headless-shell.mjs'
import { operationsSql } from './postgres.mjs'
import { makeRunFolder, removeRunFolder } from './run-folder.mjs'
import { ROOT } from './run.mjs'
import { failuresOf, journeysToRepeat, withSecondTry } from './second-try.mjs'
import { addCounts, countRun, exitCode, failures, summaryLine } from './summary.mjs'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'caseloom-test-tool-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the page on PostgreSQL has the SQL that prepares a server, and its fence may name where it runs', () => {
  expect(operationsSql()).toMatch(/^CREATE ROLE caseloom_owner [\s\S]+CREATE DATABASE caseloom /)
})

function report(content: unknown): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

const clean = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, testResults: [] }

describe('counting a run', () => {
  test('takes passed, failed and skipped from the report', () => {
    expect(countRun(report(clean), 0)).toEqual({ passed: 3, failed: 0, skipped: 1 })
  })

  test('a file that breaks before its first test counts as one failure', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ]
    expect(countRun(report({ ...clean, numFailedTests: 1, testResults }), 1)).toEqual({
      passed: 3,
      failed: 2,
      skipped: 1,
    })
  })

  test('an exit code above 0 with nothing failed in the report is a failure', () => {
    expect(countRun(report(clean), 1).failed).toBe(1)
  })

  test('a run without a report, or without a test, is a failure', () => {
    expect(countRun(join(folder, 'none.json'), 0).failed).toBe(1)
    expect(countRun(report({ ...clean, numPassedTests: 0, numPendingTests: 0 }), 0).failed).toBe(1)
  })
})

describe('a second try', () => {
  const passed = { status: 'passed', fullName: 'works' }
  const broken = { status: 'failed', fullName: 'breaks', failureMessages: ['Error: too late'] }
  const journey = (name: string) => ({ name, status: 'failed', assertionResults: [passed, broken] })
  const noStart = { name: '/e2e/start.e2e.ts', status: 'failed', message: 'no port', assertionResults: [] }
  const others = [
    { name: '/unit/fails.test.ts', status: 'failed', assertionResults: [broken] },
    { name: '/e2e/fine.e2e.ts', status: 'passed', assertionResults: [passed] },
  ]

  test('is given to journeys that failed, each as a whole, and counts instead of the first', () => {
    const testResults = [journey('/e2e/a.e2e.ts'), noStart, ...others]
    const file = report({ numPassedTests: 2, numFailedTests: 2, numPendingTests: 0, testResults })
    const repeated = journeysToRepeat(file)
    expect(repeated).toEqual(['/e2e/a.e2e.ts', '/e2e/start.e2e.ts'])
    const first = countRun(file, 1)
    expect(first).toEqual({ passed: 2, failed: 3, skipped: 0 })
    const good = { passed: 5, failed: 0, skipped: 0 }
    expect(withSecondTry(file, first, { repeated, second: good })).toEqual({
      passed: 6,
      failed: 1,
      skipped: 0,
    })
    const bad = { passed: 4, failed: 1, skipped: 0 }
    expect(withSecondTry(file, first, { repeated, second: bad })).toEqual({
      passed: 5,
      failed: 2,
      skipped: 0,
    })
    expect(failuresOf(file, repeated)).toEqual({
      ofRepeated: ['/e2e/a.e2e.ts: breaks: Error: too late', '/e2e/start.e2e.ts: no port'],
      ofOthers: ['/unit/fails.test.ts: breaks: Error: too late'],
    })
  })

  test('is not given to many, nor to anything else', () => {
    const many = Array.from({ length: 7 }, (_, at) => journey(`/e2e/${at}.e2e.ts`))
    expect(journeysToRepeat(report({ testResults: many }))).toEqual([])
    expect(journeysToRepeat(report({ testResults: many.slice(0, 6) }))).toHaveLength(6)
    expect(journeysToRepeat(report({ testResults: others }))).toEqual([])
    expect(journeysToRepeat(join(folder, 'none.json'))).toEqual([])
  })
})

describe('the folder of a run', () => {
  test('is empty and its own, and those of runs that were killed are removed with the next', () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    const dead = join(folder, `caseloom-run-${pid}-abc`)
    const living = join(folder, `caseloom-run-${process.ppid}-abc`)
    for (const path of [dead, living]) mkdirSync(join(path, 'playwright-artifacts-x'), { recursive: true })
    const made = makeRunFolder(folder)
    expect(readdirSync(made)).toEqual([])
    expect(
      readdirSync(folder)
        .filter((name) => name.startsWith('caseloom-run-'))
        .toSorted(),
    ).toEqual([basename(living), basename(made)].toSorted())
    removeRunFolder(made)
    expect(existsSync(made)).toBe(false)
  })
})

describe('what failed', () => {
  test('is one line each, with the first line of its fault', () => {
    const failed = {
      status: 'failed',
      fullName: 'adds numbers',
      failureMessages: ['Error: 3 is not 4\n  at x'],
    }
    const testResults = [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [failed, { status: 'passed', fullName: 'b' }],
      },
      { name: 'c.test.ts', status: 'failed', message: 'no such module\nat y', assertionResults: [] },
    ]
    expect(failures(report({ ...clean, testResults }))).toEqual([
      'a.test.ts: adds numbers: Error: 3 is not 4',
      'c.test.ts: no such module',
    ])
  })
})

describe('the closing line', () => {
  test('sums all runs and names skipped ones only when there are any', () => {
    const sum = addCounts([
      { passed: 2, failed: 0, skipped: 0 },
      { passed: 3, failed: 1, skipped: 0 },
    ])
    expect(summaryLine(sum)).toBe('5 passed, 1 failed')
    expect(summaryLine({ ...sum, skipped: 2 })).toBe('5 passed, 1 failed, 2 skipped')
  })

  test('the exit code is 0 only when something ran and nothing failed', () => {
    expect(exitCode({ passed: 1, failed: 0 })).toBe(0)
    expect(exitCode({ passed: 1, failed: 1 })).toBe(1)
    expect(exitCode({ passed: 0, failed: 0 })).toBe(1)
  })

  test('comes last and alone, also when a run finds no test', () => {
    const args = [join(ROOT, 'tools/test.mjs'), '--only=unit', 'no-such-test-file']
    const done = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect(done.stdout.trimEnd().split('\n').at(-1)).toBe('0 passed, 1 failed')
    expect(done.status).toBe(1)
  })
})

describe('finding a browser', () => {
  function script(name: string, body: string): string {
    const path = join(folder, name)
    writeFileSync(path, `#!/bin/sh\n${body}\n`)
    chmodSync(path, 0o755)
    return path
  }

  test('asks each source in turn and stops at the first that has one', async () => {
    const asked: string[] = []
    const source = (name: string, found?: string): [string, () => Promise<string | undefined>] => [
      name,
      () => {
        asked.push(name)
        return Promise.resolve(found)
      },
    ]
    expect(await findBrowser([source('a'), source('b', '/b'), source('c', '/c')])).toBe('/b')
    expect(asked).toEqual(['a', 'b'])
    expect(await findBrowser([source('a')])).toBeUndefined()
  })

  test('a browser that cannot name its version does not count', () => {
    expect(works(script('good', 'echo Chromium 156.0.1'))).toBe(true)
    expect(works(script('stub', 'echo please install the snap >&2; exit 1'))).toBe(false)
    expect(works(join(folder, 'missing'))).toBe(false)
    expect(works(undefined)).toBe(false)
  })

  test('looks for the usual names on the search path, past broken ones', () => {
    script('chromium', 'exit 1')
    const chrome = script('google-chrome', 'echo Google Chrome 156.0.1')
    expect(systemBrowser(folder, [])).toBe(chrome)
    expect(systemBrowser(join(folder, 'empty'), [])).toBeUndefined()
  })

  test('takes a headless shell that shows a page, installed or unpacked, and no other', async () => {
    const none = () => Promise.resolve(undefined)
    const shell = script('chromium-headless-shell', 'echo "<p>ready</p>"')
    expect(await headlessShell({ path: folder, unpack: none })).toBe(shell)
    expect(await headlessShell({ path: '/nowhere', unpack: () => Promise.resolve(shell) })).toBe(shell)
    const broken = script('chromium-headless-shell', 'echo Chromium 156.0.1')
    expect(await headlessShell({ path: folder, unpack: none })).toBeUndefined()
    expect(await headlessShell({ path: '/nowhere', unpack: () => Promise.resolve(broken) })).toBeUndefined()
    expect(await headlessShell({ path: '/nowhere', unpack: none })).toBeUndefined()
  })
})
