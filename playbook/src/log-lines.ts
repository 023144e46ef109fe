// Lines of logs as objects: CEF, LEEF, syslog (RFC 5424 and RFC 3164), and key=value.
import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'

export type LogFormat = 'cef' | 'leef' | 'syslog' | 'keyValue'

export interface LogLine {
  format: LogFormat
  fields: JsonObject
}

const MAX_PAIRS = 500
const CEF_HEADER = [
  'deviceVendor',
  'deviceProduct',
  'deviceVersion',
  'signatureId',
  'name',
  'severity',
] as const
const LEEF_HEADER = ['deviceVendor', 'deviceProduct', 'deviceVersion', 'eventId'] as const

/** One line as an object of its parts; null when it is in none of the formats. */
export function parseLogLine(line: string): LogLine | null {
  const text = line.trim()
  return cefLine(text) ?? leefLine(text) ?? syslogLine(text) ?? pairsLine(text)
}

function cefLine(text: string): LogLine | null {
  const start = /(?:^|\s)CEF:\s?\d+(?:\.\d+)?\|/.exec(text)
  if (start === null) return null
  const parts = headerParts(text.slice(start.index + start[0].length), CEF_HEADER.length)
  if (parts === null) return null
  const header = CEF_HEADER.map((name, at): [string, string] => [name, parts.values[at] ?? ''])
  const fields = { ...syslogHead(text.slice(0, start.index)), ...Object.fromEntries(header) }
  return { format: 'cef', fields: { ...fields, ...cefExtension(parts.rest) } }
}

/** A value lasts until the next key; `\=`, `\\`, and `\n` are escapes. */
function cefExtension(text: string): JsonObject {
  const starts = [...text.matchAll(/(?:^|\s)([A-Za-z0-9_.[\]-]{1,100})=/g)].slice(0, MAX_PAIRS)
  const pairs = starts.map((start, at): [string, string] => {
    const value = text.slice(start.index + start[0].length, starts[at + 1]?.index ?? text.length)
    return [start[1] ?? '', unescaped(value.trim())]
  })
  return Object.fromEntries(pairs)
}

function leefLine(text: string): LogLine | null {
  const start = /(?:^|\s)LEEF:([12])(?:\.\d+)?\|/.exec(text)
  if (start === null) return null
  const parts = headerParts(text.slice(start.index + start[0].length), LEEF_HEADER.length)
  if (parts === null) return null
  const named = start[1] === '2' ? /^(0?x[0-9a-f]{2,4}|[^|]?)\|/i.exec(parts.rest) : null
  const attributes = named === null ? parts.rest : parts.rest.slice(named[0].length)
  const pairs = attributes
    .split(delimiterOf(named?.[1] ?? ''))
    .slice(0, MAX_PAIRS)
    .flatMap((pair): [string, string][] => {
      const at = pair.indexOf('=')
      return at < 1 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]]
    })
  const header = LEEF_HEADER.map((name, at): [string, string] => [name, parts.values[at] ?? ''])
  const fields = { ...syslogHead(text.slice(0, start.index)), ...Object.fromEntries([...header, ...pairs]) }
  return { format: 'leef', fields }
}

function delimiterOf(named: string): string {
  if (named === '') return '\t'
  return named.length > 1 ? String.fromCodePoint(Number.parseInt(named.replace(/^0?x/i, ''), 16)) : named
}

/** So many parts before unescaped bars, and what follows; null when there are fewer. */
function headerParts(text: string, count: number): { values: string[]; rest: string } | null {
  const values: string[] = []
  let from = 0
  for (let at = 0; at < text.length && values.length < count; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '|') {
      values.push(unescaped(text.slice(from, at)))
      from = at + 1
    }
  }
  return values.length < count ? null : { values, rest: text.slice(from) }
}

function unescaped(text: string): string {
  return text.replace(/\\([\\|=nr])/g, (_whole, sign: string) => (sign === 'n' || sign === 'r' ? '\n' : sign))
}

const PRIORITY = /^<(\d{1,3})>/
const STAMP_5424 = /^1 (\S+) (\S+) (\S+) (\S+) (\S+) ?/
const HEAD_3164 =
  /^([A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?) (\S+) ?/
const TAG = /^([\w./-]{1,48})(?:\[(\d+)\])?: ?/

function syslogLine(text: string): LogLine | null {
  const priority = PRIORITY.exec(text)
  const rest = text.slice(priority?.[0].length ?? 0)
  const modern = priority === null ? null : STAMP_5424.exec(rest)
  const found = modern === null ? oldSyslog(rest) : newSyslog(rest, modern)
  if (found === null) return null
  const pri = priority === null ? {} : prioritiesOf(Number(priority[1]))
  return { format: 'syslog', fields: { ...pri, ...found, ...inMessage(String(found['message'] ?? '')) } }
}

/** What a syslog header before another format says. */
function syslogHead(text: string): JsonObject {
  const head = text.trim()
  return head === '' ? {} : (oldSyslog(`${head.replace(PRIORITY, '')} `) ?? {})
}

function prioritiesOf(value: number): JsonObject {
  return { facility: Math.floor(value / 8), severity: value % 8 }
}

function newSyslog(rest: string, head: RegExpExecArray): JsonObject {
  const [whole, timestamp = '-', host = '-', app = '-', processId = '-', messageId = '-'] = head
  const { data, message } = structured(rest.slice(whole.length))
  const given = { timestamp, host, app, processId, messageId }
  const known = Object.entries(given).filter(([, value]) => value !== '-')
  return { ...Object.fromEntries(known), ...(Object.keys(data).length > 0 ? { data } : {}), message }
}

const ELEMENT = /\[([^\s\]=]{1,100})/y
const PARAMETER = / ([^\s=]{1,100})=(?=")/y

function structured(text: string): { data: JsonObject; message: string } {
  const data: JsonObject = {}
  let at = text.startsWith('- ') || text === '-' ? 2 : 0
  for (;;) {
    const end = readElement(text, at, data)
    if (end === -1)
      return {
        data,
        message: text
          .slice(at)
          .replace(/^\uFEFF/, '')
          .trim(),
      }
    at = text.length - text.slice(end).trimStart().length
  }
}

/** Adds the parameters of the element at a place, and answers where it ends; -1 when there is none. */
function readElement(text: string, from: number, data: JsonObject): number {
  const name = matchAt(ELEMENT, text, from)
  if (name === null) return -1
  let at = from + name[0].length
  const found: JsonObject = {}
  for (let key = matchAt(PARAMETER, text, at); key !== null; key = matchAt(PARAMETER, text, at)) {
    const begin = at + key[0].length
    at = quoteEnd(text, begin)
    if (at === -1) return -1
    found[key[1] ?? ''] = text.slice(begin + 1, at - 1).replace(/\\(["\\\]])/g, '$1')
  }
  if (text[at] !== ']') return -1
  Object.assign(data, found)
  return at + 1
}

function matchAt(form: RegExp, text: string, at: number): RegExpExecArray | null {
  form.lastIndex = at
  return form.exec(text)
}

/**
 * The place after the quote that closes the one at a place; -1 when none does. A regular expression takes memory for
 * each character between them, and fails when there are millions.
 */
function quoteEnd(text: string, from: number): number {
  const quote = text[from]
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === quote) return at + 1
    if (quote === '"' && text[at] === '\\') at += 1
  }
  return -1
}

function oldSyslog(rest: string): JsonObject | null {
  const head = HEAD_3164.exec(rest)
  if (head === null) return null
  const [whole, timestamp = '', host = ''] = head
  const body = rest.slice(whole.length)
  const tag = TAG.exec(body)
  const message = (tag === null ? body : body.slice(tag[0].length)).trim()
  const app =
    tag === null ? {} : { app: tag[1] ?? '', ...(tag[2] === undefined ? {} : { processId: tag[2] }) }
  return { timestamp, host, ...app, ...(message === '' ? {} : { message }) }
}

/** JSON or pairs that a message consists of or contains. */
function inMessage(message: string): JsonObject {
  if (message.startsWith('{')) {
    const value = jsonOf(message)
    if (isJsonObject(value)) return { data: value }
  }
  const pairs = pairsOf(message)
  return pairs.count < 2 ? {} : { data: pairs.fields }
}

function jsonOf(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue // what JSON.parse returns
  } catch {
    // The message only looks like JSON.
    return undefined
  }
}

function pairsLine(text: string): LogLine | null {
  const { fields, count, rest } = pairsOf(text)
  return count < 2 || /[^\s,;|]/.test(rest) ? null : { format: 'keyValue', fields }
}

const PAIR = /(?<![^\s,;|])([A-Za-z_@][\w.@-]{0,99})=/g
const BARE_VALUE = /[^\s,;|]*/y

function pairsOf(text: string): { fields: JsonObject; count: number; rest: string } {
  const fields: JsonObject = {}
  let count = 0
  let rest = ''
  let from = 0
  for (let key = matchAt(PAIR, text, 0); key !== null; key = matchAt(PAIR, text, from)) {
    if (count >= MAX_PAIRS) break
    count += 1
    const begin = key.index + key[0].length
    const { value, end } = valueAt(text, begin)
    fields[key[1] ?? ''] = value
    rest += text.slice(from, key.index)
    from = end
  }
  return { fields, count, rest: rest + text.slice(from) }
}

/** A quoted value without its quotes, or all up to the next delimiter. */
function valueAt(text: string, begin: number): { value: string; end: number } {
  const isQuoted = text[begin] === '"' || text[begin] === "'"
  const end = isQuoted ? quoteEnd(text, begin) : -1
  if (end !== -1) return { value: text.slice(begin + 1, end - 1).replace(/\\(["\\])/g, '$1'), end }
  const value = matchAt(BARE_VALUE, text, begin)?.[0] ?? ''
  return { value, end: begin + value.length }
}
