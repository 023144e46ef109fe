import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const MAIN = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url))

/** Runs the terminal program as people do, in a process of its own; answers what it printed, throws when it fails. */
export async function caseloom(...args: string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, [MAIN, ...args])).stdout
}
