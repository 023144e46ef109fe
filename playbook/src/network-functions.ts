import { refang } from '@caseloom/contract/values/observable-value'
import ipaddr from 'ipaddr.js'
import { spend } from './budget.ts'
import { type Native, stateOf } from './evaluation-state.ts'
import { fault, listOf, textFor } from './own-arguments.ts'

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
  const isFour = ipaddr.IPv4.isValidCIDRFourPartDecimal(text)
  if (!isFour && !ipaddr.IPv6.isValidCIDR(text))
    throw fault('inNetwork', 'takes networks such as 10.0.0.0/8', network)
  const [base, bits] = ipaddr.parseCIDR(text)
  return base.kind() === ip.kind() && ip.match(base, bits)
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
