import { ManifestAuth, ManifestRequest } from '@caseloom/connectors/kit/manifest'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import type { About, FullActionRow } from '../../registry/connector.store.ts'
import { inlineSchema, resolve } from './inline-schema.rules.ts'
import { mediaOf, type Operation } from './operation.rules.ts'
import { operationInput } from './operation-input.rules.ts'

/** What comes of an OpenAPI 3.1 document. */
export interface ReadDocument {
  title: string
  description: string
  about: About
  actions: FullActionRow[]
  warnings: string[]
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head'] as const
const MAX_OPERATIONS = 5_000
/** Up to this many all are switched on; of more a person chooses. */
const ALL_ON = 60
const MAX_WARNINGS = 50

/** Makes actions of all operations of a document, or says what is wrong with it and where. */
export function readDocument(
  document: JsonObject,
  { key, source }: { key: string; source: string | null },
): { read: ReadDocument } | { issues: Issue[] } {
  const { paths, info } = document
  const issues: Issue[] = []
  const wrong = (path: (string | number)[], message: string) =>
    issues.push({ path, code: 'bad_value', message })
  if (!isJsonObject(paths)) {
    const hasHooks = isJsonObject(document['webhooks'])
    wrong(
      ['paths'],
      hasHooks
        ? 'The document describes only webhooks: there is nothing to call'
        : 'The document has no paths',
    )
  }
  const operations = isJsonObject(paths) ? operationsOf(document, paths, wrong) : []
  if (operations.length > MAX_OPERATIONS) wrong(['paths'], `More than ${MAX_OPERATIONS} operations`)
  if (issues.length === 0 && operations.length === 0) wrong(['paths'], 'The document has no operations')
  if (issues.length > 0) return { issues: issues.slice(0, 100) }
  const warnings: string[] = []
  const warn = (text: string) => void (warnings.length < MAX_WARNINGS && warnings.push(text))
  const names = new Set<string>()
  const enabled = operations.length <= ALL_ON
  const actions = operations.flatMap((operation): FullActionRow[] => {
    const made = actionOf(document, operation, { key, names, warn })
    return made === null ? [] : [{ ...made, enabled }]
  })
  const about = isJsonObject(info) ? info : {}
  return {
    read: {
      title: textOf(about['title'])?.slice(0, 100) || key,
      description: (textOf(about['description']) ?? '').slice(0, 1_000),
      about: aboutOf(document, { source, warn }),
      actions,
      warnings,
    },
  }
}

function operationsOf(
  document: JsonObject,
  paths: JsonObject,
  wrong: (path: (string | number)[], message: string) => void,
): Operation[] {
  return Object.entries(paths).flatMap(([path, given]) => {
    if (path.startsWith('x-')) return []
    const item = resolve(document, given)
    if (!isJsonObject(item)) {
      wrong(['paths', path], 'Must be an object of operations')
      return []
    }
    if (!path.startsWith('/')) wrong(['paths', path], 'A path must start with a slash')
    return METHODS.flatMap((method): Operation[] => {
      const value = item[method]
      if (value === undefined) return []
      if (!isJsonObject(value)) {
        wrong(['paths', path, method], 'Must be an object')
        return []
      }
      return [
        { path, method, value, parameters: [...listOf(item['parameters']), ...listOf(value['parameters'])] },
      ]
    })
  })
}

interface Naming {
  key: string
  names: Set<string>
  warn: (text: string) => void
}

function actionOf(
  document: JsonObject,
  operation: Operation,
  { key, names, warn }: Naming,
): Omit<FullActionRow, 'enabled'> | null {
  const { path, method, value } = operation
  const place = `${method.toUpperCase()} ${path}`
  const input = operationInput(document, operation)
  if ('unusable' in input) {
    warn(`${place}: ${input.unusable}`)
    return null
  }
  if (!ManifestRequest.safeParse(input.request).success) {
    warn(`${place}: the request isn’t supported`)
    return null
  }
  for (const text of input.warnings) warn(`${place}: ${text}`)
  const name = unique(`${key}.${verbOf(value['operationId'], operation)}`, names)
  const title = (textOf(value['summary']) ?? words(name.slice(key.length + 1))).slice(0, 200)
  const description = (textOf(value['description']) ?? '').slice(0, 2_000)
  const output = outputOf(document, value)
  return {
    name,
    title,
    description,
    request: place.slice(0, 500),
    deprecated: value['deprecated'] === true,
    spec: {
      kind: 'http',
      action: {
        name,
        title,
        description,
        input: input.schema,
        request: input.request,
        response: {
          pick: '',
          errors: { message: ['message', 'error.message', 'error_description', 'error', 'detail', 'title'] },
          ...(output === null ? {} : { output }),
        },
        idempotent: method !== 'post' && method !== 'patch',
        timeoutMs: 30_000,
      },
    },
  }
}

/** `operationId` as it is where it can be; else of method and path. Stable: it hangs on the document only. */
function verbOf(operationId: JsonValue | undefined, { method, path }: Operation): string {
  const given = typeof operationId === 'string' ? operationId : `${method} ${path.replaceAll(/[{}]/g, '')}`
  const parts = given.split(/[^A-Za-z0-9_]+/).filter((part) => part !== '')
  const [first = method, ...rest] = parts
  const camel = first + rest.map((part) => part.slice(0, 1).toUpperCase() + part.slice(1)).join('')
  return (/^[A-Za-z]/.test(camel) ? camel : `do${camel}`).slice(0, 90)
}

function unique(name: string, names: Set<string>): string {
  let free = name
  for (let count = 2; names.has(free); count += 1) free = `${name}_${count}`
  names.add(free)
  return free
}

function words(verb: string): string {
  const spaced = verb
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return spaced.slice(0, 1).toUpperCase() + spaced.slice(1)
}

function outputOf(document: JsonObject, { responses }: JsonObject): JsonObject | null {
  const all = isJsonObject(responses) ? responses : {}
  const code = ['200', '201', '202', '2XX', 'default'].find((one) => one in all)
  const response = code === undefined ? undefined : resolve(document, all[code])
  const content = isJsonObject(response) ? response['content'] : undefined
  const media = isJsonObject(content) ? mediaOf(content, /json/i) : undefined
  if (media === undefined || !isJsonObject(media[1])) return null
  const schema = inlineSchema(document, media[1]['schema'], false)
  return Object.keys(schema).length === 0 ? null : schema
}

interface Around {
  source: string | null
  warn: (text: string) => void
}

function aboutOf(document: JsonObject, { source, warn }: Around): About {
  const info = isJsonObject(document['info']) ? document['info'] : {}
  const contact = isJsonObject(info['contact']) ? info['contact'] : {}
  const external = isJsonObject(document['externalDocs']) ? document['externalDocs'] : {}
  const base = serverOf(document, source)
  const docs = textOf(external['url']) ?? null
  return {
    vendor: (textOf(contact['name']) ?? '').slice(0, 100),
    version: (textOf(info['version']) ?? '').slice(0, 40),
    docs: docs !== null && /^https?:\/\//.test(docs) ? docs : null,
    settings: {
      type: 'object',
      properties: {
        baseUrl: {
          type: 'string',
          title: 'Base address',
          description: 'Requests with this asset are only sent to this address.',
          pattern: '^https?://',
          ...(base === null ? {} : { default: base }),
        },
      },
      ...(base === null ? { required: ['baseUrl'] } : {}),
    },
    base: '{settings.baseUrl}',
    auth: authOf(document, warn),
    openAuth: ['none', 'basic', 'bearer', 'apiKey', 'oauth2ClientCredentials', 'oauth2AuthorizationCode'],
  }
}

/** The first server with its variables at their defaults; relative ones stand against where the document is. */
function serverOf(document: JsonObject, source: string | null): string | null {
  const [server] = listOf(document['servers'])
  if (!isJsonObject(server)) return source === null ? null : (URL.parse('/', source)?.origin ?? null)
  const variables = isJsonObject(server['variables']) ? server['variables'] : {}
  const filled = (textOf(server['url']) ?? '').replace(/\{([^}]+)\}/g, (whole, name: string) => {
    const variable = variables[name]
    return (isJsonObject(variable) ? textOf(variable['default']) : null) ?? whole
  })
  const url = URL.parse(filled, source ?? undefined)
  if (url === null || !/^https?:$/.test(url.protocol) || filled.includes('{')) return null
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

function authOf(document: JsonObject, warn: (text: string) => void): ManifestAuth[] {
  const components = isJsonObject(document['components']) ? document['components'] : {}
  const schemes = isJsonObject(components['securitySchemes']) ? components['securitySchemes'] : {}
  const found = new Map<string, ManifestAuth>()
  for (const [name, given] of Object.entries(schemes)) {
    const scheme = resolve(document, given)
    // A row that its schema refuses would hide all connectors of the tenant.
    const made = (isJsonObject(scheme) ? authOfScheme(scheme) : []).filter(
      (auth) => ManifestAuth.safeParse(auth).success,
    )
    if (made.length === 0) warn(`The type of the security scheme "${name}" isn’t supported`)
    for (const auth of made) {
      if (found.has(auth.kind))
        warn(`Only the first of several security schemes of a type is used; "${name}" is skipped`)
      else found.set(auth.kind, auth)
    }
  }
  return [...found.values()]
}

function authOfScheme(scheme: JsonObject): ManifestAuth[] {
  const { type, in: place, name, scheme: http, flows } = scheme
  if (type === 'http' && typeof http === 'string') {
    if (http.toLowerCase() === 'basic') return [{ kind: 'basic' }]
    if (http.toLowerCase() === 'bearer') return [{ kind: 'bearer', prefix: 'Bearer' }]
  }
  if (type === 'apiKey' && (place === 'header' || place === 'query') && typeof name === 'string') {
    if (/^[A-Za-z0-9_-]{1,100}$/.test(name)) return [{ kind: 'apiKey', in: place, name, prefix: '' }]
  }
  if (type !== 'oauth2' || !isJsonObject(flows)) return []
  const { clientCredentials: machine, authorizationCode: person } = flows
  return [
    ...(isJsonObject(machine) && isAddress(machine['tokenUrl'])
      ? [{ kind: 'oauth2ClientCredentials' as const, tokenUrl: machine['tokenUrl'], scopes: [] }]
      : []),
    ...(isJsonObject(person) && isAddress(person['tokenUrl']) && isAddress(person['authorizationUrl'])
      ? [
          {
            kind: 'oauth2AuthorizationCode' as const,
            tokenUrl: person['tokenUrl'],
            authorizeUrl: person['authorizationUrl'],
            scopes: Object.keys(isJsonObject(person['scopes']) ? person['scopes'] : {}).slice(0, 20),
            parameters: {},
          },
        ]
      : []),
  ]
}

function isAddress(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && /^https?:\/\/[^\s{}]+$/.test(value)
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
