// What took the time of a run, from the lines that `reporter.mjs` wrote.
import { existsSync, readFileSync } from 'node:fs'

/** Tests ({file, title, ms}) and files ({file, ms}) of a run, with paths relative to the repository. */
export function readTimes(path, root) {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => {
    const { file, ...rest } = JSON.parse(line)
    return { file: file.replace(`${root.replace(/\/$/, '')}/`, ''), ...rest }
  })
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

/** The slowest tests of all runs, a line each: seconds, file, title. */
export function slowestLines(times, count = 20) {
  return times
    .filter((entry) => entry.title !== undefined)
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, count)
    .map(({ ms, file, title }) => `${seconds(ms).padStart(8)}  ${file}  ${title}`)
}

/** Sums per part: `unit`, `journeys`, and so on, by the folder and name of each file. */
export function partLines(times) {
  const parts = new Map()
  for (const { file, title, ms } of times) {
    const name = partOf(file)
    const part = parts.get(name) ?? { files: 0, tests: 0, ms: 0 }
    parts.set(name, part)
    if (title !== undefined) part.tests += 1
    else {
      part.files += 1
      part.ms += ms
    }
  }
  return [...parts]
    .toSorted(([, one], [, other]) => other.ms - one.ms)
    .map(
      ([name, { files, tests, ms }]) =>
        `${seconds(ms).padStart(8)}  ${name} (${tests} tests in ${files} files)`,
    )
}

function partOf(file) {
  if (file.endsWith('.e2e.ts')) return 'journeys'
  if (file.endsWith('.deep.ts')) return 'deep'
  return `unit ${file.split('/')[0]}`
}

/** `times.json`: seconds of each file that takes three or more, so that the longest begin first in a clean clone too. */
export function timesFile(times) {
  const files = times.filter((entry) => entry.title === undefined && entry.ms >= 3000)
  const sorted = files.toSorted((one, other) => (one.file < other.file ? -1 : 1))
  return `${JSON.stringify(Object.fromEntries(sorted.map(({ file, ms }) => [file, Math.round(ms / 1000)])), null, 2)}\n`
}
