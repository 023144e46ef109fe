import { extractObservables, type FoundObservable } from '@caseloom/contract/values/extract-observables'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { ChatContext } from '@caseloom/contract/assistant/assistant'

interface Filled {
  values: JsonObject
  /** How many were named by the question. */
  filled: number
  /** Titles of the required ones that were not. */
  missing: string[]
}

/** Kinds of what a question names, by the words of an input's name; the first that is there is taken. */
const KINDS: readonly [RegExp, readonly FoundObservable['kind'][]][] = [
  [/cidr|subnet|range/, ['cidr']],
  [/\bip(?:v4|v6)?\b/, ['ipv4', 'ipv6', 'cidr']],
  [/url|link|site|page/, ['url', 'domain']],
  [/e-?mail|mailbox|recipient|sender/, ['email']],
  [/user|account|person|login|who/, ['email', 'user']],
  [/host|machine|computer|workstation|device|endpoint|server/, ['host']],
  [/domain/, ['domain']],
  [/hash|sha|md5|digest/, ['sha256', 'sha1', 'md5', 'sha512']],
  [/\bcve|vulnerab/, ['cve']],
  [/file ?name|\bfile\b/, ['file-name', 'path']],
  [/\bpath/, ['path', 'file-name']],
  [/\bmac\b/, ['mac']],
  [/address/, ['ipv4', 'ipv6', 'cidr', 'email', 'mac']],
  [/indicator|observable|ioc/, ['ipv4', 'ipv6', 'domain', 'url', 'sha256', 'sha1', 'md5', 'email']],
]
const FORMATS: Readonly<Record<string, readonly FoundObservable['kind'][]>> = {
  ipv4: ['ipv4'],
  ipv6: ['ipv6'],
  email: ['email'],
  uri: ['url'],
  url: ['url'],
  hostname: ['host', 'domain'],
}
const TRACKING_ID = /\b[A-Z]{2,6}-\d{1,12}\b/
/** A computer's name: letters and digits with a hyphen, or what follows a word such as "host". */
const HOST_NAME = /\b(?!cve-)[a-z][a-z0-9]*(?:-[a-z0-9]+)*-?\d+[a-z0-9-]*\b/i
const AFTER_HOST =
  /\b(?:host|machine|computer|workstation|server|device|endpoint|laptop|pc)\s+([\w.-]{2,63})/i

/** Inputs of a component that the words of the question fill; never what a record or a description says. */
export function fillInputs(
  schema: JsonObject,
  { question, place }: { question: string; place: ChatContext },
): Filled {
  const named = namedBy(question)
  const values: JsonObject = {}
  let filled = 0
  for (const [name, property] of Object.entries(objectOf(schema['properties']))) {
    const value = valueFor(name, objectOf(property), { question, place, named })
    if (value === undefined) continue
    values[name] = value
    filled += 1
  }
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const properties = objectOf(schema['properties'])
  const missing = required
    .filter((name): name is string => typeof name === 'string' && !(name in values))
    .map((name) => textOf(objectOf(properties[name])['title']) || name)
  return { values, filled, missing }
}

function namedBy(question: string): FoundObservable[] {
  const found = extractObservables(question).filter(({ kind }) => kind !== 'host')
  const host = AFTER_HOST.exec(question)?.[1] ?? HOST_NAME.exec(question)?.[0]
  const isOther = host === undefined || found.some(({ value }) => value.includes(host.toLowerCase()))
  return isOther ? found : [...found, { kind: 'host', value: host.replace(/[.]+$/, '') }]
}

interface Asked {
  question: string
  place: ChatContext
  named: readonly FoundObservable[]
}

function valueFor(name: string, property: JsonObject, asked: Asked): JsonValue | undefined {
  const type = property['type']
  if (Array.isArray(property['enum'])) return optionIn(asked.question, property['enum'])
  if (type === 'integer' || type === 'number') {
    const found = /(?<![\w.\])}-])\d+(?:\.\d+)?(?![\w.[-])/.exec(asked.question)?.[0]
    return found === undefined ? undefined : Number(found)
  }
  if (type !== undefined && type !== 'string') return undefined
  const words = `${name.replaceAll(/([a-z])([A-Z])|_/g, '$1 $2')} ${textOf(property['title'])}`.toLowerCase()
  if (/record|tracking|case id|alert id/.test(words))
    return (
      TRACKING_ID.exec(asked.question)?.[0] ?? (/tracking/.test(words) ? undefined : asked.place.recordId)
    )
  const kinds =
    FORMATS[textOf(property['format'])] ??
    KINDS.find(([form]) => form.test(words))?.[1] ??
    KINDS.find(([form]) => form.test(textOf(property['description']).toLowerCase()))?.[1]
  return kinds
    ?.map((kind) => asked.named.find((one) => one.kind === kind)?.value)
    .find((one) => one !== undefined)
}

function optionIn(question: string, options: readonly JsonValue[]): JsonValue | undefined {
  const said = ` ${question.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  return options.find(
    (option) =>
      typeof option === 'string' && said.includes(` ${option.toLowerCase().replaceAll(/[_-]/g, ' ')} `),
  )
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
