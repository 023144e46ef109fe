import type { TextFormat } from '@caseloom/contract/fields'
import { Email } from '@caseloom/contract/identity'

/** The canonical form of a text, or why it is none. */
export type Formatted = { value: string; fault?: never } | { value?: never; fault: Fault }
interface Fault {
  code: string
  message: string
}

/** Longer texts are of no format; checked first, so that no expression looks at them. */
const LONGEST = 300

/** Reads a text of a format; the same thing written otherwise comes out the same. */
export function readFormat(format: TextFormat, text: string): Formatted {
  if (format === 'plain') return { value: text }
  const trimmed = text.trim()
  const value = trimmed.length > LONGEST ? null : READERS[format](trimmed)
  return value === null ? { fault: FAULTS[format] } : { value }
}

type Formal = Exclude<TextFormat, 'plain'>

const FAULTS: Record<Formal, Fault> = {
  email: { code: 'invalid_email', message: 'Expected an e-mail address such as ana@example.com' },
  ip: {
    code: 'invalid_ip',
    message: 'Expected an IPv4 or IPv6 address, or a network such as 10.0.0.0/8',
  },
  telephone: {
    code: 'invalid_telephone',
    message: 'Expected a telephone number such as +49 30 1234567, at most 15 digits',
  },
  hash: {
    code: 'invalid_hash',
    message: 'Expected an MD5, SHA-1, SHA-256 or SHA-512 hash in hexadecimal digits',
  },
}

const READERS: Record<Formal, (text: string) => string | null> = {
  email: readEmail,
  ip: readIp,
  telephone: readTelephone,
  hash: readHash,
}

/** Analysts write evil[.]com so that nobody clicks. */
function refang(text: string): string {
  return text.replace(/\[([.:@])\]/g, '$1')
}

function readEmail(text: string): string | null {
  const address = refang(text)
    .replace(/^mailto:/i, '')
    .toLowerCase()
  return Email.safeParse(address).success ? address : null
}

function readTelephone(text: string): string | null {
  const digits = text
    .replace(/^tel:/i, '')
    .replace(/^(\+[\d\s]*)\(0\)/, '$1')
    .replace(/[\s().\u00a0/\u2010-\u2015-]/g, '')
    .replace(/^00/, '+')
  return /^\+[1-9]\d{2,14}$|^\d{3,15}$/.test(digits) ? digits : null
}

function readHash(text: string): string | null {
  const isHash = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i.test(text)
  return isHash ? text.toLowerCase() : null
}

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

/** An address, or a network with the bits of its hosts cleared; a network of one address is the address. */
function readIp(text: string): string | null {
  const [address = '', length, ...rest] = refang(text).split('/')
  const bits = bitsOf(address)
  if (bits === null || rest.length > 0) return null
  if (length === undefined) return writeIp(bits)
  const prefix = /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN
  if (!(prefix <= bits.width)) return null
  const hosts = BigInt(bits.width - prefix)
  const network = writeIp({ ...bits, value: (bits.value >> hosts) << hosts })
  return prefix === bits.width ? network : `${network}/${prefix}`
}

interface Bits {
  width: 32 | 128
  value: bigint
}

function bitsOf(address: string): Bits | null {
  const four = IPV4.exec(address)
  if (four !== null) {
    const parts = four.slice(1)
    // A leading zero is octal to some readers: refused rather than guessed.
    if (parts.some((part) => Number(part) > 255 || (part.length > 1 && part.startsWith('0')))) return null
    return { width: 32, value: parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n) }
  }
  if (!address.includes(':') || !/^[0-9a-f:.]+$/i.test(address)) return null
  const host = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1)
  if (host === undefined) return null
  const [head = '', tail] = host.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
  return { width: 128, value: groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n) }
}

/** RFC 5952: lower case, the longest run of zeros as "::". The parser of addresses writes it that way. */
function writeIp({ width, value }: Bits): string {
  const size = width === 32 ? 8n : 16n
  const count = width === 32 ? 4 : 8
  const groups = Array.from({ length: count }, (_none, at) => {
    const shift = size * BigInt(count - 1 - at)
    return (value >> shift) & ((1n << size) - 1n)
  })
  if (width === 32) return groups.join('.')
  const long = groups.map((group) => group.toString(16)).join(':')
  return URL.parse(`http://[${long}]/`)?.hostname.slice(1, -1) ?? long
}

/** By which addresses sort: IPv4 first, then by number, a network before what is in it. */
export function ipSortKey(text: string): string | null {
  const [address = '', length] = text.split('/')
  const bits = bitsOf(address)
  if (bits === null) return null
  const { width, value } = bits
  const prefix = String(length ?? width).padStart(3, '0')
  return `${width === 32 ? 4 : 6}:${value.toString(16).padStart(width / 4, '0')}/${prefix}`
}
