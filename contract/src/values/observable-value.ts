import type { ObservableKind } from './case-fields.ts'
import { cleanText } from './normalize-text.ts'
import { canonicalIp, canonicalTelephone } from './formats.ts'
import { fileExtension, isTopLevelDomain } from './top-level-domains.ts'

/** Longer values are none: the longest addresses of phishing kits have about 2,000 characters. */
const LONGEST = 4_000

/** Analysts write hxxp://evil[.]com so that no one clicks; this is the real thing. */
export function refang(text: string): string {
  return text
    .replace(/[[({]\s?(?:\.|dot|punkt)\s?[\])}]|\\\.(?=[a-z0-9])/gi, '.')
    .replace(/\[(:|\/|:\/\/|@)\]/g, '$1')
    .replace(/[[(]\s?at\s?[\])]/gi, '@')
    .replace(/\bh(?:xx|\*\*|tt)p(s?)(:\/\/|:\\\\)/gi, 'http$1://')
    .replace(/\bfxp:\/\//gi, 'ftp://')
}

/** A value as it can be shown and mailed without becoming a link. */
export function defang(kind: ObservableKind, value: string): string {
  switch (kind) {
    case 'url':
      return value
        .replace(/^http/i, 'hxxp')
        .replace(/^ftp/i, 'fxp')
        .replace(/^([a-z]+:\/\/[^/?#]*)/i, (origin) => origin.replaceAll('.', '[.]'))
    case 'domain':
    case 'host':
    case 'ipv4':
    case 'cidr':
      return value.replaceAll('.', '[.]')
    case 'email':
      return value.replace('@', '[@]').replaceAll('.', '[.]')
    default:
      return value
  }
}

/** The value in the one form of its kind, so that equal ones are found whatever was typed; null when it is none. */
export function canonicalObservable(kind: ObservableKind, text: string): string | null {
  const value = cleanText(text).trim()
  if (value === '' || value.length > LONGEST) return null
  return READERS[kind](value)
}

/** What a value is, and its one form; anything may be `other`. Null when it is empty or too long. */
export function recognizeObservable(text: string): { kind: ObservableKind; value: string } | null {
  for (const kind of RECOGNIZED) {
    const value = canonicalObservable(kind, text)
    if (value !== null && isPlain(kind, value, text)) return { kind, value }
  }
  const value = canonicalObservable('other', text)
  return value === null ? null : { kind: 'other', value }
}

/** In this order: what has the narrowest form first. */
const RECOGNIZED: readonly ObservableKind[] = [
  'cve',
  'ipv4',
  'ipv6',
  'cidr',
  'url',
  'mac',
  'md5',
  'sha1',
  'sha256',
  'sha512',
  'asn',
  'registry-key',
  'email',
  'crypto-address',
  'domain',
  'file-name',
  'path',
  'phone',
]

/** Some forms take more than anyone means by a bare value. */
function isPlain(kind: ObservableKind, value: string, text: string): boolean {
  if (kind === 'asn') return /^as/i.test(text.trim())
  if (kind === 'phone') return value.startsWith('+')
  if (kind === 'path') return /^(?:[a-z]:\\|\\\\|\/)\S/i.test(value)
  if (kind === 'file-name') return fileExtension(value) !== null
  if (kind !== 'domain') return true
  const labels = value.split('.')
  if (labels.length === 2 && fileExtension(value) !== null) return false
  return isTopLevelDomain(labels.at(-1) ?? '') || text.includes('[') || text.includes('(')
}

const HEX = /^[0-9a-f]+$/i
const ROOTS: Record<string, string> = {
  HKLM: 'HKEY_LOCAL_MACHINE',
  HKCU: 'HKEY_CURRENT_USER',
  HKCR: 'HKEY_CLASSES_ROOT',
  HKU: 'HKEY_USERS',
  HKCC: 'HKEY_CURRENT_CONFIG',
}

const READERS: Record<ObservableKind, (text: string) => string | null> = {
  ipv4: (text) => address(text, (ip) => !ip.includes(':')),
  ipv6: (text) => address(text, (ip) => ip.includes(':')),
  cidr: network,
  domain: (text) => hostName(text, 2),
  host: (text) => hostName(text, 1),
  url,
  email,
  subject: oneLine,
  'message-id': (text) => matching(text.replace(/^<(.*)>$/, '$1'), /^[^\s<>]+@[^\s<>]+$/),
  'file-name': (text) => (text.length > 255 ? null : matching(text, /^[^/\\\n\r]+$/)),
  path: oneLine,
  md5: (text) => hash(text, 32),
  sha1: (text) => hash(text, 40),
  sha256: (text) => hash(text, 64),
  sha512: (text) => hash(text, 128),
  'registry-key': registryKey,
  process: oneLine,
  mutex: oneLine,
  'user-agent': oneLine,
  user: (text) => oneLine(text)?.toLowerCase() ?? null,
  mac,
  asn,
  cve: (text) => matching(text.replace(/^cve[\s_-]*/i, 'CVE-'), /^CVE-(?:19|20)\d\d-\d{4,7}$/),
  certificate: (text) => {
    const bare = text.replace(/[\s:]/g, '')
    return HEX.test(bare) && bare.length >= 8 && bare.length <= 128 ? bare.toLowerCase() : null
  },
  phone: (text) => (/\d.*\d.*\d.*\d.*\d/.test(text) ? canonicalTelephone(text) : null),
  'crypto-address': cryptoAddress,
  other: oneLine,
}

function matching(text: string, form: RegExp): string | null {
  return form.test(text) ? text : null
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

function hash(text: string, length: number): string | null {
  return text.length === length && HEX.test(text) ? text.toLowerCase() : null
}

function address(text: string, fits: (ip: string) => boolean): string | null {
  const bare = refang(text).replace(/^\[(.*)\]$/, '$1')
  const ip = bare.includes('/') ? null : canonicalIp(bare)
  return ip !== null && fits(ip) ? ip : null
}

function network(text: string): string | null {
  const bare = refang(text)
  const found = bare.includes('/') ? canonicalIp(bare) : null
  if (found === null || found.includes('/')) return found
  return `${found}/${found.includes(':') ? 128 : 32}`
}

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/

function hostName(text: string, least: number): string | null {
  const bare = refang(text).replace(/\.$/, '').replace(/^\*\./, '')
  if (bare.length > 253 || /[\s/\\:@?#[\]<>"'%]/.test(bare)) return null
  // The parser of addresses writes names of every script in their one ASCII form, and bare numbers as an address.
  const name = bare.includes('_') ? bare.toLowerCase() : URL.parse(`http://${bare}/`)?.hostname
  if (name === undefined || /^[\d.]+$/.test(name)) return null
  const labels = name.split('.')
  if (labels.length < least || !labels.every((label) => LABEL.test(label))) return null
  const last = labels.at(-1) ?? ''
  return labels.length === 1 || /^(?:[a-z]{2,24}|xn--[a-z0-9-]+)$/.test(last) ? name : null
}

function url(text: string): string | null {
  const bare = refang(text)
  if (!/^[a-z][a-z0-9+.-]{1,20}:\/\/[^\s]+$/i.test(bare)) return null
  const parsed = URL.parse(bare)
  if (parsed === null || (parsed.hostname === '' && parsed.protocol !== 'file:')) return null
  // The href of a page without a path ends in a slash; everyone writes it without.
  return parsed.pathname === '/' && parsed.search === '' && parsed.hash === '' && !bare.endsWith('/')
    ? parsed.href.replace(/\/$/, '')
    : parsed.href
}

function email(text: string): string | null {
  const bare = refang(text)
    .replace(/^mailto:/i, '')
    .replace(/^<(.*)>$/, '$1')
  const at = bare.lastIndexOf('@')
  const local = bare.slice(0, at).toLowerCase()
  const host = at < 1 ? null : hostName(bare.slice(at + 1), 2)
  if (host === null || local.length > 64 || !/^[^\s@<>"(),:;\\[\]]+$/.test(local)) return null
  return `${local}@${host}`
}

function registryKey(text: string): string | null {
  const [root = '', ...rest] = text.replaceAll('/', '\\').replace(/\\+$/, '').split(/\\+/)
  const upper = root.toUpperCase().replace(/:$/, '')
  const name = ROOTS[upper] ?? upper
  if (!Object.values(ROOTS).includes(name)) return null
  return [name, ...rest.map((part) => part.toLowerCase())].join('\\')
}

function mac(text: string): string | null {
  if (!/^(?:[0-9a-f]{2}([:-]))(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}$|^(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}$/i.test(text))
    return null
  const digits = text.replace(/[^0-9a-f]/gi, '').toLowerCase()
  return digits.replace(/(..)(?=.)/g, '$1:')
}

function asn(text: string): string | null {
  const number = /^(?:asn?\s?)?([1-9]\d{0,9})$/i.exec(text)?.[1]
  return number !== undefined && Number(number) < 4_294_967_296 ? `AS${number}` : null
}

/** Bitcoin, Ethereum and compatible addresses, and Monero; case-insensitive forms are stored in lower case. */
function cryptoAddress(text: string): string | null {
  if (/^0x[0-9a-f]{40}$/i.test(text) || /^(?:bc|ltc|tb)1[02-9ac-hj-np-z]{11,71}$/i.test(text))
    return text.toLowerCase()
  if (/^[48][1-9A-HJ-NP-Za-km-z]{94}$/.test(text)) return text
  const isBase58 = /^[13][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(text)
  return isBase58 && /\d/.test(text.slice(1)) && /[A-Z]/.test(text) && /[a-z]/.test(text) ? text : null
}
