import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Credentials } from './credentials.ts'
import type { ManifestRequest } from './manifest.ts'
import { multipart } from './multipart.ts'
import { asText, fill, namesIn, valueAt } from './template.ts'

/** A request as it goes out, before paging adds to it. */
export interface BuiltRequest {
  url: URL
  headers: Record<string, string>
  /** The body before it is written, so that a cursor can be put into it. */
  body: { type: 'json' | 'form' | 'multipart' | 'text'; value: JsonValue; contentType: string } | null
}

/** An input that cannot be made into a request; its message is for the author of the playbook. */
export class BadInput extends Error {}

const TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  text: 'text/plain; charset=utf-8',
} as const
// eslint-disable-next-line no-control-regex -- exactly these must not get into a header or a path
const CONTROL = /[\u0000-\u001f\u007f]/

/** Fills the templates of a request; throws BadInput where a value would change what the request is. */
export function requestOf(
  template: ManifestRequest,
  input: JsonObject,
  { base, settings, headers, query }: Pick<Credentials, 'base' | 'settings' | 'headers' | 'query'>,
): BuiltRequest {
  const scope: JsonObject = { ...input, settings }
  const url = addressOf(base, filledPath(template.path, scope))
  addQuery(url, template, scope)
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value)
  const body = bodyOf(template, input, scope)
  return {
    url,
    headers: {
      accept: 'application/json',
      ...(body === null ? {} : { 'content-type': typeOf(body) }),
      ...filledHeaders(template, scope),
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    },
    body,
  }
}

/** The body as bytes of its type. */
export function bodyText(body: BuiltRequest['body']): string | Uint8Array | undefined {
  if (body === null) return undefined
  const { type, value } = body
  if (type === 'text') return asText(value)
  if (type === 'json') return JSON.stringify(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadInput('A form requires an object of fields')
  if (type === 'multipart') return multipart(value).bytes
  const form = new URLSearchParams()
  for (const [name, member] of Object.entries(value))
    for (const item of Array.isArray(member) ? member : [member])
      if (item !== null) form.append(name, asText(item))
  return form.toString()
}

/** The boundary between the parts of a form is in its type. */
function typeOf({ type, value, contentType }: NonNullable<BuiltRequest['body']>): string {
  const isForm = type === 'multipart' && typeof value === 'object' && value !== null && !Array.isArray(value)
  return isForm ? multipart(value).contentType : contentType
}

/** Joins base and path; the path cannot leave the base. */
function addressOf(base: string, path: string): URL {
  const root = URL.parse(base)
  if (root === null || !/^https?:$/.test(root.protocol)) throw new BadInput('The base address isn’t a URL')
  if (root.username !== '' || root.password !== '')
    throw new BadInput('The base address must not contain credentials')
  const prefix = root.pathname.replace(/\/+$/, '')
  const url = URL.parse(`${root.origin}${prefix}${path}`)
  if (url === null || url.origin !== root.origin || !url.pathname.startsWith(prefix))
    throw new BadInput('The path leaves the base address')
  for (const [name, value] of root.searchParams) url.searchParams.append(name, value)
  return url
}

function filledPath(path: string, scope: JsonObject): string {
  return path.replace(/\{(\+?)([A-Za-z_$@][\w$@.-]*)\}/g, (_match, plus: string, name: string) => {
    const value = valueAt(scope, name)
    if (value === undefined || value === null || value === '') throw new BadInput(`${name}: is missing`)
    if (typeof value === 'object' && !Array.isArray(value))
      throw new BadInput(`${name}: must be a text or a number`)
    const text = Array.isArray(value) ? value.map(asText).join(',') : asText(value)
    // A server that decodes before it routes would take these as steps in the path.
    if (CONTROL.test(text) || text.split(/[/\\]/).some((part) => part === '.' || part === '..'))
      throw new BadInput(`${name}: contains characters that aren’t allowed in a path`)
    return plus === '' ? encodeURIComponent(text) : text.split('/').map(encodeURIComponent).join('/')
  })
}

function addQuery(url: URL, { query, lists }: ManifestRequest, scope: JsonObject): void {
  for (const [name, template] of Object.entries(query)) {
    const value = fill(template, scope)
    if (value === undefined || value === null) continue
    if (!Array.isArray(value)) url.searchParams.append(name, asText(value))
    else if (lists === 'comma') url.searchParams.append(name, value.map(asText).join(','))
    else
      for (const item of value)
        url.searchParams.append(lists === 'brackets' ? `${name}[]` : name, asText(item))
  }
}

function filledHeaders({ headers }: ManifestRequest, scope: JsonObject): Record<string, string> {
  const filled: Record<string, string> = {}
  for (const [name, template] of Object.entries(headers)) {
    const value = fill(template, scope)
    if (value === undefined || value === null) continue
    const text = asText(value)
    if (CONTROL.test(text)) throw new BadInput(`The header ${name} would contain line breaks`)
    filled[name.toLowerCase()] = text
  }
  return filled
}

function bodyOf(template: ManifestRequest, input: JsonObject, scope: JsonObject): BuiltRequest['body'] {
  const { body } = template
  if (body === undefined) return null
  const { type, contentType = TYPES[type] } = body
  const value = body.value === undefined ? restOf(template, input) : fill(body.value, scope)
  if (value === undefined && body.value !== undefined && typeof body.value === 'string') return null
  return { type, value: value ?? {}, contentType }
}

/** The input without what is elsewhere in the request. */
function restOf({ path, query, headers }: ManifestRequest, input: JsonObject): JsonObject {
  const used = new Set([path, query, headers].flatMap(namesIn).map((name) => name.split('.')[0]))
  return Object.fromEntries(Object.entries(input).filter(([name]) => !used.has(name)))
}

/** The base address of an asset; values of settings inside the host must be plain names. */
export function baseOf(template: string, settings: JsonObject): string | null {
  let wrong = false
  const base = template.replace(/\{settings\.([\w-]+)\}/g, (match, name: string, at: number) => {
    const text = asText(settings[name])
    // At the beginning is a whole address, checked below; elsewhere a value must not make up a host or a path.
    if (at > 0 && !/^[\w][\w.-]*$/.test(text)) wrong = true
    return at === 0 ? text.replace(/\/+$/, '') : text || match
  })
  const url = wrong ? null : URL.parse(base)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' ? base : null
}
