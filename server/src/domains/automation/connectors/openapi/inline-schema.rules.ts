import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'

/** Values that one schema may come to; what is beyond is left open. */
const MAX_VALUES = { input: 600, output: 200 }
const DEEPEST = 10
const LONGEST_TEXT = 300
const MAX_CHOICES = 500

/** Keywords that are copied: structure and descriptions. The server itself checks patterns and formats. */
const COPIED_KEYWORDS = [
  'type',
  'title',
  'const',
  'default',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
]

interface Walk {
  document: JsonObject
  left: number
  /** Inputs: what only the server writes falls away. */
  input: boolean
}

/** A self-contained schema of the document: references are inlined, and cycles become "anything". */
export function inlineSchema(
  document: JsonObject,
  schema: JsonValue | undefined,
  input: boolean,
): JsonObject {
  return inline({ document, left: input ? MAX_VALUES.input : MAX_VALUES.output, input }, schema, [])
}

/** The value that `$ref` points to; undefined when it points nowhere, or out of the document. */
export function resolve(document: JsonObject, value: JsonValue | undefined, hops = 0): JsonValue | undefined {
  if (!isJsonObject(value) || typeof value['$ref'] !== 'string') return value
  if (hops > 20) return undefined
  return resolve(document, pointed(document, value['$ref']), hops + 1)
}

function pointed(document: JsonObject, ref: string): JsonValue | undefined {
  if (!ref.startsWith('#/')) return undefined
  let at: JsonValue | undefined = document
  for (const part of ref.slice(2).split('/')) {
    const name = unescapePart(part)
    if (Array.isArray(at)) at = at[Number(name)]
    else if (isJsonObject(at) && Object.hasOwn(at, name)) at = at[name]
    else return undefined
  }
  return at
}

function unescapePart(part: string): string {
  const plain = part.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plain)
  } catch {
    // Not percent-encoded: the part is a name as it is.
    return plain
  }
}

function inline(walk: Walk, schema: JsonValue | undefined, refs: readonly string[]): JsonObject {
  walk.left -= 1
  if (!isJsonObject(schema) || walk.left < 0 || refs.length > DEEPEST) return {}
  const ref = schema['$ref']
  if (typeof ref === 'string') {
    if (refs.includes(ref)) return {}
    const target = inline(walk, pointed(walk.document, ref), [...refs, ref])
    return { ...target, ...words(schema) }
  }
  const deeper = [...refs, '']
  const plain: JsonObject = { ...words(schema) }
  for (const name of COPIED_KEYWORDS) {
    const value = schema[name]
    if (value !== undefined) plain[name] = value
  }
  if (Array.isArray(schema['enum']) && schema['enum'].length <= MAX_CHOICES) plain['enum'] = schema['enum']
  if (schema['items'] !== undefined) plain['items'] = inline(walk, schema['items'], deeper)
  if (isJsonObject(schema['properties'])) Object.assign(plain, inlineProperties(walk, schema, deeper))
  const { additionalProperties: more } = schema
  if (isJsonObject(more)) plain['additionalProperties'] = inline(walk, more, deeper)
  for (const name of ['anyOf', 'oneOf'] as const) {
    const list = schema[name]
    // Documents are often wrong about what shuts out what: any of them will do.
    if (Array.isArray(list) && list.length > 0) plain['anyOf'] = list.map((one) => inline(walk, one, deeper))
  }
  const { allOf } = schema
  return Array.isArray(allOf) ? merged([plain, ...allOf.map((one) => inline(walk, one, deeper))]) : plain
}

function inlineProperties(walk: Walk, schema: JsonObject, refs: readonly string[]): JsonObject {
  const properties: JsonObject = {}
  for (const [name, member] of Object.entries(
    isJsonObject(schema['properties']) ? schema['properties'] : {},
  )) {
    if (walk.input && isJsonObject(member) && member['readOnly'] === true) continue
    properties[name] = inline(walk, member, refs)
  }
  const { required } = schema
  const names = Array.isArray(required)
    ? required.filter((name): name is string => typeof name === 'string' && name in properties)
    : []
  return { properties, ...(names.length === 0 ? {} : { required: names }) }
}

/** Parts that all hold, as one schema: objects become one object, for forms. */
function merged(parts: readonly JsonObject[]): JsonObject {
  const properties: JsonObject = {}
  const required = new Set<string>()
  const whole: JsonObject = {}
  for (const part of parts) {
    const { properties: own, required: needed, ...rest } = part
    Object.assign(whole, rest)
    if (isJsonObject(own)) Object.assign(properties, own)
    if (Array.isArray(needed)) for (const name of needed) if (typeof name === 'string') required.add(name)
  }
  if (Object.keys(properties).length === 0) return whole
  return { ...whole, type: 'object', properties, ...(required.size === 0 ? {} : { required: [...required] }) }
}

function words({ description }: JsonObject): JsonObject {
  return typeof description === 'string' ? { description: description.slice(0, LONGEST_TEXT) } : {}
}
