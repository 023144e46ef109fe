import type { ModelDraft } from '@caseloom/contract/assistant/assistant-models'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Withheld } from '../asking/answerer.ts'

export type DataPolicy = ModelDraft['sends']

/** An app as far as the policy needs it. */
export interface KnownApp {
  id: string
  key: string
  name: string
  acronym: string
  titleField: string
}

/** State of one question: the policy, the apps of its tenant, and the values withheld so far. */
export interface Keeping {
  policy: DataPolicy
  apps: readonly KnownApp[]
  masked: Set<string>
}

const WITHHELD = '[withheld from the model]'
const WITHHELD_APP = 'Records of this app are withheld from the model'
/** What of a record says nothing of its fields. */
const FACTS = ['app', 'trackingId', 'ref', 'createdAt', 'updatedAt'] as const
const MORE_FACTS = [
  'createdBy',
  'updatedBy',
  'restricted',
  'lockedBy',
  'lockReason',
  'youMay',
  'commentsInAll',
]
/** What of a run repeats values that records may have; where something is excluded it stays here whole. */
const RUN_VALUES = new Set(['values', 'because', 'message'])
const NAMES_OF_FIELDS = new Set(['field', 'by', 'timeField', 'groupBy', 'sort', 'columns'])
/** Tools that look for words in records. */
const LOOKING = new Set(['search_records', 'draft_filter'])
const WITHHELD_WORDS = 'Record values are withheld from the model. Search with a filter instead of words.'
/** Shorter values mean nothing on their own and occur in any text. */
const SHORTEST = 3
/** Smaller numbers occur everywhere: counts, versions, days. */
const LEAST_NUMBER = 1000

/** A copy of a tool's result without withheld apps and fields, or without any values if the policy withholds them all. */
export function withoutExcluded(content: JsonValue, keeping: Keeping): JsonValue {
  collect(content, keeping)
  return masked(cleaned(content, keeping), keeping)
}

/** Why a tool call is refused: its input names something withheld from the model, which the result would reveal. */
export function refusalOf(tool: string, input: unknown, { policy, apps }: Keeping): string | null {
  const said = isObject(input) && typeof input['app'] === 'string' ? input['app'].trim().toLowerCase() : null
  const app = apps.find(
    ({ id, key, name, acronym }) =>
      said !== null && [id, key, name.toLowerCase(), acronym.toLowerCase()].includes(said),
  )
  if (app !== undefined && policy.excludedApps.includes(app.key)) return WITHHELD_APP
  const named = fieldsNamed(input).find(({ field, isElsewhere }) =>
    isExcluded(policy, isElsewhere ? null : (app?.key ?? null), field),
  )
  if (named !== undefined) return `The field ${named.field} is withheld from the model`
  if (policy.excludedApps.length > 0 && namesLinks(input))
    return 'Conditions on linked records may reach apps that are withheld from the model'
  if (policy.recordValues || !isObject(input)) return null
  // A search hit would reveal that the record contains the word.
  if (LOOKING.has(tool) && isWord(input['text'])) return WITHHELD_WORDS
  const measures = input['measure'] !== undefined && input['measure'] !== 'count'
  return measures || input['by'] !== undefined
    ? 'Record values are withheld from the model. Only counts are available.'
    : null
}

function isWord(text: unknown): boolean {
  return typeof text === 'string' && text.trim() !== ''
}

/** What tools may not read for the model; undefined when nothing is withheld. */
export function withheldBy({ excludedApps, excludedFields }: DataPolicy): Withheld | undefined {
  return excludedApps.length + excludedFields.length === 0
    ? undefined
    : { apps: excludedApps, fields: excludedFields }
}

/** True when the policy keeps anything back at all. */
export function keepsSomething({ recordValues, excludedApps, excludedFields }: DataPolicy): boolean {
  return !recordValues || excludedApps.length > 0 || excludedFields.length > 0
}

/** Without the app's key: whether the field is excluded in any app. */
function isExcluded({ excludedFields }: DataPolicy, app: string | null, field: string): boolean {
  return excludedFields.some((name) => {
    const [of, key] = name.split('.')
    return key === field && (of === '*' || app === null || of === app)
  })
}

interface Named {
  field: string
  /** Inside a condition over a link, on an app that is not disclosed. */
  isElsewhere: boolean
}

function fieldsNamed(input: unknown, under = '', isElsewhere = false): Named[] {
  if (typeof input === 'string') {
    // A link is a field of this app, or `app.field` of another one that points here.
    if (under === 'has') return [{ field: input.split('.').at(-1) ?? '', isElsewhere: input.includes('.') }]
    return NAMES_OF_FIELDS.has(under) ? [{ field: input.replace(/^-/, ''), isElsewhere }] : []
  }
  if (Array.isArray(input)) return input.flatMap((each) => fieldsNamed(each, under, isElsewhere))
  if (!isObject(input)) return []
  return Object.entries(input).flatMap(([key, value]) =>
    fieldsNamed(value, key, isElsewhere || key === 'where'),
  )
}

function namesLinks(input: unknown): boolean {
  if (Array.isArray(input)) return input.some(namesLinks)
  return isObject(input) && (typeof input['has'] === 'string' || Object.values(input).some(namesLinks))
}

function isRecord(value: JsonObject): value is JsonObject & { app: string; fields: JsonObject } {
  return typeof value['app'] === 'string' && isObject(value['fields'])
}

/** Remembers withheld values, so that they appear in no other text either. */
function collect(value: JsonValue, keeping: Keeping): void {
  if (Array.isArray(value)) for (const each of value) collect(each, keeping)
  if (!isObject(value)) return
  if (isRecord(value)) {
    const { policy } = keeping
    const isAll = !policy.recordValues || policy.excludedApps.includes(value.app)
    for (const [key, found] of Object.entries(value.fields))
      if (isAll || isExcluded(policy, value.app, key))
        for (const text of textsIn(found)) keeping.masked.add(text)
    return
  }
  for (const each of Object.values(value)) collect(each, keeping)
}

function textsIn(value: JsonValue): string[] {
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value).trim()
    return text.length < SHORTEST ? [] : [text]
  }
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isObject(value) ? Object.values(value).flatMap(textsIn) : []
}

function cleaned(value: JsonValue, keeping: Keeping): JsonValue {
  if (Array.isArray(value)) return value.map((each) => cleaned(each, keeping))
  if (!isObject(value)) return value
  const { policy } = keeping
  const { app } = value
  if (typeof app === 'string' && policy.excludedApps.includes(app)) return { app, withheld: WITHHELD_APP }
  if (isRecord(value)) return cleanRecord(value, keeping)
  const entries = Object.entries(value).filter(([key]) => !keepsSomething(policy) || !isValueOf(value, key))
  return Object.fromEntries(entries.map(([key, each]) => [key, cleaned(each, keeping)]))
}

/** A title beside a tracking id alone is a value of a record; so is what a run repeats. */
function isValueOf(of: JsonObject, key: string): boolean {
  return RUN_VALUES.has(key) || (key === 'title' && of['trackingId'] !== undefined)
}

function cleanRecord(record: JsonObject & { app: string; fields: JsonObject }, keeping: Keeping): JsonObject {
  const { policy, apps } = keeping
  const keep = (names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]])))
  if (!policy.recordValues) return keep(FACTS)
  const titleField = apps.find(({ key }) => key === record.app)?.titleField
  // Without the app, it's unknown which field the title comes from.
  const showsTitle =
    titleField === undefined
      ? policy.excludedFields.length === 0
      : !isExcluded(policy, record.app, titleField)
  const fields = Object.entries(record.fields).filter(([key]) => !isExcluded(policy, record.app, key))
  return {
    ...keep([...FACTS, ...MORE_FACTS, 'comments', 'history', ...(showsTitle ? ['title'] : [])]),
    fields: Object.fromEntries(fields.map(([key, value]) => [key, linkless(value, policy)])),
  }
}

/** Where apps are withheld, only the number of a linked record is disclosed. */
function linkless(value: JsonValue, policy: DataPolicy): JsonValue {
  if (policy.excludedApps.length === 0) return value
  if (Array.isArray(value)) return value.map((each) => linkless(each, policy))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => key === 'id' || key === 'trackingId'))
}

function masked(value: JsonValue, keeping: Keeping): JsonValue {
  if (typeof value === 'string') return maskedText(value, keeping)
  if (typeof value === 'number')
    return value >= LEAST_NUMBER && keeping.masked.has(String(value)) ? WITHHELD : value
  if (Array.isArray(value)) return value.map((each) => masked(each, keeping))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, masked(each, keeping)]))
}

/** A text without withheld values and numbers of records of excluded apps; matches whole words only. */
export function maskedText(text: string, { masked, apps, policy }: Keeping): string {
  let clean = text
  for (const { key, acronym } of apps)
    if (policy.excludedApps.includes(key))
      clean = clean.replaceAll(new RegExp(`\\b${acronym}-\\d+\\b`, 'gi'), WITHHELD)
  // The longest first: what is part of another goes with it.
  for (const value of [...masked].sort((one, other) => other.length - one.length)) {
    if (!clean.includes(value)) continue
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(value)}(?![\\p{L}\\p{N}])`, 'gu')
    clean = clean.replaceAll(pattern, WITHHELD)
  }
  return clean
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
