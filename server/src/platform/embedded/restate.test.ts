import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer as createHttp2Server, type Http2Server } from 'node:http2'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OTHER_USER, skipUnlessReachable } from '@caseloom/testkit/other-user'
import { createEndpointHandler, type Context, service } from '@restatedev/restate-sdk'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { engineDoor, socketPathOf } from '../durable/engine-door.ts'
import { chooseFree, keepPorts, type Ports } from './ports.ts'
import { isRunning, sendSignal, waitForExit } from './processes.ts'
import { engineDirOf, type RunningRestate, startRestate } from './restate.ts'
import { registerDeployment } from './restate-deployments.ts'
import { LONGEST_SOCKET } from './socket-folder.ts'

const LONG = 'a folder with a name that is far too long for any socket address in this world '
  .repeat(2)
  .trim()

let folder: string
let dataDir: string
let ports: Ports
const engines: RunningRestate[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'caseloom engine '))
  dataDir = join(folder, LONG)
  ports = { worker: await chooseFree() }
})

afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()))
  rmSync(folder, { recursive: true })
})

async function start(): Promise<RunningRestate> {
  const engine = await startRestate({ dataDir })
  engines.push(engine)
  return engine
}

async function startWorker(port: number, identityKeys: string[], answer: string): Promise<Http2Server> {
  const demo = service({
    name: 'Demo',
    handlers: {
      slow: async (ctx: Context) => {
        const first = await ctx.run('first', () => answer)
        await ctx.sleep(1_500)
        return [first, await ctx.run('second', () => answer)]
      },
      hello: async (_ctx: Context, name: string) => `${answer} ${name}`,
    },
  })
  const handler = createEndpointHandler({ services: [demo], identityKeys, logger: () => undefined })
  const server = createHttp2Server(handler)
  const sessions = new Set<{ destroy(): void }>()
  server.on('session', (session) => sessions.add(session))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const session of sessions) session.destroy()
    server.close()
  })
  return server
}

async function post(address: string, path: string, body: unknown) {
  const door = engineDoor(address, { connections: 1 })
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const reply = await door.request({ method: 'POST', path, headers, body: JSON.stringify(body) })
  onTestFinished(() => door.close())
  return reply
}

function call(engine: RunningRestate, path: string, body: unknown): Promise<unknown> {
  return post(engine.ingressUrl, `/${path}`, body).then((reply) => reply.body.json())
}

describe('the embedded engine', () => {
  it('starts in a long path with blanks, and keeps its identity', async () => {
    const engine = await start()
    expect(engine.identityKeys[0]).toMatch(/^publickeyv1_[1-9A-HJ-NP-Za-km-z]{43,44}$/)
    expect(statSync(join(engineDirOf(dataDir), 'identity.pem')).mode & 0o777).toBe(0o600)
    await engine.stop()
    expect(isRunning(engine.process)).toBe(false)
    expect((await start()).identityKeys).toEqual(engine.identityKeys)
  })

  it('signs its requests with the key the worker knows, and no other key is believed', async () => {
    const engine = await start()
    await startWorker(ports.worker, engine.identityKeys, 'good')
    await registerDeployment(engine.adminUrl, `http://127.0.0.1:${ports.worker}`)
    expect(await call(engine, 'Demo/hello', 'day')).toBe('good day')

    const stranger = await chooseFree()
    await startWorker(stranger, ['publickeyv1_2G8dCQhArfvGpzPw5Vx2ALciR4xCLHfS5YaT93XjNxX9'], 'bad')
    await expect(
      registerDeployment(engine.adminUrl, `http://127.0.0.1:${stranger}`, { withinMs: 500 }),
    ).rejects.toThrow()
  })

  it('waits for a worker that starts a moment later', async () => {
    const engine = await start()
    const registered = registerDeployment(engine.adminUrl, `http://127.0.0.1:${ports.worker}`)
    await startWorker(ports.worker, engine.identityKeys, 'late')
    await registered
    expect(await call(engine, 'Demo/hello', 'you')).toBe('late you')
  })

  it('finishes a run at the new address of a worker that had to move', async () => {
    const engine = await start()
    const old = await startWorker(ports.worker, engine.identityKeys, 'old')
    await registerDeployment(engine.adminUrl, `http://127.0.0.1:${ports.worker}`)
    const result = call(engine, 'Demo/slow', null)
    await journalHolds(engine, 'first')
    old.close()
    const moved = await chooseFree()
    await startWorker(moved, engine.identityKeys, 'new')
    await registerDeployment(engine.adminUrl, `http://127.0.0.1:${moved}`)
    expect(await result).toEqual(['old', 'new'])
  })

  it('is replaced when a killed launch left it running, and continues with its runs', async () => {
    const first = await start()
    await startWorker(ports.worker, first.identityKeys, 'w')
    await registerDeployment(first.adminUrl, `http://127.0.0.1:${ports.worker}`)
    const second = await start()
    expect(isRunning(first.process)).toBe(false)
    expect(await call(second, 'Demo/hello', 'again')).toBe('w again')
  })

  it('keeps a run through kill -9, and nothing of what it only needed while it ran', async () => {
    const first = await start()
    await startWorker(ports.worker, first.identityKeys, 'w')
    await registerDeployment(first.adminUrl, `http://127.0.0.1:${ports.worker}`)
    await call(first, 'Demo/slow/send', null)
    await journalHolds(first, 'first')
    sendSignal(first.process.pid, 'SIGKILL')
    await waitForExit(first.process, 5_000)
    await first.ended
    const scratch = () => readdirSync(join(engineDirOf(dataDir), 'scratch'))
    const left = scratch()
    expect(left.length).toBeGreaterThan(0)
    const second = await start()
    expect(scratch().filter((name) => left.includes(name))).toEqual([])
    await expect.poll(() => statuses(second), { timeout: 15_000 }).toEqual(['completed'])
  })

  it('says what is wrong when it cannot start', async () => {
    const socket = join(engineDirOf(dataDir), 'caseloom/ingress.sock')
    mkdirSync(join(socket, 'in the way'), { recursive: true })
    await expect(startRestate({ dataDir })).rejects.toThrow(/The durable engine didn’t start: /)
  })

  it.each(['short', 'long'])(
    'listens on sockets in a closed folder and on no port, in a %s path',
    async (kind) => {
      if (kind === 'short') dataDir = join(folder, 'data')
      const engine = await start()
      const socket = socketPathOf(engine.adminUrl) ?? ''
      expect(Buffer.byteLength(socket)).toBeLessThanOrEqual(LONGEST_SOCKET)
      expect(realpathSync(socket)).toContain(realpathSync(engineDirOf(dataDir)))
      expect(statSync(engineDirOf(dataDir)).mode & 0o777).toBe(0o700)
      const sockets = readdirSync(`/proc/${engine.process.pid}/fd`).flatMap((fd) => {
        const inode = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${engine.process.pid}/fd/${fd}`))?.[1]
        return inode === undefined ? [] : [inode]
      })
      const tables = ['tcp', 'tcp6'].map((name) => readFileSync(`/proc/net/${name}`, 'utf8').split('\n'))
      // The fourth column 0A means that it listens, the tenth is the inode.
      const listening = tables
        .flat()
        .map((line) => line.trim().split(/\s+/))
        .filter((row) => row[3] === '0A')
      expect(listening.length).toBeGreaterThan(0)
      expect(listening.filter((row) => sockets.includes(row[9] ?? ''))).toEqual([])
      await engine.stop()
      if (kind === 'long') expect(existsSync(join(socket, '../../..'))).toBe(false)
    },
  )

  it.runIf(process.getuid?.() === 0)('is out of reach of other users of the machine', async ({ skip }) => {
    skipUnlessReachable(skip)
    chmodSync(folder, 0o711)
    const engine = await start()
    for (const address of [engine.ingressUrl, engine.adminUrl]) {
      const script = `require("node:net").connect(${JSON.stringify(socketPathOf(address))})
        .on("connect", () => process.exit(0)).on("error", (error) => { console.log(error.code); process.exit(3) })`
      const asStranger = spawnSync(process.execPath, ['-e', script], { ...OTHER_USER, encoding: 'utf8' })
      expect([asStranger.status, asStranger.stdout.trim()]).toEqual([3, 'EACCES'])
      expect(spawnSync(process.execPath, ['-e', script]).status).toBe(0)
    }
    const read = spawnSync('cat', [join(engineDirOf(dataDir), 'restate.toml')], { ...OTHER_USER })
    expect(read.status).not.toBe(0)
  })

  it('replaces a folder whose engine listened on ports, with its runs', async () => {
    await startRestate({ dataDir }).then((engine) => engine.stop())
    const file = join(engineDirOf(dataDir), 'restate.toml')
    const [node, ingress, admin] = [await chooseFree(), await chooseFree(), await chooseFree()]
    const tcp = readFileSync(file, 'utf8')
      .replace(/^base-dir.*$/m, `base-dir = ${JSON.stringify(engineDirOf(dataDir))}`)
      .replace(/^advertised-address.*$/m, 'advertised-host = "127.0.0.1"')
      .replace('listen-mode = "unix"', `listen-mode = "tcp"\nbind-ip = "127.0.0.1"\nbind-port = ${node}`)
      .replace('[admin]', `[admin]\nbind-port = ${admin}`)
    writeFileSync(file, `${tcp}\n[ingress]\nbind-port = ${ingress}\n`)
    rmSync(join(engineDirOf(dataDir), 'caseloom'), { recursive: true })
    const binary = createRequire(import.meta.url).resolve(
      `@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`,
    )
    const old = spawn(binary, ['--config-file', file, '--no-logo'], {
      cwd: engineDirOf(dataDir),
      stdio: 'ignore',
    })
    const gone = once(old, 'exit')
    onTestFinished(() => void old.kill('SIGKILL'))
    const identity = readFileSync(join(engineDirOf(dataDir), 'identity.pem'))
    expect(identity.length).toBeGreaterThan(0)
    const adminUrl = `http://127.0.0.1:${admin}`
    await startWorker(ports.worker, [], 'w')
    await registerDeployment(adminUrl, `http://127.0.0.1:${ports.worker}`)
    await expect
      .poll(() =>
        post(`http://127.0.0.1:${ingress}`, '/Demo/slow/send', null).then((reply) => reply.statusCode),
      )
      .toBe(202)
    await expect
      .poll(() => query({ adminUrl }, `select name from sys_journal where name = 'first'`))
      .toHaveLength(1)
    old.kill('SIGKILL')
    await gone
    const engine = await start()
    await expect.poll(() => statuses(engine), { timeout: 15_000 }).toEqual(['completed'])
  })
})

describe('the port of a data folder', () => {
  it('stay the same, and only a taken one is replaced', async () => {
    const first = await keepPorts(folder)
    expect(await keepPorts(folder)).toEqual(first)
    const blocker = createServer()
    await new Promise<void>((resolve) => blocker.listen(first.worker, '127.0.0.1', resolve))
    const second = await keepPorts(folder)
    await new Promise((resolve) => blocker.close(resolve))
    expect(second.worker).not.toBe(first.worker)
    expect(JSON.parse(readFileSync(join(folder, 'ports.json'), 'utf8'))).toEqual(second)
  })

  it('are readable to their user only, and those of an earlier version come along', async () => {
    const file = join(folder, 'ports.json')
    const worker = await chooseFree()
    writeFileSync(file, JSON.stringify({ ingress: 20_001, admin: 20_002, node: 20_003, worker }), {
      mode: 0o644,
    })
    expect(await keepPorts(folder)).toEqual({ worker })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('are chosen again when the file is damaged', async () => {
    writeFileSync(join(folder, 'ports.json'), '{"worker": 3')
    expect((await keepPorts(folder)).worker).toBeGreaterThanOrEqual(20_000)
  })
})

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

async function journalHolds(engine: RunningRestate, name: string): Promise<void> {
  await expect
    .poll(() => query(engine, `select name from sys_journal where name = '${name}'`))
    .toHaveLength(1)
}

async function statuses(engine: RunningRestate): Promise<unknown[]> {
  const rows = await query(engine, 'select status from sys_invocation')
  return rows.map((row) => row['status'])
}

async function query(
  engine: Pick<RunningRestate, 'adminUrl'>,
  sql: string,
): Promise<Record<string, unknown>[]> {
  const reply = await post(engine.adminUrl, '/query', { query: sql }).catch(() => null)
  if (reply?.statusCode !== 200) return []
  // The engine's answer to a query of this file, whose columns are known.
  const answer = (await reply.body.json()) as { rows: Record<string, unknown>[] }
  return answer.rows
}
