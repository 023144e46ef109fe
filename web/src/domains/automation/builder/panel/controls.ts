import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { splitTemplate, wholeExpression } from '@caseloom/playbook/template-text'
import { resolved } from '../expression/shape.ts'
import { isObject } from '../model/places.ts'

export interface Property {
  name: string
  label: string
  schema: JsonObject
  required: boolean
}

export interface Variant {
  label: string
  schema: JsonObject
}

export type Control =
  | { kind: 'text'; multiline: boolean }
  | { kind: 'number'; whole: boolean; min?: number; max?: number }
  | { kind: 'boolean' }
  | { kind: 'choice'; options: readonly JsonValue[] }
  | { kind: 'choices'; options: readonly string[] }
  | { kind: 'list'; items: JsonObject }
  | { kind: 'map'; values: JsonObject }
  | { kind: 'object'; properties: readonly Property[] }
  | { kind: 'variants'; variants: readonly Variant[] }
  | { kind: 'any' }

const LONG = /^(?:text|html|body|description|message|markdown|prompt|comment|code|instructions)$/i

/** The control for a schema; free-form if the schema is too open. */
export function controlOf(schema: JsonObject, root: JsonObject, name = ''): Control {
  const target = resolved(schema, root)
  const options = target['enum']
  if (Array.isArray(options)) return { kind: 'choice', options }
  if ('const' in target && target['const'] !== undefined)
    return { kind: 'choice', options: [target['const']] }
  const several = variantsOf(target, root)
  if (several !== null) return controlOfVariants(several, root, name)
  switch (typeOf(target)) {
    case 'string':
      return { kind: 'text', multiline: LONG.test(name) || Number(target['maxLength'] ?? 0) > 9_000 }
    case 'number':
    case 'integer':
      return numberControl(target)
    case 'boolean':
      return { kind: 'boolean' }
    case 'array':
      return listControl(target, root)
    case 'object':
      return objectControl(target)
    default:
      return { kind: 'any' }
  }
}

function typeOf(schema: JsonObject): string | undefined {
  const type = schema['type']
  if (typeof type === 'string') return type
  if (!Array.isArray(type)) return isObject(schema['properties']) ? 'object' : undefined
  const known = type.filter((one) => one !== 'null')
  // A template can produce several scalar types.
  return known.includes('string') || known.length === 0 ? 'string' : String(known[0])
}

function numberControl(schema: JsonObject): Control {
  const { minimum, maximum, type } = schema
  return {
    kind: 'number',
    whole: type === 'integer',
    ...(typeof minimum === 'number' ? { min: minimum } : {}),
    ...(typeof maximum === 'number' ? { max: maximum } : {}),
  }
}

function listControl(schema: JsonObject, root: JsonObject): Control {
  const items = schema['items']
  if (!isObject(items) || Object.keys(items).length === 0) return { kind: 'any' }
  const options = resolved(items, root)['enum']
  if (Array.isArray(options) && options.every((one) => typeof one === 'string'))
    return { kind: 'choices', options }
  return { kind: 'list', items }
}

function objectControl(schema: JsonObject): Control {
  const properties = propertiesOf(schema)
  if (properties.length > 0) return { kind: 'object', properties }
  const values = schema['additionalProperties']
  if (values === false) return { kind: 'object', properties }
  return { kind: 'map', values: isObject(values) ? values : {} }
}

/** Properties in schema order, required ones first. */
export function propertiesOf(schema: JsonObject): Property[] {
  const { properties, required } = schema
  if (!isObject(properties)) return []
  const needed = new Set(Array.isArray(required) ? required : [])
  const all = Object.entries(properties).flatMap(([name, inner]) =>
    isObject(inner) ? [{ name, label: labelOf(name, inner), schema: inner, required: needed.has(name) }] : [],
  )
  return [...all.filter((one) => one.required), ...all.filter((one) => !one.required)]
}

/** The schema's title, or its name as words: `replyTo` becomes "Reply to". */
export function labelOf(name: string, schema: JsonObject): string {
  const { title } = schema
  if (typeof title === 'string' && title !== '') return title
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
  const lower = /^[A-Z]{2,}$/.test(words) ? words : words.toLowerCase()
  return lower.charAt(0).toUpperCase() + lower.slice(1)
}

function variantsOf(schema: JsonObject, root: JsonObject): JsonObject[] | null {
  const list = schema['oneOf'] ?? schema['anyOf']
  if (!Array.isArray(list)) return null
  const found = list.filter(isObject).map((one) => resolved(one, root))
  const real = found.filter((one) => one['type'] !== 'null')
  return real.length > 0 ? real : null
}

function controlOfVariants(variants: readonly JsonObject[], root: JsonObject, name: string): Control {
  const [only] = variants
  if (variants.length === 1 && only !== undefined) return controlOf(only, root, name)
  const constants = variants.flatMap((one) =>
    'const' in one ? [one['const'] ?? null] : (choices(one) ?? []),
  )
  if (variants.every((one) => 'const' in one || choices(one) !== undefined))
    return { kind: 'choice', options: constants }
  if (variants.every((one) => typeOf(one) === 'object'))
    return {
      kind: 'variants',
      variants: variants.map((one, at) => ({ label: nameOf(one, at), schema: one })),
    }
  const plain = variants.every((one) =>
    ['string', 'number', 'integer', 'boolean'].includes(typeOf(one) ?? ''),
  )
  return plain &&
    variants.some((one) => typeOf(one) === 'string' && !('const' in one) && choices(one) === undefined)
    ? { kind: 'text', multiline: LONG.test(name) }
    : { kind: 'any' }
}

function choices(schema: JsonObject): JsonValue[] | undefined {
  const options = schema['enum']
  return Array.isArray(options) ? options : undefined
}

function nameOf(schema: JsonObject, at: number): string {
  const { title } = schema
  if (typeof title === 'string') return title
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  for (const inner of Object.values(properties))
    if (isObject(inner) && typeof inner['const'] === 'string') return inner['const']
  return Object.keys(properties).join(', ') || String(at + 1)
}

/** The best-matching variant; on a tie, the one currently shown. */
export function variantOf(
  value: JsonValue | undefined,
  variants: readonly Variant[],
  preferred = -1,
): number {
  if (!isObject(value)) return -1
  const scores = variants.map(({ schema }) => {
    const properties = isObject(schema['properties']) ? schema['properties'] : {}
    const names = Object.keys(value)
    for (const [name, inner] of Object.entries(properties))
      if (isObject(inner) && 'const' in inner && value[name] !== inner['const']) return -1
    return names.filter((name) => name in properties).length
  })
  const best = Math.max(...scores)
  if (best < 0) return -1
  return scores[preferred] === best ? preferred : scores.indexOf(best)
}

/** Initial value of a variant: its constants. */
export function startOf({ schema }: Variant): JsonObject {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, inner]): [string, JsonValue][] =>
      isObject(inner) && inner['const'] !== undefined ? [[name, inner['const']]] : [],
    ),
  )
}

export function isExpression(value: JsonValue | undefined): value is string {
  if (typeof value !== 'string' || !value.includes('{%')) return false
  try {
    return wholeExpression(splitTemplate(value)) !== undefined
  } catch {
    return value.trimStart().startsWith('{%')
  }
}

/** Whether a field shows the expression editor, and the value this was decided for. */
export interface EntryMode {
  isExpression: boolean
  of: JsonValue | undefined
}

export function entryModeOf(kind: Control['kind'], value: JsonValue | undefined): EntryMode {
  return { isExpression: kind !== 'text' && isExpression(value), of: value }
}

/** The mode for a changed value. Typing never changes it: the editor would be replaced under the caret. */
export function entryModeAfter(
  mode: EntryMode,
  kind: Control['kind'],
  value: JsonValue | undefined,
): EntryMode {
  if (mode.isExpression) {
    // The expression editor shows any text, including none.
    const shows = value === undefined || value === null || typeof value === 'string'
    return shows || value === mode.of ? mode : entryModeOf(kind, value)
  }
  // A free-form text editor handles expressions as well.
  if (kind === 'any' || kind === 'text') return mode
  return isExpression(value) && value !== mode.of ? entryModeOf(kind, value) : mode
}

export type Role =
  | 'app'
  | 'match'
  | 'fields'
  | 'field'
  | 'fieldList'
  | 'filter'
  | 'people'
  | 'component'
  | 'componentInputs'
  | 'cases'
  | 'condition'
  | 'schema'
  | 'code'
  | 'plain'

const RECORD = /^(?:record|clock|observable)\.|^flow\.wait(?:Event|Condition)$/

export function roleOf(action: string, name: string, lazy: readonly string[]): Role {
  if (name === 'cases' && action === 'flow.switch') return 'cases'
  if (lazy.includes(name)) return 'condition'
  if (name === 'app') return 'app'
  if (RECORD.test(action)) {
    if (name === 'match') return 'match'
    if (name === 'set' || name === 'create') return 'fields'
    if (name === 'filter') return 'filter'
    if (name === 'field') return 'field'
    if (name === 'fields') return 'fieldList'
  }
  if (name === 'to' && (action.startsWith('human.') || action === 'notify.users')) return 'people'
  if (action === 'flow.call' && name === 'component') return 'component'
  if (action === 'flow.call' && name === 'inputs') return 'componentInputs'
  if (action === 'human.form' && name === 'schema') return 'schema'
  return action === 'code.script' && name === 'code' ? 'code' : 'plain'
}
