import type { AuthenticationFinding, MailAuthentication } from '@caseloom/contract/records/mail'

export interface HeaderLine {
  name: string
  value: string
}

const MAX_DETAIL = 300
/** RFC 8601, of which no word is longer than this. */
const RESULT = /^\s*(spf|dkim|dmarc|arc)\s*=\s*([a-z]{1,20})\b(.*)$/is

/**
 * What the topmost Authentication-Results header says. Everything below the topmost Received header can come from the
 * sender: there the header counts only if every server above it is of the domain that it names.
 */
export function authenticationOf(headers: readonly HeaderLine[]): MailAuthentication {
  const at = headers.findIndex(({ name }) => name.toLowerCase() === 'authentication-results')
  const nothing = { server: null, untrusted: null, spf: null, dkim: null, dmarc: null, arc: null }
  const header = headers[at]
  if (header === undefined) return nothing
  const [first = '', ...rest] = splitOutside(header.value, ';')
  const isNamed = !RESULT.test(first)
  const server = isNamed ? (withoutComments(first).trim().split(/\s+/)[0] ?? '') : ''
  const receivers = headers
    .slice(0, at)
    .filter(({ name }) => name.toLowerCase() === 'received')
    .flatMap(({ value }) => /\bby\s+([\w.:-]{1,253})/i.exec(withoutComments(value))?.[1] ?? [])
    // A hop that names an address says nothing about its domain.
    .filter((host) => /[a-z]/i.test(host) && host.includes('.') && !host.includes(':'))
  if (!isTrusted(server, receivers, at, headers))
    return { ...nothing, untrusted: server === '' ? header.value.slice(0, 100) : server }
  const results = isNamed ? rest : [first, ...rest]
  return {
    server: server === '' ? null : server,
    untrusted: null,
    spf: finding(results, 'spf'),
    dkim: finding(results, 'dkim'),
    dmarc: finding(results, 'dmarc'),
    arc: finding(results, 'arc'),
  }
}

/** Microsoft's servers don't name themselves in the header. */
const UNNAMED = 'outlook.com'

function isTrusted(
  server: string,
  receivers: readonly string[],
  at: number,
  headers: readonly HeaderLine[],
): boolean {
  const hasReceivedAbove = headers.slice(0, at).some(({ name }) => name.toLowerCase() === 'received')
  if (!hasReceivedAbove) return true
  const wanted = domainOf(server === '' ? UNNAMED : server)
  // One of the domain isn't enough: the sender can write that hop, below those of the real receivers.
  return receivers.length > 0 && receivers.every((host) => domainOf(host) === wanted)
}

/** The last labels of a host name, three where the last two are short as in co.uk. */
export function domainOf(host: string): string {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.')
  const [second = '', last = ''] = labels.slice(-2)
  return labels.slice(last.length === 2 && second.length <= 3 ? -3 : -2).join('.')
}

/** Several signatures: one that passes is the result. */
function finding(results: readonly string[], method: string): AuthenticationFinding {
  const found = results.flatMap((one) => {
    const [, name = '', result = '', rest = ''] = RESULT.exec(one) ?? []
    if (name.toLowerCase() !== method) return []
    return [{ result: result.toLowerCase(), detail: rest.replace(/\s+/g, ' ').trim().slice(0, MAX_DETAIL) }]
  })
  return found.find(({ result }) => result === 'pass') ?? found[0] ?? null
}

/** Splits where the mark is outside of comments and quotes. */
function splitOutside(text: string, mark: string): string[] {
  const parts: string[] = []
  let [depth, isQuoted, start] = [0, false, 0]
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '\\') at += 1
    else if (character === '"' && depth === 0) isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '(') depth += 1
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (character === mark && depth === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}

/** Comments of RFC 5322 can be nested. */
export function withoutComments(text: string): string {
  let [plain, depth] = ['', 0]
  for (const character of text) {
    if (character === '(') depth += 1
    if (depth === 0) plain += character
    if (character === ')') depth = Math.max(0, depth - 1)
  }
  return plain
}
