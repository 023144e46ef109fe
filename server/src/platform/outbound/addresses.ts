import { isIP } from 'node:net'

/** `private` addresses are open to tenants with the switch for it, `refused` ones to the operator's allow list only. */
export type AddressKind = 'public' | 'private' | 'refused'
export interface AddressClass {
  kind: AddressKind
  /** What the address is, for the message of a refusal. */
  what: string
}

type Rule = readonly [cidr: string, kind: AddressKind, what: string]

// IANA special-purpose registries (RFC 6890 and its updates); the first match counts.
const RULES_V4: readonly Rule[] = [
  ['0.0.0.0/8', 'refused', 'unspecified'],
  ['127.0.0.0/8', 'refused', 'loopback'],
  ['169.254.0.0/16', 'refused', 'link-local'],
  ['100.100.100.200/32', 'refused', 'metadata'],
  // The machine's host at Azure: public by its number, reached from inside only.
  ['168.63.129.16/32', 'refused', 'metadata'],
  ['192.0.0.0/24', 'refused', 'reserved'],
  ['192.0.2.0/24', 'refused', 'reserved'],
  ['192.88.99.0/24', 'refused', 'reserved'],
  ['198.18.0.0/15', 'refused', 'reserved'],
  ['198.51.100.0/24', 'refused', 'reserved'],
  ['203.0.113.0/24', 'refused', 'reserved'],
  ['224.0.0.0/4', 'refused', 'multicast'],
  ['255.255.255.255/32', 'refused', 'broadcast'],
  ['240.0.0.0/4', 'refused', 'reserved'],
  ['10.0.0.0/8', 'private', 'private'],
  ['100.64.0.0/10', 'private', 'shared'],
  ['172.16.0.0/12', 'private', 'private'],
  ['192.168.0.0/16', 'private', 'private'],
  ['0.0.0.0/0', 'public', 'public'],
]
const RULES_V6: readonly Rule[] = [
  ['::/128', 'refused', 'unspecified'],
  ['::1/128', 'refused', 'loopback'],
  ['fe80::/10', 'refused', 'link-local'],
  ['fec0::/10', 'refused', 'site-local'],
  ['ff00::/8', 'refused', 'multicast'],
  ['fd00:ec2::254/128', 'refused', 'metadata'],
  ['fd20:ce::254/128', 'refused', 'metadata'],
  ['fc00::/7', 'private', 'private'],
  ['2001::/23', 'refused', 'reserved'],
  ['2001:db8::/32', 'refused', 'reserved'],
  ['3fff::/20', 'refused', 'reserved'],
  ['2000::/3', 'public', 'public'],
  ['::/0', 'refused', 'reserved'],
]

/** IPv6 forms that carry an IPv4 address, by prefix, with the bit at which it ends: it is the one that is reached. */
const CARRIERS: readonly (readonly [cidr: string, end: bigint])[] = [
  ['::ffff:0:0/96', 0n],
  ['::ffff:0:0:0/96', 0n],
  ['64:ff9b::/96', 0n],
  ['2002::/16', 80n],
]

interface Parsed {
  bits: 32 | 128
  value: bigint
}

/** What kind of address this is; an IPv6 form of an IPv4 address is what its IPv4 address is. */
export function classify(address: string): AddressClass {
  const parsed = parseAddress(address)
  return parsed === null ? { kind: 'refused', what: 'unreadable' } : classOf(parsed)
}

/** True when both texts are spellings of one address. */
export function sameAddress(one: string, other: string): boolean {
  const [a, b] = [parseAddress(one), parseAddress(other)]
  return a !== null && b !== null && a.bits === b.bits && a.value === b.value
}

function classOf(parsed: Parsed): AddressClass {
  const carried = carriedV4(parsed)
  if (carried !== null) return classOf(carried)
  const rules = parsed.bits === 32 ? RULES_V4 : RULES_V6
  const [, kind, what] = rules.find(([cidr]) => contains(cidr, parsed)) ?? ['', 'refused', 'reserved']
  return { kind, what }
}

function carriedV4(parsed: Parsed): Parsed | null {
  if (parsed.bits === 32) return null
  const carrier = CARRIERS.find(([cidr]) => contains(cidr, parsed))
  if (carrier !== undefined) return lowV4(parsed.value >> carrier[1])
  // Compatible form ::a.b.c.d, but for :: and ::1 which have meanings of their own.
  if (parsed.value >> 32n === 0n && parsed.value > 1n) return lowV4(parsed.value)
  // ISATAP (RFC 5214): …:0:5efe:a.b.c.d or …:200:5efe:a.b.c.d in any network.
  const marker = (parsed.value >> 32n) & 0xffff_ffffn
  return marker === 0x0000_5efen || marker === 0x0200_5efen ? lowV4(parsed.value) : null
}

function lowV4(value: bigint): Parsed {
  return { bits: 32, value: value & 0xffff_ffffn }
}

function contains(cidr: string, address: Parsed): boolean {
  const [base = '', length = ''] = cidr.split('/')
  const network = parseAddress(base)
  if (network === null || network.bits !== address.bits) return false
  const shift = BigInt(address.bits) - BigInt(length)
  return network.value >> shift === address.value >> shift
}

/** An address in canonical text form, zone id ignored; null when it is none. */
function parseAddress(text: string): Parsed | null {
  const address = text.replace(/%.*$/, '')
  const family = isIP(address)
  if (family === 4) return { bits: 32, value: v4Value(address) }
  return family === 6 ? { bits: 128, value: v6Value(address) } : null
}

function v4Value(address: string): bigint {
  return address.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n)
}

function v6Value(address: string): bigint {
  const [head = '', tail] = address.split('::')
  const left = groupsOf(head)
  const right = tail === undefined ? [] : groupsOf(tail)
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => 0n)
  return [...left, ...zeros, ...right].reduce((value, group) => (value << 16n) | group, 0n)
}

function groupsOf(text: string): bigint[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [BigInt(`0x${group}`)]
    const value = v4Value(group)
    return [value >> 16n, value & 0xffffn]
  })
}
