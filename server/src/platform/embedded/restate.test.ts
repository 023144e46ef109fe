import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer as createHttp2Server, type Http2Server } from 'node:http2'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEndpointHandler, type Context, service } from '@restatedev/restate-sdk'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { chooseFree, keepPorts, type Ports } from './ports.ts'
import { isRunning, sendSignal, waitForExit } from './processes.ts'
import { engineDirOf, type RunningRestate, startRestate } from './restate.ts'
import { registerDeployment } from './restate-deployments.ts'

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
  ports = {
    ingress: await chooseFree(),
    admin: await chooseFree(),
    node: await chooseFree(),
    worker: await chooseFree(),
  }
})

afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()))
  rmSync(folder, { recursive: true })
})

async function start(): Promise<RunningRestate> {
  const engine = await startRestate({ dataDir, ports })
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

function call(engine: RunningRestate, path: string, body: unknown): Promise<unknown> {
  return fetch(`${engine.ingressUrl}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then((response) => response.json())
}

describe('the embedded engine', () => {
  it('starts in a long path with blanks, on loopback, and keeps its identity', async () => {
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

  it('is replaced when a killed launch left it running, and goes on with its runs', async () => {
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
    const blocker = createServer()
    await new Promise<void>((resolve) => blocker.listen(ports.ingress, '127.0.0.1', resolve))
    onTestFinished(() => {
      blocker.close()
    })
    await expect(startRestate({ dataDir, ports })).rejects.toThrow(/did not start: .*Address in use/)
  })
})

describe('the ports of a data folder', () => {
  it('stay the same, and only a taken one is replaced', async () => {
    const first = await keepPorts(folder)
    expect(await keepPorts(folder)).toEqual(first)
    expect(new Set(Object.values(first)).size).toBe(4)
    const blocker = createServer()
    await new Promise<void>((resolve) => blocker.listen(first.worker, '127.0.0.1', resolve))
    const second = await keepPorts(folder)
    await new Promise((resolve) => blocker.close(resolve))
    expect({ ...second, worker: first.worker }).toEqual(first)
    expect(second.worker).not.toBe(first.worker)
    expect(JSON.parse(readFileSync(join(folder, 'ports.json'), 'utf8'))).toEqual(second)
  })

  it('are chosen anew when the file is damaged', async () => {
    writeFileSync(join(folder, 'ports.json'), '{"ingress": 3')
    expect((await keepPorts(folder)).ingress).toBeGreaterThanOrEqual(20_000)
  })
})

async function journalHolds(engine: RunningRestate, name: string): Promise<void> {
  await expect
    .poll(() => query(engine, `select name from sys_journal where name = '${name}'`))
    .toHaveLength(1)
}

async function statuses(engine: RunningRestate): Promise<unknown[]> {
  const rows = await query(engine, 'select status from sys_invocation')
  return rows.map((row) => row['status'])
}

async function query(engine: RunningRestate, sql: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${engine.adminUrl}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: sql }),
  })
  if (!response.ok) return []
  // The engine's answer to a query of this file, whose columns are known.
  const answer = (await response.json()) as { rows: Record<string, unknown>[] }
  return answer.rows
}
