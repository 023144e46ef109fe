import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './command.mjs'
import { pinnedNode } from './install.mjs'
import { hashSources, readStamp } from './sources.mjs'
import { StartFault, step } from './terminal.mjs'

/** What ends up in the server's bundle. */
export const SERVER_SOURCES = [
  'server/src',
  'contract/src',
  'playbook/src',
  'workflow/src',
  'connectors/src',
  'tools/start/bundle-server.mjs',
  'package-lock.json',
]

/** Bundles the server when its sources are not the ones it was bundled from; returns the file to start. */
export async function buildServer(root) {
  const folder = join(root, 'server', 'dist')
  const entry = join(folder, 'main.mjs')
  const stampFile = join(folder, '.sources')
  const stamp = hashSources(root, SERVER_SOURCES)
  if (readStamp(stampFile) === stamp && existsSync(entry)) return entry
  await step('Server built', () => bundle(root))
  writeFileSync(stampFile, stamp)
  return entry
}

async function bundle(root) {
  const tool = join(root, 'tools', 'start', 'bundle-server.mjs')
  const { code, said } = await runQuietly(pinnedNode(root), [tool], { cwd: root })
  if (code === 0) return
  throw new StartFault('The server could not be built.', 'See the words of the build above.', said)
}
