import type { Issue } from '@caseloom/contract/kernel/errors'
import type { Filter } from '@caseloom/contract/values/filter'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { isRelative } from '@caseloom/contract/values/relative-time'
import { type Actor, ANONYMOUS } from '@caseloom/contract/kernel/permissions'
import { type FilterFacts, satisfies } from './filter.rules.ts'
import type { PlainFilter } from './filter-shape.ts'
import { readFilter } from './read-filter.rules.ts'
import type { AppShape, FieldShape, StoredRecord } from '../model/record-shape.ts'

/** Who asks and when: `me` and spans back from now are read by these. */
export interface MatchMoment {
  actor: Actor
  now: Date
  /** By whose calendar days are counted; UTC when absent. */
  zone?: string | undefined
}

/** Checked filters by revision and filter; both are immutable once published. */
const known = new WeakMap<AppShape, WeakMap<Filter, PlainFilter | null>>()

/**
 * True if a record matches a filter from the app's definition (a stamp or clock). Such filters read every field,
 * regardless of the writer's permissions. Agrees with the same filter's SQL. A filter that no longer fits the app never
 * matches.
 */
export function recordMatches(
  app: AppShape,
  filter: Filter,
  record: StoredRecord,
  moment: MatchMoment,
): boolean {
  const plain = timeless(filter) ? remembered(app, filter, moment) : plainFilter(app, filter, moment)
  return plain !== null && satisfies(plain, factsOf(app, record))
}

/** What is wrong with a filter of a definition, with places inside the filter; none when it can be evaluated. */
export function definedFilterIssues(fields: readonly FieldShape[], filter: Filter): Issue[] {
  const app = { acronym: '', fields, byKey: new Map(fields.map((field) => [field.key, field])) }
  // Who asks does not decide whether a filter can be evaluated.
  const { issues = [] } = readFilter(filter, { app, actor: allSeeing(app, ANONYMOUS), now: new Date(0) })
  // The reader names places in the body of a search; here the filter itself is the root.
  return issues.map((issue) => ({ ...issue, path: issue.path.slice(2) }))
}

/** True if the filter gives the same result for everyone at any time. */
export function timeless(filter: Filter): boolean {
  if ('all' in filter) return filter.all.every(timeless)
  if ('any' in filter) return filter.any.every(timeless)
  if ('not' in filter) return timeless(filter.not)
  if ('has' in filter) return false
  const values = Array.isArray(filter.value) ? filter.value : [filter.value ?? null]
  return !isRelative(filter) && values.every((value) => value !== 'me' && !isObject(value))
}

/** The facts of a record that a filter reads: field values by key, and system fields by name. */
export function factsOf(app: AppShape, record: StoredRecord): FilterFacts {
  return (key) => {
    switch (key) {
      case 'tracking_id':
        return record.seq === null ? null : `${app.acronym}-${record.seq}`
      case 'created_at':
        return record.createdAt.toISOString()
      case 'updated_at':
        return record.updatedAt.toISOString()
      case 'created_by':
        return record.createdBy.id
      case 'updated_by':
        return record.updatedBy.id
      default:
        return record.values[key] ?? null
    }
  }
}

function isObject(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null
}

function remembered(app: AppShape, filter: Filter, moment: MatchMoment): PlainFilter | null {
  const ofApp = known.get(app) ?? new WeakMap<Filter, PlainFilter | null>()
  known.set(app, ofApp)
  const found = ofApp.get(filter)
  if (found !== undefined) return found
  const plain = plainFilter(app, filter, moment)
  ofApp.set(filter, plain)
  return plain
}

function plainFilter(app: AppShape, filter: Filter, moment: MatchMoment): PlainFilter | null {
  return readFilter(filter, { ...moment, app, actor: allSeeing(app, moment.actor) }).filter ?? null
}

/** The actor with the right to read every field: what a definition computes does not depend on who writes. */
function allSeeing(app: AppShape, actor: Actor): Actor {
  const readers = app.fields.flatMap((field) => field.definition.readers ?? [])
  return readers.length === 0 ? actor : { ...actor, principals: [...actor.principals, ...readers] }
}
