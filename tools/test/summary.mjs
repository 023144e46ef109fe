import { readFileSync } from 'node:fs'

/** Counts of one run from Vitest's JSON report; a run that reports nothing, or no success, counts as a failure. */
export function countRun(reportFile, code) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const report = readReport(reportFile)
  if (report) {
    counts.passed = report.numPassedTests
    counts.failed = report.numFailedTests + filesWithoutTests(report)
    counts.skipped = report.numPendingTests + (report.numTodoTests ?? 0)
  }
  const silent = counts.passed + counts.failed === 0
  if ((code !== 0 || silent) && counts.failed === 0) counts.failed = 1
  return counts
}

/** Counts of some files of a run. */
export function countFiles(reportFile, names) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const file of readReport(reportFile)?.testResults ?? []) {
    if (!names.includes(file.name)) continue
    const failedBefore = counts.failed
    for (const { status } of file.assertionResults) counts[COUNTED[status] ?? 'skipped'] += 1
    if (file.status === 'failed' && counts.failed === failedBefore) counts.failed += 1
  }
  return counts
}

const COUNTED = { passed: 'passed', failed: 'failed' }

/** Full names of the tests that passed, from the same report. */
export function passedNames(reportFile) {
  const files = readReport(reportFile)?.testResults ?? []
  return files.flatMap((file) =>
    file.assertionResults.filter((test) => test.status === 'passed').map((test) => test.fullName),
  )
}

/** What failed, one line each: the full name of the test and the first line of its fault. */
export function failures(reportFile) {
  const files = readReport(reportFile)?.testResults ?? []
  return files.flatMap((file) => {
    const tests = file.assertionResults.filter((test) => test.status === 'failed')
    if (tests.length === 0 && file.status === 'failed') return [`${file.name}: ${firstLine(file.message)}`]
    return tests.map((test) => `${file.name}: ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`)
  })
}

function firstLine(text) {
  return (text ?? '').split('\n', 1)[0].slice(0, 400)
}

/** The report, or nothing when the run left none. */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** A file that failed before its first test (an import, a hook) has no failed test to count. */
function filesWithoutTests(report) {
  return report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length
}

/** Sum of several runs. */
export function addCounts(runs) {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const counts of runs) for (const key of Object.keys(sum)) sum[key] += counts[key]
  return sum
}

/** The closing line: `12 passed, 0 failed`, and what was skipped if anything was. */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** 0 only when something ran and nothing failed. */
export function exitCode({ passed, failed }) {
  return failed === 0 && passed > 0 ? 0 : 1
}
