import { readFileSync } from 'node:fs'

/** Seconds that the longer files of tests took; `npm test -- --times` writes it from a whole run. */
const FILE = new URL('times.json', import.meta.url)
/** A test of the server loads it and copies a database. */
const OF_SERVER = 3
const OTHERS = 1

let times: Record<string, number> | undefined
/** How long a file of tests takes, in seconds; short and new ones count by what they load. */
export function secondsOf(path: string): number {
  // A file of ours, written by the test command.
  times ??= JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, number>
  return times[path] ?? (path.startsWith('server/') ? OF_SERVER : OTHERS)
}
