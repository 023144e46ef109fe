import { lockDataDir } from '../launch/data-dir-lock.ts'
import { keepMasterKey, rememberMasterKey } from '../launch/keep-master-key.ts'
import { type Environment, readLaunchConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { prepareDataDir } from '../platform/embedded/data-dir.ts'
import { startPostgres } from '../platform/embedded/postgres.ts'
import { DATABASE, ROLES } from '../platform/embedded/postgres-bootstrap.ts'
import { databaseDirOf } from '../platform/embedded/postgres-cluster.ts'
import { type Rotation, rotateMasterKey } from '../platform/secrets/rotate-master-key.ts'
import { runningDatabaseUrl } from './copy-database.ts'
import { launcherOf } from './launcher-of.ts'

/**
 * Makes a new master key and wraps all data keys with it, beside a running product or while it is stopped. A rotation
 * that was cut short continues where it stopped, with the key that it had made.
 * @throws StartError when the key is missing, or a running process cannot read the new one
 */
export async function rotateKey(env: Environment): Promise<Rotation> {
  const config = readLaunchConfig(env)
  const dataDir = prepareDataDir(config.dataDir)
  const running = launcherOf(dataDir) !== null
  const claim = running ? null : await lockDataDir(dataDir)
  try {
    const { file } = keepMasterKey(dataDir, config.masterKeyFile)
    const alone = !running && config.databaseUrl === null
    const rotation = await withDatabase({ config, dataDir, running }, (url) => rotate(url, file, alone))
    rememberMasterKey(dataDir, file)
    return rotation
  } finally {
    claim?.release()
  }
}

async function rotate(url: string, file: string, alone: boolean): Promise<Rotation> {
  const database = await openDatabase({ url })
  try {
    return await rotateMasterKey({ system: database.system, file, alone })
  } finally {
    await database.close()
  }
}

interface Place {
  config: ReturnType<typeof readLaunchConfig>
  dataDir: string
  running: boolean
}

/** The database of one's own, the running embedded one, or a stopped one for as long as the work takes. */
async function withDatabase<T>(
  { config, dataDir, running }: Place,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl !== null) return work(config.databaseUrl)
  if (running) return work(runningDatabaseUrl(databaseDirOf(dataDir), ROLES.app, DATABASE))
  const server = await startPostgres({ dataDir, runAs: config.postgresUser })
  try {
    return await work(server.url(ROLES.app, DATABASE))
  } finally {
    await server.stop()
  }
}
