import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { headlessShell } from './headless-shell.mjs'
import { output, pinnedNode, ROOT, run } from './run.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** A browser counts when it can name its version: a snap stub or a broken unpack cannot. */
export function works(path) {
  if (!path || !existsSync(path)) return false
  return /\d+\.\d+/.test(output(path, ['--version', '--no-sandbox']) ?? '')
}

/** First working Chromium on the search path or in a usual place. */
export function systemBrowser(path = process.env.PATH ?? '', usual = MAC) {
  const found = path.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...found, ...usual].find(works)
}

async function fromApt() {
  if (process.getuid?.() !== 0 || !output('apt-get', ['--version'])) return undefined
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env, minutes: 3 })
  const code = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
    env,
    minutes: 8,
  })
  return code === 0 ? systemBrowser() : undefined
}

/** Installed beside the repository's own packages, so that neither lock nor tree changes. */
async function fromNpm() {
  const prefix = join(ROOT, 'node_modules', '.cache', 'caseloom-browser')
  mkdirSync(prefix, { recursive: true })
  writeFileSync(join(prefix, 'package.json'), '{"private":true,"type":"module"}\n')
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', prefix, '@sparticuz/chromium']
  if ((await run('npm', args, { cwd: prefix, minutes: 5 })) !== 0) return undefined
  const script = "import c from '@sparticuz/chromium'; process.stdout.write(await c.executablePath())"
  const path = output(pinnedNode(), ['--input-type=module', '-e', script], { cwd: prefix })
  return works(path) ? path : undefined
}

async function fromPlaywright() {
  const code = await run('playwright-core', ['install', 'chromium'], { minutes: 5 })
  if (code !== 0) return undefined
  const script = "import p from 'playwright-core'; process.stdout.write(p.chromium.executablePath())"
  const path = output(pinnedNode(), ['--input-type=module', '-e', script], { cwd: join(ROOT, 'e2e') })
  return works(path) ? path : undefined
}

/** @type {[string, () => Promise<string | undefined> | string | undefined][]} */
const SOURCES = [
  ['CHROME_PATH', () => (works(process.env.CHROME_PATH) ? process.env.CHROME_PATH : undefined)],
  ['Debian’s headless shell', () => headlessShell()],
  ['the system', () => systemBrowser()],
  ['apt-get', fromApt],
  ['@sparticuz/chromium', fromNpm],
  ['playwright', fromPlaywright],
]

/** Path of a Chromium that works, from the first source that has one; only the tests ever install a browser. */
export async function findBrowser(sources = SOURCES) {
  for (const [name, source] of sources) {
    const path = await source()
    if (!path) continue
    console.log(`Browser: ${path} (from ${name})`)
    return path
  }
  return undefined
}
