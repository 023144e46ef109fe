import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './command.mjs'
import { pinnedNode } from './install.mjs'
import { hashSources, readStamp } from './sources.mjs'
import { StartFault, step } from './terminal.mjs'

/** What ends up in the web app: its own folder and the packages it imports. */
export const WEB_SOURCES = [
  'web',
  'contract',
  'playbook',
  'workflow',
  'docs/help',
  'docs/operations',
  'package-lock.json',
]

/** Builds the web app when its sources are not the ones it was built from. */
export async function buildWeb(root) {
  const stampFile = join(root, 'web', 'dist', '.sources')
  const stamp = hashSources(root, WEB_SOURCES)
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
