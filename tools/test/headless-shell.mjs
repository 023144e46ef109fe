import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { output, ROOT, run } from './run.mjs'

const NAME = 'chromium-headless-shell'
/** The second holds what both kinds of Chromium share: fonts of the engine, snapshots, graphics. */
const PACKAGES = [NAME, 'chromium-common']
const CACHE = join(ROOT, 'node_modules', '.cache', 'caseloom-browser')

/** A shell without its files names its version, but shows no page. */
function showsPages(path) {
  if (!existsSync(path)) return false
  const page = 'data:text/html,<p>ready</p>'
  return output(path, ['--no-sandbox', '--disable-gpu', '--dump-dom', page])?.includes('ready') ?? false
}

async function unpacked() {
  const folder = join(CACHE, NAME)
  const path = join(folder, 'usr', 'lib', 'chromium', NAME)
  if (existsSync(path)) return path
  if (!output('apt-get', ['--version']) || !output('dpkg-deb', ['--version'])) return undefined
  const fresh = `${folder}-${process.pid}`
  mkdirSync(fresh, { recursive: true })
  try {
    if ((await run('apt-get', ['download', '-qq', ...PACKAGES], { cwd: fresh, minutes: 2 })) !== 0)
      return undefined
    for (const file of readdirSync(fresh)) {
      if (output('dpkg-deb', ['--extract', file, '.'], { cwd: fresh }) === undefined) return undefined
      rmSync(join(fresh, file))
    }
    renameSync(fresh, folder)
    return path
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/**
 * Chromium without the parts that draw windows: a sixth less of the machine's time for the journeys. It is Debian's own, taken
 * from the search path or unpacked beside the packages of the repository, so that the system stays as it is.
 */
export async function headlessShell({ path = process.env.PATH ?? '', unpack = unpacked } = {}) {
  const installed = path.split(delimiter).map((folder) => join(folder, NAME))
  const found = installed.find(showsPages)
  if (found !== undefined) return found
  const own = await unpack()
  return own !== undefined && showsPages(own) ? own : undefined
}
