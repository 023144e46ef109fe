import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { HostPort } from '../settings.ts'
import { classify, sameAddress } from './addresses.ts'

export interface GuardOptions {
  /** Addresses that may be reached although they lie on loopback, link-local or private ranges. */
  allow: readonly HostPort[]
  /** Ports on which the product itself listens. */
  ownPorts: readonly number[]
  /** Addresses of this machine; its network interfaces when absent. */
  ownAddresses?: () => readonly string[]
}

/** Where a request wants to go, before any name is resolved. */
export interface Target {
  url: URL
  /** Lower case, without brackets and without dots at its end. */
  host: string
  port: number
}

export type Checked = { target: Target } | { refused: string }

const METADATA_NAMES =
  /^(metadata|instance-data|metadata\.(google\.internal|goog|azure\.internal|tencentyun\.com))$/

/** The one place that decides where the product may send packets. */
export interface Guard {
  /** Reads an address as browsers do, so that every spelling of a host is the host it means. */
  check(url: string, privateRangesAllowed: boolean): Checked
  /** Why this resolved address may not be dialled for the target; null when it may. */
  refusal(
    target: Pick<Target, 'host' | 'port'>,
    address: string,
    privateRangesAllowed: boolean,
  ): string | null
}

export function createGuard(options: GuardOptions): Guard {
  const ownAddresses = options.ownAddresses ?? interfaceAddresses
  const refusal: Guard['refusal'] = (target, address, privateRangesAllowed) => {
    if (isListed(options.allow, target, address)) return null
    const { kind, what } = classify(address)
    if (kind === 'refused') return `${target.host} resolves to a ${what} address, which isn’t allowed`
    const own = ownAddresses().some((mine) => sameAddress(mine, address))
    // Behind NAT the product may also be reached by a private address that no interface of its own has.
    if (options.ownPorts.includes(target.port) && (own || kind === 'private'))
      return `${target.host}:${target.port} is this product itself`
    if (kind === 'private' && !privateRangesAllowed)
      return `${target.host} resolves to a ${what} address, which is turned off for this tenant`
    return null
  }
  return {
    refusal,
    check(text, privateRangesAllowed) {
      const read = readTarget(text)
      if ('refused' in read) return read
      const { target } = read
      const reason = isIP(target.host) === 0 ? null : refusal(target, target.host, privateRangesAllowed)
      if (reason !== null) return { refused: reason }
      if (METADATA_NAMES.test(target.host) && !isListed(options.allow, target, ''))
        return { refused: `${target.host} is a metadata service, which isn’t allowed` }
      return read
    },
  }
}

function readTarget(text: string): Checked {
  // eslint-disable-next-line no-control-regex -- the URL parser drops these silently
  if (/[\u0000-\u0020\u007f\\]/.test(text))
    return { refused: 'The URL contains spaces, control characters, or backslashes' }
  const url = URL.parse(text)
  if (url === null) return { refused: 'The URL isn’t valid' }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { refused: `Only http and https are allowed, not ${url.protocol.slice(0, 20)}` }
  if (url.username !== '' || url.password !== '')
    return { refused: 'The URL can’t contain credentials. Use the Authorization header.' }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '')
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  if (host === '' || port === 0) return { refused: 'The address has no host or port' }
  return { target: { url, host, port } }
}

function isListed(
  allow: readonly HostPort[],
  target: Pick<Target, 'host' | 'port'>,
  address: string,
): boolean {
  return allow.some(
    ({ host, port }) =>
      port === target.port && (host.replace(/\.+$/, '') === target.host || sameAddress(host, address)),
  )
}

function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))
}
