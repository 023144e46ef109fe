import { refang } from '@caseloom/contract/values/observable-value'
import ipaddr from 'ipaddr.js'
import { spend } from './budget.ts'
import { type Native, stateOf } from './evaluation-state.ts'
import { charged, fault, listOf, textFor } from './own-arguments.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Functions about addresses; defanged ones are accepted. */
export function networkFunctions(): Record<string, Native> {
  return {
    inNetwork(address: unknown, networks: unknown) {
      if (address === undefined || networks === undefined) return undefined
      const ip = addressOf('inNetwork', address)
      const all = listOf(networks)
      spend(stateOf(this.environment).budget, all.length)
      return all.some((network) => isIn(ip, network))
    },
    addressKind(address: unknown) {
      if (address === undefined) return undefined
      const range = addressOf('addressKind', address).range()
      if (range === 'unicast') return 'public'
      return range === 'uniqueLocal' ? 'private' : range
    },
    networkRange(network: unknown) {
      return network === undefined ? undefined : rangeOf(network)
    },
    addressToNumber(address: unknown) {
      if (address === undefined) return undefined
      const ip = addressOf('addressToNumber', address)
      const number = numberOf(ip)
      return ip.kind() === 'ipv4' ? Number(number) : String(number)
    },
    numberToAddress(number: unknown) {
      return number === undefined ? undefined : addressFrom(number)
    },
    async domainParts(domain: unknown) {
      if (domain === undefined) return undefined
      const host = hostOf(charged(this, textFor('domainParts', domain)))
      if (host === undefined)
        throw fault('domainParts', 'takes a domain, a host, a URL, or an email address', domain)
      return (await import('./domain-parts.ts')).domainPartsOf(host)
    },
    urlParts(url: unknown) {
      if (url === undefined) return undefined
      const text = refang(textFor('urlParts', url).trim())
      const parts = URL.parse(text)
      if (parts === null) throw fault('urlParts', 'takes a URL with its scheme', url)
      return {
        scheme: parts.protocol.slice(0, -1),
        host: parts.hostname,
        port: parts.port === '' ? null : Number(parts.port),
        path: parts.pathname,
        query: queryOf(parts.searchParams),
        fragment: parts.hash.slice(1),
      }
    },
  }
}

function addressOf(name: string, value: unknown): Address {
  const text = refang(textFor(name, value).trim())
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
  if (!isAddress) throw fault(name, 'takes an IP address', value)
  return ipaddr.process(text)
}

function isIn(ip: Address, network: unknown): boolean {
  const text = refang(textFor('inNetwork', network).trim())
  if (!text.includes('/')) return addressOf('inNetwork', text).toString() === ip.toString()
  const [base, bits] = networkOf('inNetwork', text, network)
  return base.kind() === ip.kind() && ip.match(base, bits)
}

function networkOf(name: string, text: string, network: unknown): [Address, number] {
  const isFour = ipaddr.IPv4.isValidCIDRFourPartDecimal(text)
  if (!isFour && !ipaddr.IPv6.isValidCIDR(text))
    throw fault(name, 'takes networks such as 10.0.0.0/8', network)
  return ipaddr.parseCIDR(text)
}

/** First and last address of a network; a single address is a network of its own. */
function rangeOf(network: unknown): object {
  const text = refang(textFor('networkRange', network).trim())
  const whole = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`
  const [base, bits] = networkOf('networkRange', whole, network)
  const free = BigInt(base.toByteArray().length * 8 - bits)
  const first = (numberOf(base) >> free) << free
  const size = 1n << free
  const [start, end] = [addressAt(first, base.kind()), addressAt(first + size - 1n, base.kind())]
  return { network: `${start}/${bits}`, first: start, last: end, size: exact(size) }
}

function numberOf(ip: Address): bigint {
  return ip.toByteArray().reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
}

function addressAt(number: bigint, kind: 'ipv4' | 'ipv6'): string {
  const bytes = kind === 'ipv4' ? 4 : 16
  const parts = Array.from({ length: bytes }, (_none, at) =>
    Number((number >> BigInt(8 * (bytes - 1 - at))) & 255n),
  )
  return ipaddr.fromByteArray(parts).toString()
}

/** A number, or its digits as text where JSON would round it. */
function exact(number: bigint): number | string {
  return number <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(number) : String(number)
}

const HIGHEST = { ipv4: 2n ** 32n - 1n, ipv6: 2n ** 128n - 1n }

/** What `addressToNumber` returned: a number is IPv4, text is IPv6. */
function addressFrom(number: unknown): string {
  const kind = typeof number === 'number' ? 'ipv4' : 'ipv6'
  const digits = typeof number === 'number' || typeof number === 'string' ? String(number) : ''
  if (!/^\d{1,39}$/.test(digits) || BigInt(digits) > HIGHEST[kind])
    throw fault(
      'numberToAddress',
      'takes a number from 0 to 4294967295, or the digits of an IPv6 address',
      number,
    )
  return addressAt(BigInt(digits), kind)
}

/** The host that a domain, a URL, or an email address names, in ASCII. */
function hostOf(text: string): string | undefined {
  const bare = refang(text.trim()).replace(/^(?:mailto:|[a-z][a-z0-9+.-]*:\/\/)/i, '')
  const host = URL.parse(`http://${bare}`)?.hostname.replace(/\.$/, '')
  return host === '' ? undefined : host
}

/** Each parameter with its value; one that is repeated has a list of them. */
function queryOf(params: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(params.keys())].map((key) => {
      const [first = '', ...others] = params.getAll(key)
      return [key, others.length === 0 ? first : [first, ...others]]
    }),
  )
}
