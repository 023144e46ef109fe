import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')

/** Runs the terminal program as people do, in a process of its own; answers what it printed, throws when it fails. */
export async function caseloom(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, 'cli/src/main.ts'), ...args])
  return stdout
}
