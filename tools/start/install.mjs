import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './command.mjs'
import { StartFault, step } from './terminal.mjs'

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/** Refuses a Node or a platform that cannot work, before anything is downloaded. */
export function checkMachine(
  version = process.versions.node,
  platform = `${process.platform}-${process.arch}`,
) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new StartFault(
      `Node ${version} is too old to start Caseloom.`,
      'Install Node 20.19 or newer and start again.',
    )
  }
  if (!PLATFORMS.includes(platform)) {
    throw new StartFault(
      `Caseloom does not run on ${platform}.`,
      'Use Linux or macOS on x64 or arm64; on Windows use Linux in WSL.',
    )
  }
}

/** Installs the packages when the lock file is not the one they were installed from. */
export async function installPackages(root) {
  const lockFile = join(root, 'package-lock.json')
  const stampFile = join(root, 'node_modules', '.caseloom-installed')
  const stamp = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  if (readText(stampFile) === stamp) return
  if (!matchesLock(root, lockFile)) {
    const first = !existsSync(join(root, 'node_modules'))
    await step('Packages', () => install(root), first ? 'the first time takes a minute or more' : '')
  }
  writeFileSync(stampFile, stamp)
}

/** The pinned Node among the packages; everything after this file runs under it. */
export function pinnedNode(root) {
  const node = join(root, 'node_modules', '.bin', 'node')
  if (existsSync(node)) return node
  throw new StartFault(
    'The pinned Node of this platform is missing from the packages.',
    'Run "npm ci --include=optional" and start again.',
  )
}

async function install(root) {
  const ci = await npm(root, 'ci')
  if (ci.code === 0) return
  // The lock file does not fit package.json, as after a merge: a plain install repairs it.
  const outOfStep = /npm ci.*can only install|EUSAGE|lock file.*not in sync/i.test(ci.said)
  const last = outOfStep ? await npm(root, 'install') : ci
  if (last.code === 0) return
  throw explain(last.said)
}

function npm(root, command) {
  // npm passes its own path and Node's to its scripts; that Node stays when node_modules is rebuilt.
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  const [program, ...before] = cli?.endsWith('npm-cli.js') ? [node ?? process.execPath, cli] : ['npm']
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  return runQuietly(program, [...before, command, ...flags], { cwd: root })
}

function explain(said) {
  if (/ENOSPC|no space left/i.test(said)) {
    return new StartFault(
      'The disk is full: the packages could not be installed.',
      'Free about 2 GB and start again.',
    )
  }
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|network/i.test(said)) {
    return new StartFault(
      'The packages could not be fetched: the npm registry isn’t responding.',
      'Check the connection, the proxy and "npm config get registry", and start again.',
      said,
    )
  }
  if (/EACCES|EPERM/.test(said)) {
    return new StartFault(
      'The packages could not be installed: this user may not write to the folder.',
      'Start as the user who owns the folder.',
      said,
    )
  }
  return new StartFault(
    'The packages could not be installed.',
    'See npm’s words above and start again.',
    said,
  )
}

/** True when someone has run npm by hand since: every package is there in the version of the lock file. */
function matchesLock(root, lockFile) {
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'))
  const locked = readPackages(lockFile)
  if (installed === null || locked === null) return false
  return Object.entries(locked).every(([path, { version, link, optional, devOptional }]) => {
    if (!path.startsWith('node_modules/') || link) return true
    const present = installed[path]
    return present ? present.version === version : Boolean(optional || devOptional)
  })
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null
  } catch {
    return null
  }
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
