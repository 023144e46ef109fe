import type { AppView } from '@caseloom/contract/apps/apps'
import { holdsPeople } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import { isJsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import type { Filter } from '@caseloom/contract/values/filter'

/** The apps that the actor sees. */
export type Apps = readonly Pick<AppView, 'id' | 'key' | 'name' | 'fields'>[]

export interface FilterFacts {
  /** Keys of apps whose records a condition asks about. */
  named: string[]
  /** A condition names a record of the tenant, or one of its users or groups. */
  isLocal: boolean
}

/** What a filter of an app's records names elsewhere. */
export function readFilter(filter: Filter, app: Apps[number] | undefined, apps: Apps): FilterFacts {
  const within = (parts: readonly Filter[], of = app) =>
    joined(parts.map((part) => readFilter(part, of, apps)))
  if ('all' in filter) return within(filter.all)
  if ('any' in filter) return within(filter.any)
  if ('not' in filter) return within([filter.not])
  if ('has' in filter) {
    const other = linkedApp(filter.has, app, apps)
    const own = within(filter.where === undefined ? [] : [filter.where], other)
    return other === undefined ? own : { ...own, named: [other.key, ...own.named] }
  }
  const field = app?.fields.find(({ key }) => key === filter.field)
  return { named: [], isLocal: holdsIds(field) && namesId(filter.value ?? null) }
}

function joined(facts: readonly FilterFacts[]): FilterFacts {
  return { named: facts.flatMap(({ named }) => named), isLocal: facts.some(({ isLocal }) => isLocal) }
}

/** The app of `has`: that of a reference field, or the one that is named before the point. */
function linkedApp(has: string, app: Apps[number] | undefined, apps: Apps): Apps[number] | undefined {
  const [appKey, fieldKey] = has.split('.')
  if (fieldKey !== undefined) return apps.find(({ key }) => key === appKey)
  const field = app?.fields.find(({ key }) => key === has)
  return field !== undefined && 'app' in field ? apps.find(({ id }) => id === field.app) : undefined
}

/** Values of text fields may look like IDs and mean the same everywhere. */
function holdsIds(field: Field | undefined): boolean {
  return field === undefined || 'app' in field || holdsPeople(field)
}

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function namesId(value: JsonValue): boolean {
  if (typeof value === 'string') return GUID.test(value)
  if (Array.isArray(value)) return value.some(namesId)
  return isJsonObject(value) && Object.values(value).some(namesId)
}
