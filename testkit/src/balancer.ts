import { execFile } from 'node:child_process'
import { connect, createServer, type Server, type Socket } from 'node:net'

interface Target {
  host: string
  port: number
  checkPort: number
}
interface Pool {
  bind: { host: string; port: number }
  targets: Target[]
  /** Path that a healthy server answers with 200. */
  path: string | null
  /** Program whose exit code says whether a server is healthy. */
  command: string | null
  /** Whether connections end when their server is marked down. */
  cuts: boolean
}

export interface Balancer {
  close(): Promise<void>
}

const EVERY_MS = 1_000
/** Failed health checks in a row before a server gets no more traffic. */
const FALL = 2

/**
 * A substitute for HAProxy: forwards connections from the frontends of a configuration to the healthy servers of their
 * backends, round-robin, and cuts connections to servers that become unhealthy. TLS and headers pass through unchanged.
 */
export async function startBalancer(configuration: string): Promise<Balancer> {
  const running = await Promise.all(poolsOf(configuration).map(startPool))
  return { close: async () => void (await Promise.all(running.map((stop) => stop()))) }
}

/** Frontends with their servers, as far as this stand-in understands them. */
export function poolsOf(configuration: string): Pool[] {
  const sections = configuration.split(/^(?=(?:frontend|backend|global|defaults)\b)/m)
  const backends = new Map(sections.map((text) => [/^backend (\S+)/.exec(text)?.[1], text]))
  return sections.flatMap((text) => {
    const [, host = '', port = ''] = /^\s+bind (\S+):(\d+)/m.exec(text) ?? []
    const backend = backends.get(/^\s+default_backend (\S+)/m.exec(text)?.[1])
    if (host === '' || backend === undefined) return []
    const targets = [...backend.matchAll(/^\s+server \S+ (\S+):(\d+)(.*)$/gm)].map(
      ([, name = '', at = '', options = '']) => ({
        host: name,
        port: Number(at),
        checkPort: Number(/\bport (\d+)/.exec(options)?.[1] ?? at),
      }),
    )
    return {
      bind: { host, port: Number(port) },
      targets,
      path: /option httpchk GET (\S+)/.exec(backend)?.[1] ?? null,
      command: /external-check command (\S+)/.exec(backend)?.[1] ?? null,
      cuts: backend.includes('on-marked-down shutdown-sessions'),
    }
  })
}

async function startPool(pool: Pool): Promise<() => Promise<void>> {
  const healthy = new Set<Target>()
  const failures = new Map<Target, number>()
  const sockets = new Map<Socket, Target>()
  let turn = 0
  const look = async () => {
    await Promise.all(
      pool.targets.map(async (target) => {
        const failed = (await isHealthy(pool, target)) ? 0 : (failures.get(target) ?? 0) + 1
        failures.set(target, failed)
        if (failed === 0) healthy.add(target)
        if (failed < FALL) return
        healthy.delete(target)
        if (pool.cuts) for (const [socket, of] of sockets) if (of === target) socket.destroy()
      }),
    )
  }
  await look()
  let timer: NodeJS.Timeout
  const lookOn = () => {
    timer = setTimeout(() => void look().then(lookOn), EVERY_MS)
  }
  lookOn()
  const server: Server = createServer((client) => {
    const able = pool.targets.filter((target) => healthy.has(target))
    const target = able[(turn += 1) % Math.max(able.length, 1)]
    if (target === undefined) {
      client.destroy()
      return
    }
    const upstream = connect(target.port, target.host)
    sockets.set(client, target)
    const end = () => {
      sockets.delete(client)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      socket.on('error', end)
      socket.on('close', end)
    }
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(pool.bind.port, pool.bind.host, resolve)
  })
  return async () => {
    clearTimeout(timer)
    for (const socket of sockets.keys()) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
}

function isHealthy({ bind, path, command }: Pool, target: Target): Promise<boolean> {
  if (command !== null) {
    const given = [bind.host, String(bind.port), target.host, String(target.port)]
    return new Promise((resolve) => execFile(command, given, (error) => resolve(error === null)))
  }
  return fetch(`http://${target.host}:${target.checkPort}${path ?? '/'}`, {
    signal: AbortSignal.timeout(5_000),
  }).then(
    async (reply) => {
      await reply.text()
      return reply.ok
    },
    () => false,
  )
}
