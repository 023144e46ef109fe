import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './command.mjs'
import { pinnedNode } from './install.mjs'
import { StartFault, step } from './terminal.mjs'

/** What ends up in the web app: its own folder and the packages it imports. */
const SOURCES = [
  'web',
  'contract',
  'playbook',
  'workflow',
  'docs/help',
  'docs/operations',
  'package-lock.json',
]
const NOT_SOURCES = new Set(['node_modules', 'dist'])

/** Builds the web app when its sources are not the ones it was built from. */
export async function buildWeb(root) {
  const stampFile = join(root, 'web', 'dist', '.sources')
  const stamp = hashSources(root)
  if (readStamp(stampFile) === stamp && existsSync(join(root, 'web', 'dist', 'index.html'))) return
  await step('Web app built', () => build(root))
  writeFileSync(stampFile, stamp)
}

/** The help pages go into the web app's folder, which the web build empties first. */
async function build(root) {
  const vite = {
    what: 'The web app',
    folder: 'web',
    bin: 'vite/bin/vite.js',
    args: ['build', '--logLevel=warn'],
  }
  const vitepress = {
    what: 'The help',
    folder: 'docs/help',
    bin: 'vitepress/bin/vitepress.js',
    args: ['build', '.'],
  }
  for (const tool of [vite, vitepress]) await runTool(root, tool)
}

async function runTool(root, { what, folder, bin, args }) {
  const { code, said } = await runQuietly(pinnedNode(root), [join(root, 'node_modules', bin), ...args], {
    cwd: join(root, folder),
  })
  if (code === 0) return
  throw new StartFault(`${what} could not be built.`, 'See the words of the build above.', said)
}

/** A hash over the names and contents of all source files. */
export function hashSources(root) {
  const hash = createHash('sha256')
  for (const source of SOURCES) addTo(hash, root, source)
  return hash.digest('hex')
}

function addTo(hash, root, path) {
  const full = join(root, path)
  const entries = tryList(full)
  if (entries === null) {
    if (existsSync(full)) hash.update(`${path}\0`).update(readFileSync(full)).update('\0')
    return
  }
  for (const name of entries.sort()) {
    if (!NOT_SOURCES.has(name) && !/\.test\.tsx?$/.test(name)) addTo(hash, root, join(path, name))
  }
}

function tryList(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return null
  }
}

function readStamp(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
