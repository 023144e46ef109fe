import { randomInt } from 'node:crypto'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROW_FAULT } from '@caseloom/server/platform/database/rows'
import { identify, sendSignal, stopProcess, waitForExit } from '@caseloom/server/platform/embedded/processes'
import { removeSocketFolderOf } from '@caseloom/server/platform/embedded/socket-folder'
import { makeScratchFolder, removeScratchFolder } from './scratch-folder.ts'
import { mountTightDisk, type TightDisk } from './small-disk.ts'

/** The test tool names the bundle that users start; without it, the sources run. */
const START =
  process.env['CASELOOM_TEST_SERVER'] ?? fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/caseloom-code/', import.meta.url))
const UP_WITHIN_MS = 90_000

/** The parts of a running product that a test may kill. */
export type Part = 'web' | 'worker' | 'engine' | 'database' | 'launcher'

/** The product as a user starts it: launcher, database, engine, web and worker as real processes. */
export interface Product {
  /** Where it answers, without a slash at the end. */
  address: string
  dataDir: string
  /** The disk of its data, where it was given one. */
  disk: TightDisk | null
  /** Everything printed so far. */
  printed(): string
  /** The installer's one-time code, once it was printed. */
  installCode(): Promise<string>
  /** Address of its embedded database for the superuser, who sees every row. */
  databaseUrl(): string
  /** Process ids of a part, from the process table. */
  pids(part: Part): number[]
  /** Asks a part to stop as its operator would (SIGTERM); the launcher starts it again. */
  stopPart(part: Exclude<Part, 'launcher'>): void
  /** Kills a part with SIGKILL; the launcher with all its children. */
  kill(part: Part): void
  /** Starts again after the launcher was killed or stopped, on the same data and port. */
  restart(): Promise<void>
  /** Waits until the readiness route answers 200. */
  ready(): Promise<void>
  /** Starts one more web process on the same database and engine, as behind a balancer; ends with the product. */
  addWeb(): Promise<string>
  stop(): Promise<void>
  /** Kills its remaining processes, because nothing is retained, and removes its data. Throws if it logged a row that its schema refused. */
  dispose(): Promise<void>
}

/** The process that started all others of a running product. */
export function launcherOf(product: Pick<Product, 'pids'>): number {
  const [launcher] = product.pids('launcher')
  if (launcher === undefined) throw new Error('The product is not running')
  return launcher
}

/**
 * Starts a product of its own on a free port and scratch data. `env` adds settings, `from` is a stopped one to copy, and
 * `diskSize` (`3g`) puts its data on a disk of its own, which needs root.
 */
export async function startProduct(
  env: Record<string, string> = {},
  from?: Pick<Product, 'dataDir'>,
  diskSize: string | null = null,
): Promise<Product> {
  const dataDir = await makeScratchFolder()
  const disk = diskSize === null ? null : mountTightDisk(join(dataDir, 'data'), diskSize)
  if (from !== undefined) copyData(from.dataDir, dataDir)
  const port = await freePort()
  const address = `http://localhost:${port}`
  const settings = {
    ...process.env,
    PORT: String(port),
    CASELOOM_DATA: `${dataDir}/data`,
    CASELOOM_MASTER_KEY_FILE: `${dataDir}/master.key`,
    // Alerts that arrive on their own would change what tests see.
    CASELOOM_DEMO_ACTIVITY: '0',
    // What one product compiled the next one need not.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? COMPILED,
    ...env,
  }
  let running = launch(settings)
  const added: ChildProcess[] = []
  const product: Product = {
    address,
    dataDir,
    disk,
    printed: () => running.printed(),
    installCode: () => printedCode(running),
    databaseUrl() {
      const own = procText(product.pids('web')[0], 'environ')
      const url = /(?:^|\0)DATABASE_URL=([^\0]+)/.exec(own)?.[1]
      if (url === undefined) throw new Error('The product has no embedded database')
      return url.replace(/\/\/[^@/]+@/, '//postgres@')
    },
    pids: (part) => pidsOf(part, running.child.pid),
    stopPart(part) {
      for (const pid of product.pids(part)) sendSignal(pid, 'SIGTERM')
    },
    kill(part) {
      const victims = part === 'launcher' ? descendants(running.child.pid) : product.pids(part)
      if (victims.length === 0) throw new Error(`No process of the part ${part} is running`)
      for (const pid of victims) sendSignal(pid, 'SIGKILL')
    },
    async restart() {
      if (running.child.exitCode === null && running.child.signalCode === null)
        await once(running.child, 'exit')
      running = launch(settings)
      await product.ready()
    },
    ready: () => whenReady(address, running),
    async addWeb() {
      const [web] = product.pids('web')
      const own = procText(web, 'environ').split('\0').filter(Boolean)
      const known = Object.fromEntries(
        own.map((entry) => [entry.split('=')[0] ?? '', entry.replace(/^[^=]*=/, '')]),
      )
      const another = await freePort()
      const { NODE_CHANNEL_FD: _channel, ...env } = known
      const child = spawn(process.execPath, [START], {
        env: { ...env, PORT: String(another) },
        stdio: 'ignore',
      })
      added.push(child)
      const place = `http://localhost:${another}`
      await whenReady(place, { child, printed: () => 'one more web process' })
      return place
    },
    async stop() {
      for (const child of added.splice(0)) await stopLauncher(child)
      await stopLauncher(running.child)
    },
    async dispose() {
      for (const child of added.splice(0)) child.kill('SIGKILL')
      await killProduct(running.child.pid)
      removeSocketFolderOf(`${dataDir}/data`)
      const faults = rowFaults(`${dataDir}/data/logs`)
      removeScratchFolder(dataDir)
      if (faults.length > 0) throw new Error(`Statements and their schemas disagree:\n${faults.join('\n')}`)
    },
  }
  try {
    await product.ready()
  } catch (error) {
    await product.dispose()
    throw error
  }
  return product
}

/** Log lines of rows that a schema refused; no product may have any. */
function rowFaults(logs: string): string[] {
  if (!existsSync(logs)) return []
  const lines = readdirSync(logs).flatMap((name) => readFileSync(join(logs, name), 'utf8').split('\n'))
  return lines.filter((line) => line.includes(ROW_FAULT)).slice(0, 5)
}

/** Files keep their owner: the database runs as another user than root. Ports are each product's own. */
function copyData(from: string, to: string): void {
  execFileSync('cp', ['-a', join(from, 'data'), join(from, 'master.key'), to])
  rmSync(join(to, 'data/ports.json'), { force: true })
}

interface Launched {
  child: ChildProcess
  printed(): string
}

function launch(env: NodeJS.ProcessEnv): Launched {
  const child = spawn(process.execPath, [START], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  const keep = (chunk: Buffer) => {
    printed = (printed + chunk.toString()).slice(-200_000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  return { child, printed: () => printed }
}

/** The printed address carries it; it follows the line that reports readiness. */
async function printedCode({ child, printed }: Launched): Promise<string> {
  for (;;) {
    const code = /\/install\?code=([\w-]+)/.exec(printed())?.[1]
    if (code !== undefined) return code
    if (child.exitCode !== null || child.stdout === null)
      throw new Error(`No code was printed:\n${printed()}`)
    await once(child.stdout, 'data')
  }
}

async function whenReady(address: string, launched: Launched): Promise<void> {
  const deadline = Date.now() + UP_WITHIN_MS
  while (Date.now() < deadline) {
    if (launched.child.exitCode !== null) throw new Error(`The product ended:\n${launched.printed()}`)
    // Degraded is enough for a balancer; a test waits until every part is fine.
    const up = await fetch(`${address}/api/ready`).then(
      async (reply) => reply.ok && /"status":"ready"/.test(await reply.text()),
      () => false,
    )
    if (up) return
    // The product reports its readiness only over HTTP: polling is the event.
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The product did not come up within ${UP_WITHIN_MS / 1000} s:\n${launched.printed()}`)
}

/** Nothing of its data is needed any more. The launcher goes first, so that it starts nothing again. */
async function killProduct(launcher: number | undefined): Promise<void> {
  const processes = descendants(launcher).flatMap((pid) => {
    const command = procText(pid, 'cmdline').replaceAll('\0', ' ')
    const identity = identify(pid)
    // PostgreSQL's own processes end with their server.
    if (identity === null || command.startsWith('postgres:')) return []
    // At this signal it ends immediately and leaves no shared memory behind.
    const signal = MARKS.database(command, undefined) ? 'SIGQUIT' : 'SIGKILL'
    return { identity, signal } as const
  })
  for (const { identity, signal } of processes) sendSignal(identity.pid, signal)
  for (const { identity } of processes)
    if (!(await waitForExit(identity, 10_000))) await stopProcess(identity, KILL)
}

const KILL = [{ signal: 'SIGKILL', waitMs: 5_000 }] as const

async function stopLauncher(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const MARKS: Record<Exclude<Part, 'launcher'>, (command: string, role: string | undefined) => boolean> = {
  web: (_command, role) => role === 'web',
  worker: (_command, role) => role === 'worker',
  engine: (command) => /restate-server/.test(command),
  database: (command) => /\bpostgres\b.*-D|bin\/postgres/.test(command),
}

function pidsOf(part: Part, launcher: number | undefined): number[] {
  if (part === 'launcher') return launcher === undefined ? [] : [launcher]
  return descendants(launcher).filter((pid) => {
    const command = procText(pid, 'cmdline').replaceAll('\0', ' ')
    const role = /(?:^|\0)CASELOOM_ROLE=(\w+)/.exec(procText(pid, 'environ'))?.[1]
    return pid !== launcher && MARKS[part](command, role)
  })
}

/** The process and everything below it, parents first; none when it could not be started. */
function descendants(root: number | undefined): number[] {
  if (root === undefined) return []
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = procText(Number(name), 'stat')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const found: number[] = []
  const walk = (pid: number) => {
    found.push(pid)
    for (const child of children.get(pid) ?? []) walk(child)
  }
  walk(root)
  return found
}

function procText(pid: number | undefined, file: string): string {
  if (pid === undefined) return ''
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Below the ports that systems give to servers and connections that name none: no other test gets it meanwhile. */
const PORTS = { from: 20_000, to: 32_000 }

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (await isFree(port)) return port
  }
  throw new Error('No free port was found')
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
