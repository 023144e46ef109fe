import type { Issue } from '@caseloom/contract/kernel/errors'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { AnyRoute } from '@caseloom/contract/kernel/route'
import { fail } from '../errors.ts'
import { issuesOf } from './problem.ts'

/** Path parameters: those named `…Id` are GUIDs in bare form, others short texts. Anything else answers 404. */
export function parseParams(raw: Record<string, string>): Record<string, string> {
  const params: Record<string, string> = {}
  for (const [name, value] of Object.entries(raw)) {
    const clean = name.endsWith('Id')
      ? normalizeGuid(value)
      : value.length <= 200 && !value.includes('\0')
        ? value
        : null
    if (clean === null) throw fail('resource.not_found')
    params[name] = clean
  }
  return params
}

/** Query and body by the route's schemas; throws request.invalid with the issues of both. */
export function parseInput(
  route: AnyRoute,
  query: unknown,
  body: unknown,
): { query: unknown; body: unknown } {
  let issues: Issue[] = []
  const parsedQuery = route.query?.safeParse(query)
  if (parsedQuery?.success === false) issues = issuesOf(parsedQuery.error, 'query')
  const parsedBody =
    route.bodyKind === 'raw' || route.bodyKind === 'stream' ? undefined : route.body?.safeParse(body ?? {})
  if (parsedBody?.success === false) issues = issues.concat(issuesOf(parsedBody.error, 'body'))
  if (issues.length > 0) throw fail('request.invalid', { issues })
  return { query: parsedQuery?.data, body: parsedBody?.data }
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** The body as JSON. An empty one is undefined, whatever its content type says. */
export function parseJsonBody(bytes: Buffer, contentType: string | undefined): unknown {
  if (bytes.length === 0) return undefined
  if (!JSON_TYPE.test(contentType ?? '')) {
    throw fail('request.unsupported_media_type', { detail: 'Send the body as application/json' })
  }
  refuseHugeShape(bytes)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const value: unknown = JSON.parse(text)
    if (text.includes('__proto__') && holdsProto(value))
      throw new SyntaxError('The key "__proto__" isn’t allowed')
    return value
  } catch (error) {
    const detail = error instanceof SyntaxError ? error.message : 'The body isn’t UTF-8'
    throw fail('request.malformed', { detail })
  }
}

/** Schemas are read by recursion, which a body of nothing but brackets would carry past the end of the stack. */
const MAX_DEPTH = 200
/** Values in one body: a batch of 1,000 records of 200 fields; more only keeps the process busy. */
const MAX_VALUES = 250_000
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]

/** Throws request.malformed for a body that nests too deep or holds too many values, before anything is built of it. */
function refuseHugeShape(bytes: Buffer): void {
  let depth = 0
  let values = 1
  let quoted = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (quoted) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) quoted = false
    } else if (byte === QUOTE) quoted = true
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1
      values += 1
      if (depth > MAX_DEPTH)
        throw fail('request.malformed', { detail: `The body is nested deeper than ${MAX_DEPTH} levels` })
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1
    else if (byte === COMMA) values += 1
  }
  if (values > MAX_VALUES)
    throw fail('request.malformed', { detail: `The body contains more than ${MAX_VALUES} values` })
}

function holdsProto(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(holdsProto)
}
