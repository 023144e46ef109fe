import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isRunning, type ProcessIdentity } from '../platform/embedded/processes.ts'

const Launch = z.object({ launcher: z.object({ pid: z.int(), started: z.string() }) })

/** The launcher that works on a data folder now; null when there is none. */
export function launcherOf(dataDir: string): ProcessIdentity | null {
  try {
    const { launcher } = Launch.parse(JSON.parse(readFileSync(join(dataDir, 'launch.json'), 'utf8')))
    return isRunning(launcher) ? launcher : null
  } catch {
    // Missing or half written: no launcher is known.
    return null
  }
}
