import { filePartSchema } from '@caseloom/connectors/kit/multipart'
import type { ManifestRequest } from '@caseloom/connectors/kit/manifest'
import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import type { Operation } from './operation.rules.ts'
import { inlineSchema, resolve } from './inline-schema.rules.ts'

type Made = { schema: JsonObject; request: ManifestRequest; warnings: string[] } | { unusable: string }

interface Draft {
  properties: JsonObject
  required: string[]
  request: ManifestRequest
  warnings: string[]
}

/** Headers that the product itself or the asset sets. */
const OURS =
  /^(accept|authorization|content-type|content-length|host|connection|cookie|idempotency-key|user-agent)$/i

/** The input of an operation and how it becomes a request: parameters, then the parts of the body. */
export function operationInput(document: JsonObject, operation: Operation): Made {
  const method = operation.method.toUpperCase() as ManifestRequest['method'] // one of the methods that are read
  const draft: Draft = {
    properties: {},
    required: [],
    request: { method, path: operation.path, query: {}, lists: 'repeat', headers: {} },
    warnings: [],
  }
  const paths = new Map<string, string>()
  for (const given of lastOfEach(document, operation.parameters)) addParameter(document, draft, given, paths)
  const path = operation.path.replace(/\{([^}]+)\}/g, (_whole, name: string) => {
    if (!paths.has(name)) paths.set(name, addProperty(draft, name, { type: 'string' }, true))
    return `{${paths.get(name)}}`
  })
  if (!/^\/[^\s?#]*$/.test(path)) return { unusable: 'the path contains a query or spaces' }
  draft.request.path = path
  const fault = addBody(document, draft, operation.value['requestBody'])
  if (fault !== null) return { unusable: fault }
  const { properties, required, request, warnings } = draft
  const schema: JsonObject = { type: 'object', properties, additionalProperties: false }
  return { schema: required.length === 0 ? schema : { ...schema, required }, request, warnings }
}

/** A parameter of the operation overrides one of the path with the same name and location. */
function lastOfEach(document: JsonObject, parameters: readonly JsonValue[]): JsonObject[] {
  const byName = new Map<string, JsonObject>()
  for (const given of parameters) {
    const parameter = resolve(document, given)
    if (isJsonObject(parameter))
      byName.set(`${String(parameter['in'])}/${String(parameter['name'])}`, parameter)
  }
  return [...byName.values()]
}

function addParameter(
  document: JsonObject,
  draft: Draft,
  parameter: JsonObject,
  paths: Map<string, string>,
): void {
  const { name, in: place, required, description, explode, style } = parameter
  if (typeof name !== 'string' || name === '') return void draft.warnings.push('a parameter has no name')
  if (place === 'cookie') return void draft.warnings.push(`the cookie "${name}" is skipped`)
  if (place === 'header' && (OURS.test(name) || !/^[A-Za-z0-9_-]{1,100}$/.test(name))) return
  if (place !== 'path' && place !== 'query' && place !== 'header')
    return void draft.warnings.push(`the parameter "${name}" has no location`)
  const { content } = parameter
  const [media] = isJsonObject(content) ? Object.values(content) : []
  const schema = inlineSchema(document, isJsonObject(media) ? media['schema'] : parameter['schema'], true)
  const described =
    typeof description === 'string' ? { ...schema, description: description.slice(0, 300) } : schema
  const property = addProperty(draft, name, described, required === true || place === 'path')
  if (place === 'path') paths.set(name, property)
  else if (place === 'header') draft.request.headers[name] = `{${property}}`
  else {
    draft.request.query[name] = `{${property}}`
    if (schema['type'] === 'array' && (explode === false || style === 'spaceDelimited'))
      draft.request.lists = 'comma'
  }
}

function addBody(document: JsonObject, draft: Draft, given: JsonValue | undefined): string | null {
  const body = resolve(document, given)
  if (!isJsonObject(body)) return null
  const { method } = draft.request
  if (method === 'GET' || method === 'HEAD') {
    draft.warnings.push(`${method} can’t have a body`)
    return null
  }
  const content = isJsonObject(body['content']) ? body['content'] : {}
  const entries = Object.entries(content)
  const find = (fits: RegExp) => entries.find(([type]) => fits.test(type))
  const json = find(/^application\/(?:[\w.+-]+\+)?json\b/i) ?? find(/^\*\/\*$/)
  const form = find(/^application\/x-www-form-urlencoded/i)
  const parts = find(/^multipart\/form-data/i)
  const text = find(/^(text\/|application\/(?:[\w.+-]+\+)?xml)/i)
  const chosen = json ?? form ?? (isParts(document, parts?.[1]) ? parts : undefined) ?? text
  if (chosen === undefined) return entries.length === 0 ? null : `only supports ${entries[0]?.[0] ?? 'files'}`
  const [contentType, media] = chosen
  const schema = inlineSchema(document, isJsonObject(media) ? media['schema'] : undefined, true)
  const type =
    json !== undefined ? 'json' : form !== undefined ? 'form' : chosen === parts ? 'multipart' : 'text'
  const own = contentType === '*/*' || type === 'form' || type === 'multipart' ? {} : { contentType }
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {}
  const isFlat = type !== 'text' && Object.keys(properties).length > 0 && schema['anyOf'] === undefined
  if (!isFlat) {
    const whole = addProperty(
      draft,
      'body',
      type === 'text' ? { type: 'string' } : schema,
      body['required'] === true,
    )
    draft.request.body = { type, value: `{${whole}}`, ...own }
    return null
  }
  const needed = Array.isArray(schema['required']) ? schema['required'] : []
  const files = type === 'multipart' ? filesIn(document, media) : NO_FILES
  const value: JsonObject = {}
  for (const [name, member] of Object.entries(properties)) {
    const isNeeded = needed.includes(name) && body['required'] !== false
    const given = isJsonObject(member) ? member : {}
    value[name] = `{${addProperty(draft, name, files.has(name) ? fileSchema(given) : given, isNeeded)}}`
  }
  draft.request.body = { type, value, ...own }
  return null
}

const NO_FILES: ReadonlySet<string> = new Set()

/** Whether the form names its fields; without names there is nothing to send. */
function isParts(document: JsonObject, media: JsonValue | undefined): boolean {
  const schema = inlineSchema(document, isJsonObject(media) ? media['schema'] : undefined, true)
  return isJsonObject(schema['properties']) && Object.keys(schema['properties']).length > 0
}

/** Fields whose content are bytes: `format: binary` (OpenAPI 3.0), `contentMediaType` (3.1), lists of these. */
function filesIn(document: JsonObject, media: JsonValue | undefined): ReadonlySet<string> {
  const schema = resolve(document, isJsonObject(media) ? media['schema'] : undefined)
  const properties = isJsonObject(schema) && isJsonObject(schema['properties']) ? schema['properties'] : {}
  const isFile = (given: JsonValue | undefined): boolean => {
    const member = resolve(document, given)
    if (!isJsonObject(member)) return false
    if (member['type'] === 'array') return isFile(member['items'])
    return member['format'] === 'binary' || 'contentMediaType' in member
  }
  return new Set(Object.entries(properties).flatMap(([name, member]) => (isFile(member) ? [name] : [])))
}

function fileSchema({ type, title, description }: JsonObject): JsonObject {
  const words = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  }
  return type === 'array' ? { type, items: filePartSchema({}), ...words } : filePartSchema(words)
}

/** A property of the input under a name that templates can hold, and that is still free. */
function addProperty(draft: Draft, name: string, schema: JsonObject, required: boolean): string {
  const plain = name.replaceAll(/[^\w$@-]+/g, '_').replace(/^[^A-Za-z_$@]+/, '') || 'value'
  const base = plain === 'settings' ? 'settings_' : plain
  let free = base
  for (let count = 2; free in draft.properties; count += 1) free = `${base}_${count}`
  draft.properties[free] = schema
  if (required) draft.required.push(free)
  return free
}
