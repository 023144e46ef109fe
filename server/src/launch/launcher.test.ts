import { createHash } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OTHER_USER, skipUnlessReachable } from '@caseloom/testkit/other-user'
import { beforeEach, describe, expect, it } from 'vitest'
import { sendSignal, waitForExit } from '../platform/embedded/processes.ts'
import { notedProcesses, stillRunning } from './fixtures/product.ts'
import { useRoom } from './fixtures/room.ts'

const LONG = 'a folder with a name that is far too long for any socket address in this world '
  .repeat(2)
  .trim()
const READY = /Caseloom is ready: (\S+)/

const room = useRoom()
const { start } = room

async function ask(url: string): Promise<{ pid: number; user: string; engine: number; url: string }> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(await response.text())
  // The stand-in of this folder answers in this shape.
  return (await response.json()) as { pid: number; user: string; engine: number; url: string }
}

function socketName(path: string): string {
  return `caseloom-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`
}

it('a launcher that cannot be started says so, and signals to it reach no one', async () => {
  const product = start({}, { command: ['/nonexistent/program'] })
  expect(await product.exited).toBeNull()
  expect(product.output()).toContain('ENOENT')
  expect(() => product.pid).toThrow('could not be started')
  product.kill('SIGTERM')
})

it('a launcher that fails before it begins shows why', async () => {
  const broken = ['--import', 'data:text/javascript,throw new Error("broken before the launcher")']
  const product = start({}, { command: [process.execPath, ...broken] })
  expect(await product.exited).toBe(1)
  expect(product.output()).toContain('broken before the launcher')
})

describe('the launcher at its first start', { timeout: 60_000 }, () => {
  it('starts everything, prints one address, and stops in order with nothing left behind', async () => {
    const product = start()
    const [, url = ''] = await product.printed(READY)
    expect(await ask(url)).toMatchObject({ user: 'caseloom_app', engine: 200, url })
    expect(product.output().match(/✓ .*\d s$/gm)).toHaveLength(4)
    expect(product.output()).toContain(`The master key is in ${room.keyFile}`)
    const processes = notedProcesses(room.dataDir)
    expect(stillRunning(processes)).toHaveLength(4)

    product.kill('SIGTERM')
    expect(await product.exited).toBe(0)
    expect(stillRunning(processes)).toEqual([])
    expect(existsSync(join(room.dataDir, 'launch.json'))).toBe(false)
    expect(readdirSync(room.dataDir).filter((name) => name.startsWith('launch'))).toEqual([])

    const again = start()
    await again.printed(READY)
    expect(again.output()).not.toContain('master key')
  })

  it('stops while it is still starting', async () => {
    const product = start()
    await product.printed(/Data folder:/)
    product.kill('SIGTERM')
    expect(await product.exited).toBe(0)
    expect(existsSync(join(room.dataDir, 'launch.json'))).toBe(false)
    await start().printed(READY)
  })

  it('works in a long path with blanks', async () => {
    const product = start({ CASELOOM_DATA: join(room.folder, LONG, LONG) })
    const [, url = ''] = await product.printed(READY)
    expect((await ask(url)).engine).toBe(200)
  })

  it.runIf(process.getuid?.() === 0)(
    'works for an ordinary user with a home of its own',
    async ({ skip }) => {
      skipUnlessReachable(skip)
      const home = join(room.folder, 'home of a system user')
      mkdirSync(home)
      chownSync(home, 65_534, 65_534)
      const product = start({ HOME: home, CASELOOM_DATA: '', CASELOOM_MASTER_KEY_FILE: '' }, OTHER_USER)
      const [, url = ''] = await product.printed(READY)
      expect((await ask(url)).engine).toBe(200)
      const [, key = ''] = await product.printed(/master key is in (.*)/)
      expect(key).toMatch(/home of a system user\/\.config\/caseloom\/master-[0-9a-f]{8}\.key$/)
      expect(readdirSync(join(home, '.local/share/caseloom'))).toContain('postgres')
    },
  )
})

describe('the launcher', { timeout: 60_000 }, () => {
  beforeEach(() => room.takeDatabase())

  it('passes notices of the product on, after the address', async () => {
    const product = start({}, { args: ['--demo'] })
    await product.printed(/ready: .*[^]*Log in as alice/)
  })

  it('starts again what is killed: web, worker, engine and database', async () => {
    const product = start()
    const [, url = ''] = await product.printed(READY)
    for (const [part, name] of [
      ['web', 'Web'],
      ['worker', 'Worker'],
      ['engine', 'Durable engine'],
      ['postgres', 'Database'],
    ] as const) {
      const before = notedProcesses(room.dataDir)[part]
      if (!before) throw new Error(`${part} was not noted`)
      sendSignal(before.pid, 'SIGKILL')
      await product.printed(new RegExp(`! ${name} stopped \\(.*`))
      await product.printed(new RegExp(`✓ ${name} is running again`))
      expect(notedProcesses(room.dataDir)[part]?.pid).not.toBe(before.pid)
      expect(await ask(url)).toMatchObject({ user: 'caseloom_app', engine: 200 })
    }
    product.kill('SIGINT')
    expect(await product.exited).toBe(0)
  })

  it('restarts web and worker when sources change', async () => {
    const product = start({}, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    const [, url = ''] = await product.printed(READY)
    const before = notedProcesses(room.dataDir)
    product.send({ type: 'reload' })
    await product.printed(/✓ Web is running again/)
    await product.printed(/✓ Worker is running again/)
    expect(product.output()).not.toContain('stopped (')
    const after = notedProcesses(room.dataDir)
    expect(after['web']?.pid).not.toBe(before['web']?.pid)
    expect(after['worker']?.pid).not.toBe(before['worker']?.pid)
    expect(after['postgres']).toEqual(before['postgres'])
    expect((await ask(url)).pid).toBe(after['web']?.pid)
  })

  it('stops when the process that started it is gone', async () => {
    const product = start({}, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    await product.printed(READY)
    const processes = notedProcesses(room.dataDir)
    product.disconnect()
    expect(await product.exited).toBe(0)
    expect(stillRunning(processes)).toEqual([])
  })

  it('refuses a second launch on the same data folder and leaves the first alone', async () => {
    const first = start()
    const [, url = ''] = await first.printed(READY)
    const second = start()
    expect(await second.exited).toBe(1)
    expect(second.output()).toContain(
      `is already running with this data folder (process ${first.pid}, ${url})`,
    )
    expect(second.output()).toContain(`kill ${first.pid}`)
    expect((await ask(url)).engine).toBe(200)
  })

  it('clears away what a killed launcher left and starts with the same data and ports', async () => {
    const first = start()
    await first.printed(READY)
    const left = notedProcesses(room.dataDir)
    const ports = readFileSync(join(room.dataDir, 'ports.json'), 'utf8')
    first.kill('SIGKILL')
    for (const name of ['web', 'worker'] as const) {
      const child = left[name]
      expect(child && (await waitForExit(child, 5_000)), `${name} ends with its launcher`).toBe(true)
    }
    expect(stillRunning(left)).toEqual(expect.arrayContaining(['engine', 'postgres']))

    const second = start()
    const [, url = ''] = await second.printed(READY)
    expect(stillRunning(left)).toEqual([])
    expect(readFileSync(join(room.dataDir, 'ports.json'), 'utf8')).toBe(ports)
    expect((await ask(url)).engine).toBe(200)
  })

  it('starts again after kill -9 of all processes at the same time', async () => {
    const first = start()
    await first.printed(READY)
    const left = notedProcesses(room.dataDir)
    for (const { pid } of Object.values(left)) sendSignal(pid, 'SIGKILL')
    first.kill('SIGKILL')
    const second = start()
    const [, url = ''] = await second.printed(READY)
    expect(stillRunning(left)).toEqual([])
    expect(await ask(url)).toMatchObject({ user: 'caseloom_app', engine: 200 })
  })

  it('stops immediately at a second signal', async () => {
    const product = start({ STAND_IN_WEB: 'hang', STAND_IN_WORKER: 'hang' })
    await product.printed(READY)
    const processes = notedProcesses(room.dataDir)
    product.kill('SIGINT')
    await product.printed(/Stopping Caseloom …/)
    // Two signals within moments count as one: npm passes on what the terminal has sent already.
    await new Promise((resolve) => setTimeout(resolve, 800))
    product.kill('SIGINT')
    expect(await product.exited).toBe(1)
    expect(product.output()).toContain('Stopping immediately.')
    expect(stillRunning(processes)).toEqual([])
    expect(readdirSync('/run').concat(readdirSync(tmpdir()))).not.toContain(socketName(room.dataDir))
  })

  it('stops even when web and worker hang', async () => {
    const hanging = { STAND_IN_WEB: 'hang', STAND_IN_WORKER: 'hang' }
    const product = start({ ...hanging, CASELOOM_DRAIN_SECONDS: '1' })
    await product.printed(READY)
    const processes = notedProcesses(room.dataDir)
    product.kill('SIGTERM')
    expect(await product.exited).toBe(0)
    expect(stillRunning(processes)).toEqual([])
  })
})
