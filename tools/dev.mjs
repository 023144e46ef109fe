#!/usr/bin/env node
// npm run dev: the product with demo data, restarted when server sources change, and the web app with hot reload.
import { spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWeb } from './start/build-web.mjs'
import { dataFolderOf } from './start/data-folder.mjs'
import { checkMachine, installPackages, pinnedNode } from './start/install.mjs'
import { endWithNpm, passSignals, startLauncher } from './start/launcher.mjs'
import { printFault } from './start/terminal.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
/** The sources themselves, so that a change needs no build. */
const SOURCE = join(ROOT, 'server', 'src', 'main.ts')
const SERVER_SOURCES = ['server/src', 'contract/src', 'playbook/src', 'workflow/src', 'connectors']
const QUIET_MS = 200

/** Calls `changed` once after each burst of changes to the server's sources. */
function watchSources(changed) {
  let timer
  for (const folder of SERVER_SOURCES) {
    if (!existsSync(join(ROOT, folder))) continue
    watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
      if (!/\.(ts|json)$/.test(name ?? '') || /\.test\.ts$|node_modules/.test(name)) return
      clearTimeout(timer)
      timer = setTimeout(() => changed(), QUIET_MS)
    }).unref()
  }
}

function startVite(serverUrl) {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
  return spawn(pinnedNode(ROOT), [vite, '--clearScreen', 'false'], {
    cwd: join(ROOT, 'web'),
    env: { ...process.env, CASELOOM_DEV_SERVER: serverUrl },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

async function main() {
  checkMachine()
  await installPackages(ROOT)
  await buildWeb(ROOT)
  const data = process.env.CASELOOM_DATA || join(dataFolderOf(ROOT) ?? join(ROOT, '.caseloom'), 'dev')
  const port = process.env.PORT || '4000'
  const env = {
    NODE_ENV: 'development',
    CASELOOM_DATA: data,
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
  }
  const { child, ended } = startLauncher(ROOT, [SOURCE, '--demo', ...process.argv.slice(2)], env)
  passSignals(child)
  endWithNpm(child)
  watchSources(() => child.connected && child.send({ type: 'reload' }))
  const vite = startVite(env.PUBLIC_URL)
  const code = await ended
  vite.kill('SIGTERM')
  return code
}

try {
  // Ended here: recursive watchers keep some versions of Node alive.
  process.exit(await main())
} catch (error) {
  printFault(error)
  process.exit(1)
}
