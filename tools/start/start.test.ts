import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SERVER_SOURCES } from './build-server.mjs'
import { WEB_SOURCES } from './build-web.mjs'
import { dataFolderOf } from './data-folder.mjs'
import { checkMachine, installPackages, pinnedNode } from './install.mjs'
import { hashSources } from './sources.mjs'

let root: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'caseloom start ')))
  chmodSync(root, 0o755)
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

function fault(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'no fault'
}

describe('the machine', () => {
  it('must have Node 20.19 or newer', () => {
    for (const good of ['20.19.0', '20.20.2', '22.0.0', '26.10.0']) {
      expect(fault(() => checkMachine(good, 'linux-x64'))).toBe('no fault')
    }
    for (const old of ['20.18.3', '18.20.0', '19.9.0']) {
      expect(fault(() => checkMachine(old, 'linux-x64'))).toContain(`Node ${old} is too old`)
    }
  })

  it('must be one the programs exist for', () => {
    expect(fault(() => checkMachine('22.0.0', 'darwin-arm64'))).toBe('no fault')
    expect(fault(() => checkMachine('22.0.0', 'win32-x64'))).toContain('does not run on win32-x64')
  })
})

describe('the packages', () => {
  /** Replaces the npm program (its registry is outside): writes down each call and does what `script` says. */
  function useNpm(script: string) {
    const program = join(root, 'npm-cli.js')
    writeFileSync(
      program,
      `const fs = require('node:fs')
const command = process.argv[2]
fs.appendFileSync(${JSON.stringify(join(root, 'calls'))}, command + ' ')
const install = () => {
  fs.mkdirSync('node_modules', { recursive: true })
  fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json')
}
const refuse = (text) => { console.error(text); process.exitCode = 1 }
${script}`,
    )
    vi.stubEnv('npm_execpath', program)
    vi.stubEnv('npm_node_execpath', process.execPath)
  }

  const calls = () =>
    existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim() : ''

  function lock(packages: object, file = 'package-lock.json') {
    writeFileSync(join(root, file), JSON.stringify({ packages }))
  }

  it('are installed once, and again only when the lock file has changed', async () => {
    useNpm('install()')
    lock({ 'node_modules/a': { version: '1.0.0' } })
    await installPackages(root)
    await installPackages(root)
    expect(calls()).toBe('ci')
    lock({ 'node_modules/a': { version: '1.0.1' } })
    await installPackages(root)
    expect(calls()).toBe('ci ci')
  })

  it('are left alone when someone has installed them by hand', async () => {
    useNpm('install()')
    const packages = {
      'node_modules/a': { version: '1.0.0' },
      'node_modules/own': { link: true },
      'node_modules/other-platform': { version: '3.0.0', optional: true },
    }
    lock(packages)
    mkdirSync(join(root, 'node_modules'))
    lock({ 'node_modules/a': { version: '1.0.0' } }, 'node_modules/.package-lock.json')
    await installPackages(root)
    expect(calls()).toBe('')
    lock({ ...packages, 'node_modules/new': { version: '1.0.0' } })
    await installPackages(root)
    expect(calls()).toBe('ci')
  })

  it('are installed plainly when the lock file does not fit', async () => {
    useNpm(
      "command === 'ci' ? refuse('npm error `npm ci` can only install packages when in sync') : install()",
    )
    lock({})
    await installPackages(root)
    expect(calls()).toBe('ci install')
  })

  it.each([
    ['npm error code ENOSPC', 'The disk is full'],
    ['npm error code ENOTFOUND registry', 'registry isn’t responding'],
    ['npm error code EACCES', 'may not write'],
    ['npm error something else', 'could not be installed'],
  ])('say why they could not be installed: %s', async (words, message) => {
    useNpm(`refuse(${JSON.stringify(words)})`)
    lock({})
    await expect(installPackages(root)).rejects.toThrow(message)
    expect(calls()).toBe('ci')
    expect(existsSync(join(root, 'node_modules/.caseloom-installed'))).toBe(false)
  })

  it('must hold the pinned Node', () => {
    expect(fault(() => pinnedNode(root))).toContain('pinned Node of this platform is missing')
  })
})

describe('the sources of the web app', () => {
  it('hash alike until one of them changes', () => {
    for (const folder of ['web/src', 'web/dist', 'contract/src/kernel', 'playbook', 'server']) {
      mkdirSync(join(root, folder), { recursive: true })
    }
    const write = (path: string, text: string) => writeFileSync(join(root, path), text)
    write('package-lock.json', '{}')
    write('web/src/main.ts', 'one')
    const before = hashSources(root, WEB_SOURCES)
    write('web/dist/main.js', 'built')
    write('server/main.ts', 'server')
    write('web/src/main.test.ts', 'test')
    expect(hashSources(root, WEB_SOURCES)).toBe(before)
    for (const path of [
      'web/src/main.ts',
      'contract/src/kernel/ids.ts',
      'playbook/rule.ts',
      'package-lock.json',
    ]) {
      const last = hashSources(root, WEB_SOURCES)
      write(path, `changed ${path}`)
      expect(hashSources(root, WEB_SOURCES), path).not.toBe(last)
    }
  })
})

describe('the sources of the server', () => {
  it('are all packages that its bundle holds, without their tests', () => {
    const write = (path: string, text: string) => {
      mkdirSync(join(root, path, '..'), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    for (const path of [
      'server/src/main.ts',
      'contract/src/kernel/ids.ts',
      'playbook/src/rule.ts',
      'workflow/src/evaluate.ts',
      'connectors/src/http/http.ts',
      'server/src/domains/installer/starter/alert.app.json',
      'tools/start/bundle-server.mjs',
      'package-lock.json',
    ]) {
      const last = hashSources(root, SERVER_SOURCES)
      write(path, `one ${path}`)
      expect(hashSources(root, SERVER_SOURCES), path).not.toBe(last)
    }
    const before = hashSources(root, SERVER_SOURCES)
    write('server/src/main.test.ts', 'test')
    write('server/dist/main.mjs', 'built')
    write('web/src/main.tsx', 'web')
    expect(hashSources(root, SERVER_SOURCES)).toBe(before)
  })
})

describe('the data folder of a checkout', () => {
  it('lies in it', () => {
    expect(dataFolderOf(root, false)).toBe(join(root, '.caseloom'))
    expect(dataFolderOf(root, true)).toBe(join(root, '.caseloom'))
  })

  it('lies under /var/lib for root below a folder closed to others', () => {
    const clone = join(root, 'closed', 'clone')
    mkdirSync(clone, { recursive: true })
    chmodSync(join(root, 'closed'), 0o700)
    expect(dataFolderOf(clone, true)).toMatch(/^\/var\/lib\/caseloom\/clone-[0-9a-f]{8}$/)
    expect(dataFolderOf(clone, false)).toBe(join(clone, '.caseloom'))
  })
})
