#!/usr/bin/env node
// npm start: from a fresh clone to the running product. Plain JavaScript with built-ins only, for any Node >= 20.19.
import { fileURLToPath } from 'node:url'
import { buildServer } from './start/build-server.mjs'
import { buildWeb } from './start/build-web.mjs'
import { stopTools } from './start/command.mjs'
import { dataFolderOf } from './start/data-folder.mjs'
import { checkMachine, installPackages } from './start/install.mjs'
import { endWithNpm, passSignals, startLauncher } from './start/launcher.mjs'
import { printFault } from './start/terminal.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

function stopPreparing() {
  stopTools()
  process.exit(130)
}

async function main() {
  process.once('SIGINT', stopPreparing)
  process.once('SIGTERM', stopPreparing)
  checkMachine()
  await installPackages(ROOT)
  await buildWeb(ROOT)
  const entry = await buildServer(ROOT)
  process.off('SIGINT', stopPreparing)
  process.off('SIGTERM', stopPreparing)
  const data = process.env.CASELOOM_DATA || dataFolderOf(ROOT)
  const { child, ended } = startLauncher(
    ROOT,
    [entry, ...process.argv.slice(2)],
    data ? { CASELOOM_DATA: data } : {},
  )
  passSignals(child)
  endWithNpm(child)
  return ended
}

try {
  process.exitCode = await main()
} catch (error) {
  process.exitCode = 1
  printFault(error)
}
