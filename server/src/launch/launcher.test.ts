import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canMountDisk, withSmallDisk } from '@caseloom/testkit/small-disk'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { chooseFree } from '../platform/embedded/ports.ts'
import { sendSignal, waitForExit } from '../platform/embedded/processes.ts'
import {
  notedProcesses,
  type Product,
  type ProductOptions,
  startProduct,
  stillRunning,
} from './fixtures/product.ts'

const LONG = 'a folder with a name that is far too long for any socket address in this world '
  .repeat(2)
  .trim()
const READY = /Caseloom is ready: (\S+)/

let folder: string
let dataDir: string
let keyFile: string
const products: Product[] = []

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'caseloom launch ')))
  chmodSync(folder, 0o711)
  dataDir = join(folder, 'data')
  keyFile = join(folder, 'keys', 'master.key')
})

afterEach(async () => {
  for (const product of products.splice(0)) {
    product.kill('SIGTERM')
    await product.exited
  }
  rmSync(folder, { recursive: true })
})

function start(env: Record<string, string> = {}, options: ProductOptions = {}): Product {
  const product = startProduct({ CASELOOM_DATA: dataDir, CASELOOM_MASTER_KEY_FILE: keyFile, ...env }, options)
  products.push(product)
  return product
}

async function ask(url: string): Promise<{ pid: number; user: string; engine: number; url: string }> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(await response.text())
  // The stand-in of this folder answers in this shape.
  return (await response.json()) as { pid: number; user: string; engine: number; url: string }
}

function socketName(path: string): string {
  return `caseloom-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`
}

describe('the launcher', { timeout: 60_000 }, () => {
  it('starts everything, prints one address, and stops in order with nothing left behind', async () => {
    const product = start()
    const [, url = ''] = await product.printed(READY)
    expect(await ask(url)).toMatchObject({ user: 'caseloom_app', engine: 200, url })
    expect(product.output().match(/✓ .*\d s$/gm)).toHaveLength(4)
    expect(product.output()).toContain(`The master key is in ${keyFile}`)
    const processes = notedProcesses(dataDir)
    expect(stillRunning(processes)).toHaveLength(4)

    const since = performance.now()
    product.kill('SIGTERM')
    expect(await product.exited).toBe(0)
    expect(performance.now() - since).toBeLessThan(10_000)
    expect(stillRunning(processes)).toEqual([])
    expect(existsSync(join(dataDir, 'launch.json'))).toBe(false)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('launch'))).toEqual([])

    const again = start()
    await again.printed(READY)
    expect(again.output()).not.toContain('master key')
  })

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
      const before = notedProcesses(dataDir)[part]
      if (!before) throw new Error(`${part} was not noted`)
      sendSignal(before.pid, 'SIGKILL')
      await product.printed(new RegExp(`! ${name} ended \\(.*`))
      await product.printed(new RegExp(`✓ ${name} runs again`))
      expect(notedProcesses(dataDir)[part]?.pid).not.toBe(before.pid)
      expect(await ask(url)).toMatchObject({ user: 'caseloom_app', engine: 200 })
    }
    product.kill('SIGINT')
    expect(await product.exited).toBe(0)
  })

  it('starts web and worker anew when told that sources changed', async () => {
    const product = start({}, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    const [, url = ''] = await product.printed(READY)
    const before = notedProcesses(dataDir)
    product.send({ type: 'reload' })
    await product.printed(/✓ Web runs again/)
    await product.printed(/✓ Worker runs again/)
    expect(product.output()).not.toContain('ended')
    const after = notedProcesses(dataDir)
    expect(after['web']?.pid).not.toBe(before['web']?.pid)
    expect(after['worker']?.pid).not.toBe(before['worker']?.pid)
    expect(after['postgres']).toEqual(before['postgres'])
    expect((await ask(url)).pid).toBe(after['web']?.pid)
  })

  it('stops when the process that started it is gone', async () => {
    const product = start({}, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    await product.printed(READY)
    const processes = notedProcesses(dataDir)
    product.disconnect()
    expect(await product.exited).toBe(0)
    expect(stillRunning(processes)).toEqual([])
  })

  it('refuses a second launch on the same data folder and leaves the first alone', async () => {
    const first = start()
    const [, url = ''] = await first.printed(READY)
    const second = start()
    expect(await second.exited).toBe(1)
    expect(second.output()).toContain(`already runs with this data folder (process ${first.pid}, ${url})`)
    expect(second.output()).toContain(`kill ${first.pid}`)
    expect((await ask(url)).engine).toBe(200)
  })

  it('clears away what a killed launcher left and starts with the same data and ports', async () => {
    const first = start()
    await first.printed(READY)
    const left = notedProcesses(dataDir)
    const ports = readFileSync(join(dataDir, 'ports.json'), 'utf8')
    first.kill('SIGKILL')
    for (const name of ['web', 'worker'] as const) {
      const child = left[name]
      expect(child && (await waitForExit(child, 5_000)), `${name} ends with its launcher`).toBe(true)
    }
    expect(stillRunning(left)).toEqual(expect.arrayContaining(['engine', 'postgres']))

    const second = start()
    const [, url = ''] = await second.printed(READY)
    expect(stillRunning(left)).toEqual([])
    expect(readFileSync(join(dataDir, 'ports.json'), 'utf8')).toBe(ports)
    expect((await ask(url)).engine).toBe(200)
  })

  it('starts again after kill -9 of everything at once', async () => {
    const first = start()
    await first.printed(READY)
    const left = notedProcesses(dataDir)
    for (const { pid } of Object.values(left)) sendSignal(pid, 'SIGKILL')
    first.kill('SIGKILL')
    const second = start()
    const [, url = ''] = await second.printed(READY)
    expect(stillRunning(left)).toEqual([])
    expect(await ask(url)).toMatchObject({ user: 'caseloom_app', engine: 200 })
  })

  it('stops at once at a second signal', async () => {
    const product = start({ STAND_IN_WEB: 'hang', STAND_IN_WORKER: 'hang' })
    await product.printed(READY)
    const processes = notedProcesses(dataDir)
    product.kill('SIGINT')
    await product.printed(/stops …/)
    await new Promise((resolve) => setTimeout(resolve, 800))
    product.kill('SIGINT')
    expect(await product.exited).toBe(1)
    expect(stillRunning(processes)).toEqual([])
    expect(readdirSync('/run').concat(readdirSync(tmpdir()))).not.toContain(socketName(dataDir))
  })

  it('stops within ten seconds even when web and worker hang', async () => {
    const product = start({ STAND_IN_WEB: 'hang', STAND_IN_WORKER: 'hang' })
    await product.printed(READY)
    const processes = notedProcesses(dataDir)
    const since = performance.now()
    product.kill('SIGTERM')
    expect(await product.exited).toBe(0)
    expect(performance.now() - since).toBeLessThan(10_000)
    expect(stillRunning(processes)).toEqual([])
  })

  it('stops while it is still starting', async () => {
    const product = start()
    await product.printed(/its data lies in/)
    product.kill('SIGTERM')
    expect(await product.exited).toBe(0)
    expect(existsSync(join(dataDir, 'launch.json'))).toBe(false)
    await start().printed(READY)
  })

  it('works in a long path with blanks', async () => {
    const product = start({ CASELOOM_DATA: join(folder, LONG, LONG) })
    const [, url = ''] = await product.printed(READY)
    expect((await ask(url)).engine).toBe(200)
  })

  it.runIf(process.getuid?.() === 0)('works for an ordinary user with a home of its own', async () => {
    const home = join(folder, 'home of nobody')
    mkdirSync(home)
    chownSync(home, 65_534, 65_534)
    const product = start(
      { HOME: home, CASELOOM_DATA: '', CASELOOM_MASTER_KEY_FILE: '' },
      { uid: 65_534, gid: 65_534, cwd: '/' },
    )
    const [, url = ''] = await product.printed(READY)
    expect((await ask(url)).engine).toBe(200)
    const [, key = ''] = await product.printed(/master key is in (.*)/)
    expect(key).toMatch(/home of nobody\/\.config\/caseloom\/master-[0-9a-f]{8}\.key$/)
    expect(readdirSync(join(home, '.local/share/caseloom'))).toContain('postgres')
  })
})

describe('a launch that cannot succeed', { timeout: 30_000 }, () => {
  async function fails(product: Product): Promise<string> {
    expect(await product.exited).toBe(1)
    expect(existsSync(join(dataDir, 'launch.json'))).toBe(false)
    return product.output()
  }

  it('names the taken port and the next step', async () => {
    const port = await chooseFree()
    const blocker = createServer()
    await new Promise<void>((resolve) => blocker.listen(port, '127.0.0.1', resolve))
    onTestFinished(() => {
      blocker.close()
    })
    const output = await fails(start({ PORT: String(port) }))
    expect(output).toContain(`Port ${port} on 127.0.0.1 is taken by another program.\n→ Stop that program`)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  })

  it.each([
    ['PORT', '4000x', 'Wrong setting PORT'],
    ['HOST', '192.0.2.77', 'is no address of this machine'],
    ['DATABASE_URL', 'mysql://me:s3cret@x', 'Wrong setting DATABASE_URL'],
    ['RESTATE_ADMIN_URL', 'http://127.0.0.1:1', 'Wrong setting RESTATE_INGRESS_URL'],
    ['PG_RUN_AS', 'no-such-user', 'Wrong setting PG_RUN_AS'],
  ])('names the wrong setting %s=%s', async (name, value, message) => {
    if (name === 'PG_RUN_AS' && process.getuid?.() !== 0) return
    const output = await fails(start({ [name]: value }))
    expect(output).toContain(message)
    expect(output).toContain('\n→ ')
    expect(output).not.toContain('s3cret')
    expect(output).not.toContain('    at ')
  })

  it('names a data folder that cannot be made', async () => {
    const output = await fails(start({ CASELOOM_DATA: '/proc/caseloom' }))
    expect(output).toContain('The folder /proc/caseloom cannot be')
    expect(output).toContain('\n→ ')
  })

  it.runIf(process.getuid?.() === 0)('names a data folder its user may not write', async () => {
    const output = await fails(start({}, { uid: 65_534, gid: 65_534, cwd: '/' }))
    expect(output).toContain(`The folder ${dataDir} cannot be written by this user.\n→ Give this user`)
  })

  it.runIf(canMountDisk())('names a full disk, and starts when there is room', async () => {
    await withSmallDisk(join(folder, 'disk'), '20m', async (disk) => {
      const env = { CASELOOM_DATA: join(folder, 'disk', 'data') }
      const output = await fails(start(env))
      expect(output).toMatch(/\nThe disk is full: .*\n→ Free/)
      expect(existsSync(join(folder, 'disk/data/launch.json'))).toBe(false)
      disk.resize('400m')
      const product = start(env)
      await product.printed(READY)
      product.kill('SIGTERM')
      await product.exited
      disk.fill()
      expect(await fails(start(env))).toMatch(/\nThe disk is full: .*\n→ Free/)
    })
  })

  it('names an argument it does not know', async () => {
    const product = start({}, { args: ['--dmeo'] })
    expect(await product.exited).toBe(2)
    expect(product.output()).toContain('Unknown argument --dmeo')
  })

  it('passes on what a process refuses, and stops the rest', async () => {
    const output = await fails(start({ STAND_IN_WEB: 'refuse' }))
    expect(output).toContain('The stand-in was told to refuse.\n→ Tell it otherwise.')
  })

  it('points to the log of a process that crashes at its start', async () => {
    const output = await fails(start({ STAND_IN_WORKER: 'crash' }))
    expect(output).toContain('The worker process ended at its start (exit code 7).')
    expect(output).toContain(join(dataDir, 'logs/worker.log'))
  })

  it('insists on the master key it was made with', async () => {
    const product = start()
    await product.printed(READY)
    product.kill('SIGTERM')
    await product.exited
    rmSync(keyFile)
    expect(await fails(start())).toContain(`The master key file ${keyFile} is missing`)
    const other = join(folder, 'other.key')
    rmSync(join(dataDir, 'master-key.json'))
    const second = start({ CASELOOM_MASTER_KEY_FILE: other })
    await second.printed(READY)
    second.kill('SIGTERM')
    await second.exited
    rmSync(other)
    const third = await fails(start({ CASELOOM_MASTER_KEY_FILE: other }))
    expect(third).toContain('is missing')
  })
})
