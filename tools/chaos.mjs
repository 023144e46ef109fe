#!/usr/bin/env node
// npm run chaos: kills parts of a product of its own while it works, and proves that every run ends as it must.
// Plain JavaScript with built-ins only: it must run under any Node >= 20.19.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildServer } from './start/build-server.mjs'
import { buildWeb } from './start/build-web.mjs'
import { checkMachine, installPackages, pinnedNode } from './start/install.mjs'
import { printFault } from './start/terminal.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

try {
  checkMachine()
  await installPackages(ROOT)
  // The product does not start without its web app, though no page is opened here.
  await buildWeb(ROOT)
  const server = await buildServer(ROOT)
  const env = { ...process.env, CASELOOM_TEST_SERVER: server }
  const args = [join(ROOT, 'e2e', 'src', 'chaos', 'main.ts'), ...process.argv.slice(2)]
  const [code] = await once(spawn(pinnedNode(ROOT), args, { stdio: 'inherit', env }), 'exit')
  process.exitCode = code ?? 1
} catch (error) {
  process.exitCode = 1
  printFault(error)
}
