import type { Issue } from '@caseloom/contract/kernel/errors'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { actorRef } from '@caseloom/contract/records/records'
import { defaultOf, limitIssues } from './change-limits.rules.ts'
import { clockValues } from '../case-fields/clock.rules.ts'
import { derivedValues } from './derived-values.rules.ts'
import type { AppShape, Change, FieldChange, Moment, StoredRecord, Values } from '../model/record-shape.ts'
import { sameValue } from '../model/same-value.rules.ts'
import { type Conflict, requiredIssue } from '../model/issues.rules.ts'
import { mayReadField, mayWriteField } from '../model/app-permissions.rules.ts'

type Path = readonly (string | number)[]

/** Canonical values of an input, or every fault in it at its path. */
export type Input = { values: Values; issues?: never } | { values?: never; issues: Issue[] }

/** Reads values that an actor wants to write. A field that one may not read does not exist. */
export function readInput(app: AppShape, actor: Actor, raw: Values, path: Path): Input {
  const values: Record<string, JsonValue> = {}
  const issues: Issue[] = []
  for (const [key, value] of Object.entries(raw)) {
    const at = [...path, key]
    const field = app.byKey.get(key)
    if (field === undefined || !mayReadField(actor, field)) {
      issues.push({ path: at, code: 'unknown_field', message: 'Unknown field' })
    } else if (!mayWriteField(actor, field)) {
      issues.push({ path: at, code: 'read_only', message: 'You don’t have permission to edit this field' })
    } else {
      const reading = field.read(actor.kind === 'playbook' ? asList(field.definition, value) : value)
      if (reading.issues === undefined) values[key] = reading.value
      else issues.push(...reading.issues.map((found) => ({ ...found, path: [...at, ...found.path] })))
    }
  }
  return issues.length > 0 ? { issues } : { values }
}

/** Expressions give one found value where people would write a list of one: a list field takes both from a playbook. */
function asList(definition: Field, value: JsonValue): JsonValue {
  if (value === null || Array.isArray(value) || !holdsList(definition)) return value
  // Lists of links to add and to remove are a form of their own.
  const isChange = typeof value === 'object' && ('add' in value || 'remove' in value)
  return isChange ? value : [value]
}

function holdsList(definition: Field): boolean {
  if ('multiple' in definition) return definition.multiple
  const { observables, several, tasks } = fieldTraits(definition)
  return several || observables || tasks
}

/** Reads what an upsert matches by: unique fields with a value, at least one. */
export function readMatch(app: AppShape, actor: Actor, raw: Values, path: Path): Input {
  const values: Record<string, JsonValue> = {}
  const issues: Issue[] = []
  if (Object.keys(raw).length === 0)
    issues.push({
      path: [...path],
      code: 'required',
      message: 'Specify at least one unique field to match by',
    })
  for (const [key, value] of Object.entries(raw)) {
    const at = [...path, key]
    const field = app.byKey.get(key)
    if (field === undefined || !mayReadField(actor, field)) {
      issues.push({ path: at, code: 'unknown_field', message: 'Unknown field' })
      continue
    }
    if (!field.unique) {
      issues.push({
        path: at,
        code: 'not_unique_field',
        message: 'Only unique fields can be used for matching',
      })
      continue
    }
    const reading = field.read(value ?? null)
    if (reading.issues !== undefined)
      issues.push(...reading.issues.map((found) => ({ ...found, path: [...at, ...found.path] })))
    else if (reading.value === null)
      issues.push({ path: at, code: 'required', message: 'An empty value doesn’t match anything' })
    else values[key] = reading.value
  }
  return issues.length > 0 ? { issues } : { values }
}

/** A new record from canonical values; defaults fill what was not named. */
export function decideCreate(
  app: AppShape,
  given: Values,
  moment: Moment,
  id: string,
): Change | { issues: Issue[] } {
  const issues = createIssues(app, given, moment)
  return issues.length > 0 ? { issues } : draftCreate(app, given, moment, id)
}

/** What keeps a new record from being stored: required fields without a value or default, and limits. */
export function createIssues(app: AppShape, given: Values, moment: Moment): Issue[] {
  const { now, circles } = moment
  const filled = withDefaults(app, given, moment)
  const missing = app.fields.filter(({ key, definition }) => definition.required && filled[key] === null)
  return [
    ...missing.map(({ key }) => requiredIssue(key)),
    ...limitIssues(app, differences({}, given), { now, circles }),
  ]
}

function withDefaults(app: AppShape, given: Values, { actor, now, zone }: Moment): Values {
  const maker = { id: actor.kind === 'user' ? actor.id : null, now, zone }
  const values: Record<string, JsonValue> = {}
  for (const field of app.fields)
    values[field.key] = Object.hasOwn(given, field.key) ? (given[field.key] ?? null) : defaultOf(field, maker)
  return values
}

/** The same before anything is checked. */
export function draftCreate(app: AppShape, given: Values, moment: Moment, id: string): Change {
  const { actor, now, zone, links = [] } = moment
  const values = withDefaults(app, given, moment)
  const by = actorRef(actor)
  const record = {
    id,
    seq: null,
    version: 1,
    createdAt: now,
    createdBy: by,
    updatedAt: now,
    updatedBy: by,
    acl: null,
    lock: null,
    values,
  }
  const whole = {
    ...values,
    ...derivedValues({ app, before: null, record, moment: { actor, now, zone } }),
  }
  const made = { ...record, values: whole }
  return { action: 'created', record: made, changes: [...differences({}, whole), ...links] }
}

/** A record with canonical values changed; null when nothing differs. Required fields cannot be emptied. */
export function decideUpdate(
  app: AppShape,
  current: StoredRecord,
  given: Values,
  moment: Moment,
): Change | { issues: Issue[] } | null {
  const changes = differences(current.values, given)
  if (changes.length === 0 && (moment.links ?? []).length === 0) return null
  const issues = updateIssues(app, changes, moment)
  return issues.length > 0 ? { issues } : draftUpdate(app, current, given, moment)
}

/** What keeps changes from being stored: required fields that they empty, and limits. */
export function updateIssues(app: AppShape, changes: readonly FieldChange[], moment: Moment): Issue[] {
  const emptied = changes.filter(
    (change) => change.to === null && app.byKey.get(change.field)?.definition.required === true,
  )
  return [...emptied.map((change) => requiredIssue(change.field)), ...limitIssues(app, changes, moment)]
}

/** The same before anything is checked. */
export function draftUpdate(
  app: AppShape,
  current: StoredRecord,
  given: Values,
  { actor, now, zone, links = [] }: Moment,
): Change {
  const record = {
    ...current,
    version: current.version + 1,
    updatedAt: now,
    updatedBy: actorRef(actor),
    values: { ...current.values, ...given },
  }
  const derived = derivedValues({ app, before: current, record, moment: { actor, now, zone } })
  const made = { ...record, values: { ...record.values, ...derived } }
  return {
    action: 'updated',
    record: made,
    changes: [...differences(current.values, { ...given, ...derived }), ...links],
  }
}

/** A record whose clocks have something to report; null when they don't. */
export function decideTick(
  app: AppShape,
  current: StoredRecord,
  moment: Moment,
  recomputed: Values = {},
): Change | null {
  const { actor, now, zone } = moment
  const clocks = clockValues({
    app,
    before: current,
    record: { ...current, values: { ...current.values, ...recomputed } },
    moment: { actor, now, zone },
  })
  const changes = differences(current.values, clocks)
  if (changes.length === 0) return null
  const record = {
    ...current,
    version: current.version + 1,
    updatedAt: now,
    updatedBy: actorRef(actor),
    values: { ...current.values, ...clocks },
  }
  return { action: 'updated', record, changes }
}

export function differences(before: Values, given: Values): FieldChange[] {
  return Object.entries(given).flatMap(([field, to]) => {
    const from = before[field] ?? null
    return sameValue(from, to) ? [] : [{ field, from, to }]
  })
}

/** Fields that both sides changed to different values since the version that was edited. */
export function conflictsOf(
  current: StoredRecord,
  given: Values,
  changedSince: ReadonlySet<string>,
): Conflict[] {
  return Object.entries(given).flatMap(([field, mine]) => {
    const theirs = current.values[field] ?? null
    return changedSince.has(field) && !sameValue(mine, theirs) ? [{ field, mine, theirs }] : []
  })
}
