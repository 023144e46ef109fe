import { chownSync, existsSync } from 'node:fs'
import { mkdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDataDir } from '../launch/data-dir-lock.ts'
import { keepMasterKey } from '../launch/keep-master-key.ts'
import { type Environment, readLaunchConfig } from '../platform/config.ts'
import { prepareDataDir } from '../platform/embedded/data-dir.ts'
import { databaseDirOf } from '../platform/embedded/postgres-cluster.ts'
import { engineDirOf } from '../platform/embedded/restate.ts'
import { chooseRunAs } from '../platform/embedded/run-as.ts'
import { masterKeyId, readMasterKey } from '../platform/secrets/master-key.ts'
import { explainSystemError, StartError } from '../platform/start-error.ts'
import { type BackupManifest, readManifest } from './backup-manifest.ts'
import { type CopiedFile, copyTree } from './copy-tree.ts'

export interface RestoreOptions {
  from: string
  /** Moves an installation that is in the data folder aside instead of refusing. */
  replace: boolean
}

/**
 * Puts a backup into the data folder, checking every file against its digest, and answers where the installation
 * before was moved (null when there was none). Nothing of it is in place before all of it is copied.
 * @throws StartError when the product runs, the backup is damaged, or the master key is another one
 */
export async function restore(
  env: Environment,
  { from, replace }: RestoreOptions,
): Promise<{ manifest: BackupManifest; aside: string | null }> {
  const config = readLaunchConfig(env)
  const manifest = readManifest(from)
  checkKey(config.masterKeyFile, manifest)
  const isNew = !existsSync(config.dataDir)
  const dataDir = prepareDataDir(config.dataDir)
  const claim = await lockDataDir(dataDir)
  const half = join(dataDir, `restore-${process.pid}`)
  let done = false
  try {
    if (existsSync(databaseDirOf(dataDir)) && !replace)
      throw new StartError(
        `An installation already exists in ${dataDir} already.`,
        'Add --replace to move it aside, or set CASELOOM_DATA to another folder.',
      )
    await copyChecked(from, half, { manifest, runAs: chooseRunAs(join(half, 'none'), config.postgresUser) })
    const aside = await moveAside(dataDir)
    await rename(join(half, 'database'), databaseDirOf(dataDir))
    await rename(join(half, 'files'), join(dataDir, 'files'))
    if (config.masterKeyFile !== null) keepMasterKey(dataDir, config.masterKeyFile)
    done = true
    return { manifest, aside }
  } catch (error) {
    throw explainSystemError(error, dataDir)
  } finally {
    // The first error is the one to report.
    await rm(half, { recursive: true, force: true }).catch(() => undefined)
    claim.release()
    // A refusal leaves nothing behind, not even the folder that was made for it.
    if (isNew && !done) await rmdir(dataDir).catch(() => undefined)
  }
}

/** Secrets of the backup open with one key only; without it they would be lost without anyone noticing. */
function checkKey(file: string | null, manifest: BackupManifest): void {
  if (file === null)
    throw new StartError(
      'The backup requires its master key, which is never included.',
      'Set CASELOOM_MASTER_KEY_FILE to your copy of the key.',
    )
  if (masterKeyId(readMasterKey(file)) === manifest.masterKeyId) return
  throw new StartError(
    `The master key in ${file} doesn’t belong to this backup (${manifest.masterKeyId}).`,
    'Set CASELOOM_MASTER_KEY_FILE to the key the installation used when the backup was taken.',
  )
}

async function copyChecked(
  from: string,
  half: string,
  { manifest, runAs }: { manifest: BackupManifest; runAs: { uid: number; gid: number } | null },
): Promise<void> {
  const own = (path: string) => (runAs === null ? undefined : chownSync(path, runAs.uid, runAs.gid))
  await mkdir(half, { recursive: true, mode: 0o711 })
  const database = await copyTree({ from: join(from, 'database'), to: join(half, 'database'), made: own })
  const files = await copyTree({ from: join(from, 'files'), to: join(half, 'files') })
  compare('database', manifest.database, database)
  compare('files', manifest.files, files)
}

function compare(part: string, wanted: readonly CopiedFile[], found: readonly CopiedFile[]): void {
  const digests = new Map(found.map((file) => [file.path, file.sha256]))
  const bad = wanted.filter((file) => digests.get(file.path) !== file.sha256)
  const extra = found.length - wanted.length
  if (bad.length === 0 && extra === 0) return
  const what = bad[0] === undefined ? `${extra} unexpected files` : `${part}/${bad[0].path}`
  throw new StartError(
    `The backup is damaged: ${what}.`,
    'Use another copy of the backup. Nothing was changed.',
  )
}

/** The engine's folder goes along: it knows runs that the restored database does not. */
async function moveAside(dataDir: string): Promise<string | null> {
  const parts = [databaseDirOf(dataDir), join(dataDir, 'files'), engineDirOf(dataDir)].filter((path) =>
    existsSync(path),
  )
  if (parts.length === 0) return null
  const aside = join(dataDir, `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
  await mkdir(aside, { mode: 0o711 })
  for (const path of parts)
    await rename(path, join(aside, path.slice(dataDir.length + 1).replaceAll('/', '-')))
  const keyMemory = join(dataDir, 'master-key.json')
  if (existsSync(keyMemory)) await rename(keyMemory, join(aside, 'master-key.json'))
  return aside
}
