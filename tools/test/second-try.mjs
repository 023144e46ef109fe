import { countFiles, failures, readReport } from './summary.mjs'

/** If more files than this fail, a second try would only fail for the same reason. */
const MOST = 6

const isJourney = (name) => name.endsWith('.e2e.ts')

/**
 * The journeys that failed, to be run once more with a product of their own: a journey continues where its last test
 * ended, so a single test can't be tried again. Empty if many failed.
 */
export function journeysToRepeat(reportFile) {
  const files = readReport(reportFile)?.testResults ?? []
  const broken = files
    .filter((file) => isJourney(file.name) && file.status === 'failed')
    .map(({ name }) => name)
  return broken.length <= MOST ? broken : []
}

/** The counts of both tries, each journey by its last one. */
export function withSecondTry(reportFile, counts, { repeated, second }) {
  const first = countFiles(reportFile, repeated)
  return {
    passed: counts.passed - first.passed + second.passed,
    failed: counts.failed - first.failed + second.failed,
    skipped: counts.skipped - first.skipped + second.skipped,
  }
}

/** The failures of the first try: those of journeys that are repeated, and all others. */
export function failuresOf(reportFile, repeated) {
  const all = failures(reportFile)
  const isRepeated = (line) => repeated.some((name) => line.startsWith(`${name}: `))
  return { ofRepeated: all.filter(isRepeated), ofOthers: all.filter((line) => !isRepeated(line)) }
}
