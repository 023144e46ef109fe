import { connect, createServer, type Server, type Socket } from 'node:net'
import { socketPathOf } from '@caseloom/server/platform/durable/engine-door'
import { startTestRestate, type TestRestate } from './test-restate.ts'

/** An engine that the product reaches over TCP, as a cluster of its own behind a balancer. */
export interface TcpEngine extends TestRestate {
  /** Whether its admin interface accepts connections. */
  setAdminOpen(isOpen: boolean): void
}

export async function startTcpEngine(): Promise<TcpEngine> {
  const restate = await startTestRestate()
  const [ingress, admin] = [await forward(restate.ingressUrl), await forward(restate.adminUrl)]
  return {
    ...restate,
    ingressUrl: ingress.url,
    adminUrl: admin.url,
    setAdminOpen: admin.setOpen,
    async stop() {
      await Promise.all([ingress.close(), admin.close()])
      await restate.stop()
    },
  }
}

interface Forwarder {
  url: string
  setOpen(isOpen: boolean): void
  close(): Promise<void>
}

/** Forwards a free loopback port to the socket of an engine. */
async function forward(address: string): Promise<Forwarder> {
  const path = socketPathOf(address)
  if (path === null) throw new Error('The engine of a test listens on sockets')
  const open = new Set<Socket>()
  let isOpen = true
  const server = createServer((client) => {
    if (!isOpen) {
      client.destroy()
      return
    }
    const engine = connect(path)
    for (const [one, other] of [[client, engine] as const, [engine, client] as const]) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.once('close', () => open.delete(one))
      one.pipe(other)
    }
  })
  const cut = () => open.forEach((socket) => socket.destroy())
  return {
    url: `http://127.0.0.1:${await listening(server)}`,
    setOpen(wanted) {
      isOpen = wanted
      if (!wanted) cut()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cut()
      }),
  }
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
}
