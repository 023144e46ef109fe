import type { ObservableKind } from './case-fields.ts'
import { cleanText } from './normalize-text.ts'
import { fileExtension, isTopLevelDomain } from './top-level-domains.ts'
import { canonicalObservable, refang } from './observable-value.ts'

export interface FoundObservable {
  kind: ObservableKind
  value: string
}

/** Maximum number of characters searched in a text, and of observables extracted from it. */
const MAX_CHARACTERS = 500_000
const MAX_FOUND = 1_000
/** Represents a dot that was written [.]: such a name is meant, whatever it ends in. */
const DOT = '\uE000'

/**
 * Every observable in a free text, each once, by kind and then in the order of the text: defanged ones made real, the
 * parts of an address not again on their own. Kinds without a form of their own (subject, process, mutex, user agent,
 * user, host) are taken from lines such as `Subject: …`.
 */
export function extractObservables(text: string): FoundObservable[] {
  const finder = new Finder(marked(text.slice(0, MAX_CHARACTERS)))
  for (const { label, kind } of LABELLED) finder.take(label, kind, (_whole, group) => group)
  finder.take(URLS, 'url', trimmed)
  finder.take(EMAILS, 'email')
  finder.take(MACS, 'mac')
  for (const [form, kind] of BY_FORM) finder.take(form, kind)
  finder.take(REGISTRY, 'registry-key', trimmed)
  for (const form of PATHS) finder.take(form, 'path', trimmed)
  finder.take(ACCOUNTS, 'user')
  finder.names()
  finder.take(PHONES, 'phone')
  return finder.found()
}

function marked(text: string): string {
  const dots = cleanText(text).replace(/[[({]\s?(?:\.|dot|punkt)\s?[\])}]|\\\.(?=[a-z0-9])/gi, DOT)
  return refang(dots)
}

/** Marks that end a sentence around an address, and a bracket that it did not open. */
function trimmed(text: string): string {
  const bare = text.replace(/[.,;:!?'"*_]+$/, '')
  return /[)\]}]$/.test(bare) && !/[([{]/.test(bare) ? trimmed(bare.slice(0, -1)) : bare
}

function line(names: string): RegExp {
  return new RegExp(
    `^[^\\S\\n]{0,20}(?:[-*•][^\\S\\n]*)?(?:${names})[^\\S\\n]*[:=][^\\S\\n]*(\\S[^\\n]{0,1000})$`,
    'gim',
  )
}

const LABELLED: readonly { label: RegExp; kind: ObservableKind }[] = [
  { label: line('subject|betreff'), kind: 'subject' },
  { label: line('message-id'), kind: 'message-id' },
  { label: line('user-agent'), kind: 'user-agent' },
  { label: line('mutex'), kind: 'mutex' },
  { label: line('process|command ?line|process name'), kind: 'process' },
  { label: line('user|user ?name|account|login'), kind: 'user' },
  { label: line('host|host ?name|computer|workstation'), kind: 'host' },
  { label: line('certificate|thumbprint|cert(?:ificate)? fingerprint'), kind: 'certificate' },
]

const URLS = /\b(?:https?|ftps?|sftp|wss?|ldaps?|smb|file|tcp|udp):\/\/[^\s<>"`{}|^]{3,4000}/gi
const EMAILS = new RegExp(
  `(?<![\\w.+%@-])[\\w.+%'-]{1,64}@(?:[\\p{L}\\p{N}-]{1,63}[.${DOT}]){1,8}[\\p{L}-]{2,24}`,
  'giu',
)
const MACS = /(?<![\w:-])(?:(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}|(?:[0-9a-f]{4}\.){2}[0-9a-f]{4})(?![\w:-])/gi
const V4 = `(?:\\d{1,3}[.${DOT}]){3}\\d{1,3}`
const V6 =
  '(?=[0-9a-f:]*\\d|(?:[0-9a-f]+:){3})[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,8}(?:(?<=:)(?:\\d{1,3}\\.){3}\\d{1,3})?'

/** Longer forms before those that are a part of them. */
const BY_FORM: readonly [RegExp, ObservableKind][] = [
  [new RegExp(`(?<![\\w.:])(?:${V4}/\\d{1,2}|${V6}/\\d{1,3})(?![\\w/]|\\.\\d)`, 'gi'), 'cidr'],
  [new RegExp(`(?<![\\w.:])${V6}(?![\\w:])`, 'gi'), 'ipv6'],
  [new RegExp(`(?<![\\w.])${V4}(?![\\w]|[.${DOT}]\\w)`, 'g'), 'ipv4'],
  [/\bCVE[-_ ](?:19|20)\d\d-\d{4,7}\b/gi, 'cve'],
  [/(?<![\w])[0-9a-f]{128}(?!\w)/gi, 'sha512'],
  [/(?<![\w])[0-9a-f]{64}(?!\w)/gi, 'sha256'],
  [/(?<![\w])[0-9a-f]{40}(?!\w)/gi, 'sha1'],
  [/(?<![\w])[0-9a-f]{32}(?!\w)/gi, 'md5'],
  [/\b(?:0x[0-9a-f]{40}|(?:bc|ltc|tb)1[02-9ac-hj-np-z]{11,71})\b/gi, 'crypto-address'],
  [/\b(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|[48][1-9A-HJ-NP-Za-km-z]{94})\b/g, 'crypto-address'],
  [/\bASN? ?[1-9]\d{1,9}\b/g, 'asn'],
]
const REGISTRY =
  /\b(?:HKLM|HKCU|HKCR|HKU|HKCC|HKEY_[A-Z_]{4,20}):?(?:\\[^\\\n"<>|,;]{1,100}(?=\\)){0,30}\\[^\\\s"<>|,;]{1,200}/gi
const PATHS = [
  /(?<![\w])[a-z]:(?:\\[^\\/:*?"<>|\n]{1,100}(?=\\)){0,30}\\[^\\/:*?"<>|\s,;]{1,200}/gi,
  /(?<![\w\\:])\\\\[\w.$-]{1,100}(?:\\[^\\/:*?"<>|\s,;]{1,200}){1,30}/g,
  /(?<![\w./~-])\/(?:usr|etc|tmp|var|home|opt|bin|sbin|root|dev|proc|mnt|srv|run|lib|Users|private|Library|Applications|Volumes)(?:\/[\w.+@%~-]{1,200}){1,30}/g,
]
/** DOMAIN\account, as Windows writes who it was. */
const ACCOUNTS = /(?<![\w\\:.])[A-Z][A-Z0-9-]{1,14}\\[\w.$-]{2,64}(?![\w\\])/g
const NAMES = new RegExp(
  `(?<![\\p{L}\\p{N}_@.-])[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}_-]{0,62}[.${DOT}]){1,10}[\\p{L}\\p{N}][\\p{L}\\p{N}-]{0,23}(?![\\p{L}\\p{N}_@-])`,
  'gu',
)
const PHONES = /(?<![\w.+])\+[1-9](?:[ ()/.-]{0,2}\d){6,14}(?![\d\w])/g

class Finder {
  #text: string
  readonly #found = new Map<string, FoundObservable>()

  constructor(text: string) {
    this.#text = text
  }

  found(): FoundObservable[] {
    return [...this.#found.values()]
  }

  /** Extracts matches of the form that are valid values of the kind; extracted text is not searched again. */
  take(form: RegExp, kind: ObservableKind, valueOf: (whole: string, group: string) => string = String): void {
    this.#text = this.#text.replace(form, (whole: string, group: unknown) => {
      // Without a group, its position in the text is passed instead.
      const value = valueOf(whole, typeof group === 'string' ? group : '')
      return this.#keep(kind, value) ? ' '.repeat(whole.length) : whole
    })
  }

  /** Names with dots are files by their ending, or else domains when the last label is one of the Internet. */
  names(): void {
    this.#text = this.#text.replace(NAMES, (name) => {
      const real = name.replaceAll(DOT, '.')
      const labels = real.split('.')
      const last = labels.at(-1) ?? ''
      const isMeant = name.includes(DOT)
      if (!isMeant && labels.length === 2 && fileExtension(real) !== null) {
        return this.#keep('file-name', real) ? ' '.repeat(name.length) : name
      }
      // "That is.It continues": a new sentence without its space.
      const isSentence = /^\p{Lu}\p{Ll}/u.test(last)
      if (!isMeant && (isSentence || !isTopLevelDomain(last))) {
        if (fileExtension(real) === null) return name
        return this.#keep('file-name', real) ? ' '.repeat(name.length) : name
      }
      return this.#keep('domain', real) ? ' '.repeat(name.length) : name
    })
  }

  #keep(kind: ObservableKind, raw: string): boolean {
    if (this.#found.size >= MAX_FOUND) return false
    const value = canonicalObservable(kind, raw.replaceAll(DOT, '.'))
    if (value === null) return false
    this.#found.set(`${kind}\n${value}`, { kind, value })
    return true
  }
}
