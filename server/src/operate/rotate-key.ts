import { existsSync, renameSync } from 'node:fs'
import { claimDataDir } from '../launch/claim.ts'
import { keepMasterKey, rememberMasterKey } from '../launch/keep-master-key.ts'
import { type Environment, readLaunchConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { prepareDataDir } from '../platform/embedded/data-dir.ts'
import { startPostgres } from '../platform/embedded/postgres.ts'
import { DATABASE, ROLES } from '../platform/embedded/postgres-bootstrap.ts'
import { rewrapDataKeys } from '../platform/secrets/data-keys.ts'
import { createMasterKey, masterKeyId, readMasterKey } from '../platform/secrets/master-key.ts'

export interface Rotation {
  file: string
  /** Where the key before is kept; it opens older backups. */
  before: string
  rewrapped: number
}

/**
 * Makes a new master key and wraps all data keys with it; the product must be stopped. A rotation that was cut short
 * goes on where it stopped, with the key that it had made.
 * @throws StartError when the product runs or the key is missing
 */
export async function rotateKey(env: Environment): Promise<Rotation> {
  const config = readLaunchConfig(env)
  const dataDir = prepareDataDir(config.dataDir)
  const claim = await claimDataDir(dataDir)
  try {
    const { file } = keepMasterKey(dataDir, config.masterKeyFile)
    const next = `${file}.next`
    if (!existsSync(next)) createMasterKey(next)
    const [from, to] = [readMasterKey(file), readMasterKey(next)]
    const rewrapped = await withDatabase(config, dataDir, (url) => rewrap(url, from, to))
    const before = `${file}.${masterKeyId(from)}`
    renameSync(file, before)
    renameSync(next, file)
    rememberMasterKey(dataDir, file)
    return { file, before, rewrapped }
  } finally {
    claim.release()
  }
}

async function rewrap(url: string, from: Buffer, to: Buffer): Promise<number> {
  const database = await openDatabase({ url })
  try {
    return await rewrapDataKeys(database.system, from, to)
  } finally {
    await database.close()
  }
}

/** The database of one's own, or the embedded one for as long as the work takes. */
async function withDatabase<T>(
  config: ReturnType<typeof readLaunchConfig>,
  dataDir: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl !== null) return work(config.databaseUrl)
  const server = await startPostgres({ dataDir, runAs: config.postgresUser })
  try {
    return await work(server.url(ROLES.app, DATABASE))
  } finally {
    await server.stop()
  }
}
