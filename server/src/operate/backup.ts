import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDataDir } from '../launch/data-dir-lock.ts'
import { readLaunchConfig, type Environment } from '../platform/config.ts'
import { databaseDirOf } from '../platform/embedded/postgres-cluster.ts'
import { explainSystemError, StartError } from '../platform/start-error.ts'
import { type BackupManifest, MANIFEST } from './backup-manifest.ts'
import { copyRunningDatabase, copyStoppedDatabase } from './copy-database.ts'
import { type CopiedFile, copyTree } from './copy-tree.ts'
import { launcherOf } from './launcher-of.ts'

const ROOT = new URL('../../../', import.meta.url)

/**
 * Copies the database and the files of an installation into a new folder `to`, while it works or while it is stopped.
 * The engine's folder is not copied: what waits in it is rebuilt from the database at the next start.
 * @throws StartError when there is nothing to copy, the folder exists, or the disk is full
 */
export async function backup(env: Environment, to: string): Promise<BackupManifest> {
  const { dataDir, databaseUrl } = readLaunchConfig(env)
  if (databaseUrl !== null)
    throw new StartError(
      'This installation uses your own PostgreSQL (DATABASE_URL).',
      'Back it up with its own tools, then copy the folder "files" of the data folder.',
    )
  const databaseDir = databaseDirOf(dataDir)
  if (!existsSync(databaseDir))
    throw new StartError(`No database in ${dataDir}.`, 'Set CASELOOM_DATA to the data folder.')
  if (existsSync(to))
    throw new StartError(`${to} already exists.`, 'Specify a folder that doesn’t exist yet.')
  const half = `${to}.partial`
  try {
    // The first error is the one to report.
    await rm(half, { recursive: true, force: true })
    await mkdir(half, { recursive: true, mode: 0o700 })
    const manifest = await fill(half, dataDir)
    await writeFile(join(half, MANIFEST), JSON.stringify(manifest), { mode: 0o600, flush: true })
    await rename(half, to)
    return manifest
  } catch (error) {
    // The error that ended the backup is the one that is reported.
    await rm(half, { recursive: true, force: true }).catch(() => undefined)
    throw explainSystemError(error, to)
  }
}

async function fill(half: string, dataDir: string): Promise<BackupManifest> {
  const databaseDir = databaseDirOf(dataDir)
  const running = launcherOf(dataDir) !== null
  // A stopped installation must not be started while its files are copied.
  const claim = running ? null : await lockDataDir(dataDir)
  const takenAt = new Date().toISOString()
  try {
    // Files are only ever added while the database is copied; a second look brings those that came meanwhile.
    const files = new Map((await copyFiles(dataDir, half, new Map())).map((file) => [file.path, file]))
    const copy = running ? copyRunningDatabase : copyStoppedDatabase
    const database = await copy(databaseDir, join(half, 'database'))
    for (const file of await copyFiles(dataDir, half, files)) files.set(file.path, file)
    return {
      format: 'caseloom.backup/1',
      version: versionOf(ROOT),
      takenAt,
      postgres: readFileSync(join(databaseDir, 'PG_VERSION'), 'utf8').trim(),
      masterKeyId: keyIdOf(dataDir),
      running,
      database,
      files: [...files.values()],
    }
  } finally {
    claim?.release()
  }
}

function copyFiles(dataDir: string, half: string, known: ReadonlyMap<string, CopiedFile>) {
  const skip = (path: string) => known.has(path)
  return copyTree({ from: join(dataDir, 'files'), to: join(half, 'files'), skip })
}

/** The launcher remembers which master key belongs to a data folder. */
function keyIdOf(dataDir: string): string {
  const memory: unknown = JSON.parse(readFileSync(join(dataDir, 'master-key.json'), 'utf8'))
  if (typeof memory === 'object' && memory !== null && 'keyId' in memory) return String(memory.keyId)
  throw new StartError(
    'The data folder doesn’t name its master key.',
    'Start the product once, then try again.',
  )
}

function versionOf(root: URL): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : ''
}
