import { Agent, type Dispatcher } from 'undici'

/** One interface of the engine, at a web address or at `unix:` and the absolute path of a socket. */
export interface EngineDoor {
  request(request: Omit<Dispatcher.RequestOptions, 'origin'>): Promise<Dispatcher.ResponseData>
  close(): Promise<void>
}

export interface EngineDoorOptions {
  /** Connections held open; default 32. */
  connections?: number
}

/** Opens one interface of the engine; connects at the first request. */
export function engineDoor(address: string, { connections = 32 }: EngineDoorOptions = {}): EngineDoor {
  const socketPath = socketPathOf(address)
  const agent = new Agent({
    connections,
    pipelining: 1,
    keepAliveTimeout: 60_000,
    ...(socketPath === null ? {} : { connect: { socketPath } }),
  })
  const origin = socketPath === null ? new URL(address).origin : 'http://localhost'
  return {
    request: (request) => agent.request({ origin, ...request }),
    close: () => agent.close(),
  }
}

/** The path of an address that is a socket; null for a web address. */
export function socketPathOf(address: string): string | null {
  return address.startsWith('unix:') ? address.slice('unix:'.length) : null
}
