#!/usr/bin/env node
// npm run caseloom -- …: the command line. What works on a data folder runs beside the server's code, the rest speaks
// HTTP. Plain JavaScript with built-ins only: it must run under any Node >= 20.19.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dataFolderOf } from './start/data-folder.mjs'
import { checkMachine, installPackages, pinnedNode } from './start/install.mjs'
import { printFault } from './start/terminal.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
/** The commands that work on a data folder; the program for the others knows nothing of them. */
const ON_DATA = new Set(['backup', 'restore', 'key'])

try {
  checkMachine()
  await installPackages(ROOT)
  const args = process.argv.slice(2)
  const entry = ON_DATA.has(args[0] ?? '') ? 'server/src/operate/main.ts' : 'cli/src/main.ts'
  const data = process.env.CASELOOM_DATA || dataFolderOf(ROOT)
  const env = { ...process.env, ...(data ? { CASELOOM_DATA: data } : {}) }
  const child = spawn(pinnedNode(ROOT), [join(ROOT, entry), ...args], { stdio: 'inherit', env })
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
  if (['help', '--help', undefined].includes(args[0])) {
    console.log(
      'On a data folder: backup, restore, key create, key engine, key rotate; see "caseloom backup --help"',
    )
  }
} catch (error) {
  process.exitCode = 1
  printFault(error)
}
