import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { commandHolds, identify, type ProcessIdentity, processesWorkingIn, stopProcess } from './processes.ts'

/** Stops what a killed launch has left running in this database folder, so that the files can be used again. */
export async function stopLeftoverPostgres(databaseDir: string): Promise<void> {
  const main = readMainProcess(databaseDir)
  const running = processesWorkingIn(databaseDir, 'postgres')
  const server = running.find((process) => process.pid === main) ?? leftoverElsewhere(main)
  if (server) {
    await stopProcess(server, [
      { signal: 'SIGINT', waitMs: 5_000 },
      { signal: 'SIGQUIT', waitMs: 3_000 },
    ])
  }
  await Promise.all(running.map((process) => endOrphan(process, databaseDir)))
  removeForeignLock(databaseDir)
}

async function endOrphan(process: ProcessIdentity, databaseDir: string): Promise<void> {
  // Without their server the others end on their own within moments; the signals are for those that do not.
  const ended = await stopProcess(process, [
    { signal: 'SIGQUIT', waitMs: 3_000 },
    { signal: 'SIGKILL', waitMs: 3_000 },
  ])
  if (ended) return
  throw new StartError(
    `A process from an earlier start (${process.pid}) is still using the database in ${databaseDir} and can’t be stopped.`,
    `Stop process ${process.pid} and start again.`,
  )
}

function leftoverElsewhere(pid: number | null): ProcessIdentity | null {
  if (process.platform === 'linux' || pid === null || !commandHolds(pid, 'postgres')) return null
  return identify(pid)
}

// After a restart of the machine or container the number in the file may belong to some other program, and
// PostgreSQL would refuse to start because that one lives.
function removeForeignLock(databaseDir: string): void {
  const main = readMainProcess(databaseDir)
  if (process.platform !== 'linux' || main === null || identify(main) === null) return
  if (processesWorkingIn(databaseDir, 'postgres').length > 0) return
  rmSync(join(databaseDir, 'postmaster.pid'), { force: true })
}

function readMainProcess(databaseDir: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8'), 10)
    return Number.isInteger(pid) && pid > 1 ? pid : null
  } catch {
    // No such file: no server ran here.
    return null
  }
}
