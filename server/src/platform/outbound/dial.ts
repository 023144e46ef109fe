import { lookup } from 'node:dns/promises'
import { isIP, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import type { Guard } from './guard.ts'

/** All addresses of a name. */
export type Resolver = (host: string) => Promise<readonly string[]>

export interface DialTarget {
  /** The checked address; the only thing that may be dialled. */
  address: string
  port: number
  /** The name that a certificate must carry; an address when the URL had one. */
  host: string
  protocol: string
}
/** Opens the connection to a checked address. */
export type Dial = (target: DialTarget) => Promise<Socket>

/** The guard said no; carried through the HTTP client as an error and handed on as a value. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
}

const CONNECT_MS = 10_000

export async function systemResolver(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true, order: 'verbatim' })
  return found.map(({ address }) => address)
}

/** Dials by undici's own connector: TCP, and TLS with the name of the URL. */
export function createDial(): Dial {
  const connect = buildConnector({ timeout: CONNECT_MS, allowH2: false })
  return ({ address, port, host, protocol }) =>
    new Promise((resolve, reject) => {
      const named = isIP(host) === 0 && protocol === 'https:' ? { servername: host } : {}
      connect(
        {
          hostname: address,
          host: isIP(host) === 6 ? `[${host}]` : host,
          protocol,
          port: String(port),
          ...named,
        },
        (error, socket) => {
          if (error === null) resolve(socket)
          else reject(error)
        },
      )
    })
}

export interface ConnectorOptions {
  guard: Guard
  resolver: Resolver
  dial: Dial
  privateRangesAllowed: boolean
}

/** A connector for undici that resolves, asks the guard about each address, and dials exactly what was checked. */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  return ({ hostname, port, protocol }, callback) => {
    const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '')
    const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
    const connect = async () => {
      try {
        callback(null, await openGuarded(options, { host, port: number, protocol }))
      } catch (error) {
        callback(error instanceof Error ? error : new Error('Unknown error'), null)
      }
    }
    void connect()
  }
}

/** Resolves, asks the guard about each address, and dials one that it lets pass. */
export async function openGuarded(
  options: ConnectorOptions,
  to: Omit<DialTarget, 'address'>,
): Promise<Socket> {
  const { guard, resolver, dial, privateRangesAllowed } = options
  const found = isIP(to.host) === 0 ? await resolver(to.host) : [to.host]
  let refusal = `${to.host} has no address`
  const open: string[] = []
  for (const address of found) {
    const reason = guard.refusal(to, address, privateRangesAllowed)
    if (reason === null) open.push(address)
    else refusal = reason
  }
  if (open.length === 0) throw found.length === 0 ? new Error(refusal) : new RefusedError(refusal)
  let failure: unknown
  for (const address of open) {
    try {
      return await dial({ ...to, address })
    } catch (error) {
      failure = error
    }
  }
  throw failure
}
