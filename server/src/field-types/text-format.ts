import type { TextFormat } from '@caseloom/contract/field-types/text'
import { canonicalIp, canonicalTelephone, ipBits } from '@caseloom/contract/values/formats'
import { Email } from '@caseloom/contract/identity/identity'
import { sanitiseRichText } from './rich-text.ts'

/** The canonical form of a text, or why it is none. */
export type Formatted = { value: string; fault?: never } | { value?: never; fault: Fault }
interface Fault {
  code: string
  message: string
}

/** Longer texts match no format; checked first, so that no regular expression runs on them. */
const LONGEST = 300

/** Reads a text of a format; the same thing written otherwise comes out the same. */
export function readFormat(format: TextFormat, text: string): Formatted {
  if (format === 'plain') return { value: text }
  if (format === 'rich') return { value: sanitiseRichText(text) }
  const trimmed = text.trim()
  const value = trimmed.length > LONGEST ? null : READERS[format](trimmed)
  return value === null ? { fault: FAULTS[format] } : { value }
}

type Formal = Exclude<TextFormat, 'plain' | 'rich'>

const FAULTS: Record<Formal, Fault> = {
  email: { code: 'invalid_email', message: 'Expected an email address such as ana@example.com' },
  ip: {
    code: 'invalid_ip',
    message: 'Expected an IPv4 or IPv6 address or a network such as 10.0.0.0/8',
  },
  telephone: {
    code: 'invalid_telephone',
    message: 'Expected a phone number such as +49 30 1234567, with at most 15 digits',
  },
  hash: {
    code: 'invalid_hash',
    message: 'Expected an MD5, SHA-1, SHA-256, or SHA-512 hash in hexadecimal',
  },
}

const READERS: Record<Formal, (text: string) => string | null> = {
  email: readEmail,
  ip: readIp,
  telephone: canonicalTelephone,
  hash: readHash,
}

/** Analysts write evil[.]com so that no one clicks. */
function refang(text: string): string {
  return text.replace(/\[([.:@])\]/g, '$1')
}

function readEmail(text: string): string | null {
  const address = refang(text)
    .replace(/^mailto:/i, '')
    .toLowerCase()
  return Email.safeParse(address).success ? address : null
}

function readHash(text: string): string | null {
  const isHash = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i.test(text)
  return isHash ? text.toLowerCase() : null
}

function readIp(text: string): string | null {
  return canonicalIp(refang(text))
}

/** By which addresses sort: IPv4 first, then by number, a network before what is in it. */
export function ipSortKey(text: string): string | null {
  const [address = '', length] = text.split('/')
  const bits = ipBits(address)
  if (bits === null) return null
  const { width, value } = bits
  const prefix = String(length ?? width).padStart(3, '0')
  return `${width === 32 ? 4 : 6}:${value.toString(16).padStart(width / 4, '0')}/${prefix}`
}
