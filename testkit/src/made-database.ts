import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '@caseloom/server/platform/embedded/postgres'
import { bootstrapPostgres } from '@caseloom/server/platform/embedded/postgres-bootstrap'
import { databaseDirOf } from '@caseloom/server/platform/embedded/postgres-cluster'
import { makeScratchFolder, removeScratchFolder } from './scratch-folder.ts'

/** For data that is thrown away: what survives the kill of a process, not that of the machine. */
const NEVER_WAITS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** From its next start on, the database of this data folder waits for no disk. */
export function waitForNoDisk(dataDir: string): void {
  const lines = Object.entries(NEVER_WAITS).map(([name, value]) => `${name} = ${value}\n`)
  appendFileSync(join(databaseDirOf(dataDir), 'postgresql.conf'), lines.join(''))
}

/** Database files with the product's roles in them, made once to be copied: making them takes the longest of a start. */
export interface MadeDatabase {
  /** Puts a copy into a data folder that has no database yet. */
  copyTo(dataDir: string): void
  remove(): void
}

/** Makes database files for the products of one test file. */
export async function makeDatabase(): Promise<MadeDatabase> {
  const folder = await makeScratchFolder()
  const server = await startPostgres({ dataDir: folder, sync: false })
  try {
    await bootstrapPostgres(server.url('postgres', 'postgres'))
  } finally {
    await server.stop()
  }
  waitForNoDisk(folder)
  return {
    // Files keep their owner: the database runs as another user than root.
    copyTo: (dataDir) => void execFileSync('cp', ['-a', databaseDirOf(folder), databaseDirOf(dataDir)]),
    remove: () => removeScratchFolder(folder),
  }
}
