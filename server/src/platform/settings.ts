import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'

/** A host and a port, as in `CASELOOM_OUTBOUND_ALLOW`; IPv6 hosts carry no brackets. */
export type HostPort = { host: string; port: number }

type Parsed<T> = { value: T } | { wrong: string }

/** One setting: absent and empty mean `fallback`; otherwise `parse` answers its value or what is wrong with it. */
function setting<T, F>(parse: (text: string) => Parsed<T>, fallback: F) {
  return z
    .string()
    .optional()
    .transform((text, ctx): T | F => {
      if (text === undefined || text.trim() === '') return fallback
      const parsed = parse(text.trim())
      if ('value' in parsed) return parsed.value
      ctx.issues.push({ code: 'custom', message: parsed.wrong, input: undefined })
      return z.NEVER
    })
}

/** A TCP port, 0 meaning "any free one". */
export function portSetting<F>(fallback: F) {
  return setting((text) => {
    const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
    return port <= 65_535
      ? { value: port }
      : { wrong: `"${text}" isn’t a port; use a whole number from 0 to 65535` }
  }, fallback)
}

/** A host name or IP address to listen on. */
export function hostSetting<F>(fallback: F) {
  return setting((text) => {
    const host = text.replace(/^\[(.*)\]$/, '$1')
    const known = isIP(host) !== 0 || /^[a-zA-Z0-9]([a-zA-Z0-9.-]{0,252})$/.test(host)
    return known ? { value: host } : { wrong: `"${text}" isn’t a host; use an IP address or a host name` }
  }, fallback)
}

/** An http(s) address without query, fragment or credentials; the value has no slash at its end. */
export function webAddressSetting<F>(fallback: F, options: { originOnly?: boolean } = {}) {
  return setting((text) => webAddress(text, options), fallback)
}

function webAddress(text: string, options: { originOnly?: boolean } = {}): Parsed<string> {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    return { wrong: 'isn’t a URL; use a value such as http://localhost:4000' }
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return { wrong: 'can contain only protocol, host, and port; remove credentials, "?", and "#"' }
  }
  if (options.originOnly && url.pathname !== '/') {
    return { wrong: `has the path "${url.pathname}"; use only protocol, host, and port` }
  }
  return { value: `${url.origin}${url.pathname}`.replace(/\/+$/, '') }
}

/** Where an engine listens: a web address, or `unix:` and the absolute path of its socket. */
export function engineAddressSetting() {
  return setting((text) => (/^unix:\/./.test(text) ? { value: text } : webAddress(text)), undefined)
}

/** A PostgreSQL connection string; its text is never repeated in an answer, it may hold a password. */
export function databaseSetting() {
  return setting((text) => {
    // The driver takes a socket folder in `?host=`, and then the part behind the @ is empty, which URL refuses.
    const url = URL.parse(text.replace('@/', '@localhost/'))
    if (!url || !['postgres:', 'postgresql:'].includes(url.protocol)) {
      return { wrong: 'isn’t a PostgreSQL URL; use postgres://user:password@host:5432/database' }
    }
    if (/[,]|%2c/i.test(url.host) || /,/.test(text.split('@').at(-1)?.split('/')[0] ?? '')) {
      return {
        wrong:
          'names several hosts; use one address that always leads to the primary (docs/operations/postgres.md)',
      }
    }
    if (url.searchParams.has('target_session_attrs') || url.searchParams.has('options')) {
      return {
        wrong:
          'has target_session_attrs or options, which aren’t supported; put a proxy in front of PostgreSQL (docs/operations/postgres.md)',
      }
    }
    return { value: text }
  }, undefined)
}

/** A mail server as nodemailer connects to it. */
export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte (smtps); otherwise STARTTLS where the server offers it. */
  secure: boolean
  auth: { user: string; pass: string } | null
}

/** The address of a mail server; its text is never repeated in an answer, it may hold a password. */
export function smtpSetting() {
  return setting((text): Parsed<SmtpServer> => {
    const url = URL.parse(text)
    const plain = url !== null && /^\/?$/.test(url.pathname) && url.search === '' && url.hash === ''
    if (!plain || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
      return { wrong: 'isn’t a mail server; use smtp://user:password@host:587 or smtps://…' }
    }
    if ((url.username === '') !== (url.password === '')) {
      return { wrong: 'has only a user or only a password; set both or neither' }
    }
    const secure = url.protocol === 'smtps:'
    const auth = { user: decoded(url.username), pass: decoded(url.password) }
    if (auth.user === null || auth.pass === null) {
      return { wrong: 'has a user or password with a "%" that encodes nothing; write it as %25' }
    }
    return {
      value: {
        host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
        port: Number(url.port || (secure ? 465 : 587)),
        secure,
        auth: auth.user === '' ? null : { user: auth.user, pass: auth.pass },
      },
    }
  }, undefined)
}

/** The sender of mails: an address, or a name and an address in angle brackets. */
export function mailFromSetting() {
  return setting((text) => {
    const address = /^(?:[^<>"\p{Cc}]{1,100} )?<([^<>]+)>$/u.exec(text)?.[1] ?? text
    return /^[^\s@<>",;:\p{Cc}]{1,64}@[^\s@<>",;:\p{Cc}]{1,189}$/u.test(address)
      ? { value: text }
      : { wrong: `"${text}" isn’t a sender; use caseloom@example.org or Caseloom <caseloom@example.org>` }
  }, undefined)
}

/** A list of host:port pairs, separated by commas or blanks. */
export function hostPortListSetting() {
  return setting((text): Parsed<HostPort[]> => {
    const pairs: HostPort[] = []
    for (const item of splitList(text)) {
      const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:[\]/]+)):(\d{1,5})$/.exec(item)
      const host = match?.[1] ?? match?.[2]
      const port = Number(match?.[3])
      if (host === undefined || !(port >= 1 && port <= 65_535)) {
        return { wrong: `"${item}" isn’t a host:port pair; use a value such as 127.0.0.1:8080,[::1]:8080` }
      }
      pairs.push({ host: host.toLowerCase(), port })
    }
    return { value: pairs }
  }, [])
}

/** One host:port pair. */
export function hostPortSetting() {
  return setting((text): Parsed<HostPort> => {
    const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:[\]/]+)):(\d{1,5})$/.exec(text)
    const host = match?.[1] ?? match?.[2]
    if (host === undefined || Number(match?.[3]) > 65_535) {
      return { wrong: `"${text}" isn’t a host:port pair; use a value such as 127.0.0.1:9080` }
    }
    return { value: { host, port: Number(match?.[3]) } }
  }, undefined)
}

/** A path, made absolute against the current folder. */
export function pathSetting() {
  return setting(
    (text) =>
      text.includes('\0') ? { wrong: 'contains a NUL character; use a path' } : { value: absolute(text) },
    undefined,
  )
}

/** A readable text file: the value is its contents. */
export function fileSetting() {
  return setting((text) => readText(text), undefined)
}

/** Readable text files, separated by commas: the values are their contents. */
export function fileListSetting() {
  return setting((text): Parsed<string[]> => {
    const contents: string[] = []
    for (const item of text.split(',').map((part) => part.trim())) {
      const read = readText(item)
      if ('wrong' in read) return read
      contents.push(read.value)
    }
    return { value: contents }
  }, [])
}

/** A list of words, separated by commas or blanks. */
export function listSetting() {
  return setting((text) => ({ value: splitList(text) }), [])
}

/** One of a closed set of words. */
export function choiceSetting<const T extends readonly string[], F>(choices: T, fallback: F) {
  return setting((text): Parsed<T[number]> => {
    const chosen = choices.find((choice) => choice === text)
    return chosen === undefined
      ? { wrong: `"${text}" isn’t supported; use one of: ${choices.join(', ')}` }
      : { value: chosen }
  }, fallback)
}

/** Which proxies to believe: `false`, `true`, a number of hops, or addresses and networks. */
export function trustProxySetting() {
  return setting((text): Parsed<boolean | number | string[]> => {
    if (text === 'true' || text === 'false') return { value: text === 'true' }
    if (/^\d{1,2}$/.test(text)) return { value: Number(text) }
    const networks = splitList(text)
    const bad = networks.find((item) => !isNetwork(item))
    return bad === undefined
      ? { value: networks }
      : {
          wrong: `"${bad}" isn’t an address; use true, false, a number of proxies, or IP addresses and networks`,
        }
  }, false)
}

/** The name of a user of this machine. */
export function nameSetting() {
  return setting(
    (text) =>
      /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/.test(text)
        ? { value: text }
        : { wrong: `"${text}" isn’t a user name; use the name of a user of this machine` },
    undefined,
  )
}

/** A switch: 1/true or 0/false. */
export function switchSetting(fallback = false) {
  return setting((text): Parsed<boolean> => {
    if (['1', 'true'].includes(text)) return { value: true }
    if (['0', 'false'].includes(text)) return { value: false }
    return { wrong: `"${text}" is neither on nor off; use 1 or 0` }
  }, fallback)
}

/** A number within bounds; whole unless `fractions` is set. */
export function numberSetting(fallback: number, bounds: { min: number; max: number; fractions?: true }) {
  const { min, max, fractions } = bounds
  return setting((text) => {
    const value = /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN
    const fits = value >= min && value <= max && (fractions === true || Number.isInteger(value))
    const what = fractions === true ? 'a number' : 'a whole number'
    return fits ? { value } : { wrong: `"${text}" isn’t valid; use ${what} from ${min} to ${max}` }
  }, fallback)
}

/** Headers as `name=value` pairs, separated by commas; values may be percent-encoded and are never repeated in an answer. */
export function headersSetting() {
  return setting((text): Parsed<Record<string, string>> => {
    const headers: Record<string, string> = {}
    for (const item of text.split(',').map((part) => part.trim())) {
      if (item === '') continue
      const at = item.indexOf('=')
      const name = item.slice(0, Math.max(at, 0)).trim().toLowerCase()
      const value = decoded(item.slice(at + 1).trim())
      if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name) || value === null || !/^[\t\x20-\x7e]*$/.test(value))
        return {
          wrong:
            'contains something other than name=value pairs; use a value such as x-api-key=abc,x-team=soc',
        }
      headers[name] = value
    }
    return { value: headers }
  }, {})
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not percent-encoded: the caller reports the setting.
    return null
  }
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const kind = isIP(address)
  if (kind === 0 || rest.length > 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(text)
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128))
}

function splitList(text: string): string[] {
  return text.split(/[\s,]+/).filter((item) => item !== '')
}

function absolute(path: string): string {
  return isAbsolute(path) ? resolve(path) : resolve(process.cwd(), path)
}

function readText(path: string): Parsed<string> {
  try {
    return { value: readFileSync(absolute(path), 'utf8') }
  } catch {
    // Reported with the setting’s name and what to do.
    return { wrong: `the file "${path}" can’t be read; use the path of a readable file` }
  }
}

/** A secret of at least `min` characters; its text is never repeated in an answer. */
export function secretSetting(min: number) {
  return setting(
    (text) =>
      text.length >= min && /^[\x21-\x7e]+$/.test(text)
        ? { value: text }
        : { wrong: `use at least ${min} printable characters without spaces` },
    undefined,
  )
}
