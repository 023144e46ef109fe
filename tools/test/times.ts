import { readFileSync } from 'node:fs'

/** Seconds that the longer files of tests took; `npm test -- --times` writes it from a whole run. */
const FILE = new URL('times.json', import.meta.url)
/** A test of the server loads it and copies a database. */
const OF_SERVER = 3
/** A journey starts a product and walks through it. */
const OF_JOURNEY = 40
const OTHERS = 1

let times: Record<string, number> | undefined
/** How long a file of tests takes, in seconds; short and new ones count by what they load. */
export function secondsOf(path: string): number {
  // A file of ours, written by the test command.
  times ??= JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, number>
  if (path.endsWith('.e2e.ts')) return times[path] ?? OF_JOURNEY
  return times[path] ?? (path.startsWith('server/') ? OF_SERVER : OTHERS)
}
