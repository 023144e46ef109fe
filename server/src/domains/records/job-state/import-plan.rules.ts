import type { Issue } from '@caseloom/contract/kernel/errors'
import { fieldType, kindTraits } from '@caseloom/contract/field-types/field-kind'
import { foldText } from '@caseloom/contract/values/normalize-text'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import { isSharedWith } from '@caseloom/contract/kernel/sharing'
import { fail } from '../../../platform/errors.ts'
import { type GuardedApp, mayReadField } from '../model/app-permissions.rules.ts'
import type { AppShape, FieldShape } from '../model/record-shape.ts'
import type { ImportSpec } from './job-shape.ts'
import { COMMENTS_COLUMN, FILES_COLUMN } from '../tables/archive-shape.ts'
import { type PeopleFinder, unclearNames, withIds } from '../tables/people-names.rules.ts'
import { undefused } from '../tables/formula-guard.rules.ts'
import { rawOf } from '../tables/text-form.rules.ts'

/** The column of an error file; it is never a field's. */
export const ERROR_COLUMN = 'error'

/** How the rows of a file become values: mapped columns with their fields, in the order of the cells. */
export interface ImportPlan {
  columns: { column: string; field: FieldShape }[]
  match: FieldShape | null
  /** Columns of what records carry beside their values: comments, files. */
  carried: { comments: string | null; files: string | null }
  /** Absent when no column names people. */
  people?: PeopleFinder
}

/**
 * The plan of an import against the app as it is now.
 * @throws field.unknown, request.invalid
 */
export function importPlan(
  app: AppShape & Partial<GuardedApp>,
  actor: Actor,
  spec: Pick<ImportSpec, 'columns' | 'match'>,
): ImportPlan {
  const issues: Issue[] = []
  const taken = new Set<string>()
  const carriedBy = (key: string) => spec.columns.find(({ field }) => field === key)?.column ?? null
  const carried = { comments: carriedBy(COMMENTS_COLUMN), files: carriedBy(FILES_COLUMN) }
  const columns = spec.columns.flatMap(({ column, field: key }, at) => {
    if (key === null) return []
    const field = app.byKey.get(key)
    const path = ['body', 'columns', at, 'field']
    if (CARRIED.has(key)) {
      if (!mayCarry(actor, app)) issues.push({ path, code: 'right_missing', message: NO_MANAGER })
      else if (taken.has(key))
        issues.push({ path, code: 'duplicate', message: 'Two columns are mapped to this' })
      taken.add(key)
    } else if (field === undefined || !mayReadField(actor, field))
      issues.push({ path, code: 'unknown_field', message: 'Unknown field' })
    else if (taken.has(key))
      issues.push({ path, code: 'duplicate', message: 'Two columns are mapped to this field' })
    else {
      taken.add(key)
      return [{ column, field }]
    }
    return []
  })
  const match =
    spec.match === null ? null : (columns.find(({ field }) => field.key === spec.match)?.field ?? null)
  if (spec.match !== null && match?.unique !== true)
    issues.push({
      path: ['body', 'match'],
      code: 'not_unique_field',
      message: 'Match by a unique field that has a mapped column',
    })
  if (columns.length === 0 && issues.length === 0)
    issues.push({
      path: ['body', 'columns'],
      code: 'required',
      message: 'Map at least one column to a field',
    })
  if (issues.length > 0)
    throw fail(issues.some(({ code }) => code === 'unknown_field') ? 'field.unknown' : 'request.invalid', {
      issues,
    })
  return { columns, match, carried }
}

const CARRIED: ReadonlySet<string> = new Set([COMMENTS_COLUMN, FILES_COLUMN])
const NO_MANAGER = 'Only users who manage the app can import comments and files'

/** Imported comments speak in the names of others: who may change the app itself may bring them. */
export function mayCarry(actor: Actor, app: Partial<GuardedApp>): boolean {
  return may(actor, 'app:build') && isSharedWith(actor, app.sharing ?? null, 'manage')
}

export type RowValues =
  | { values: Record<string, JsonValue>; issues?: never }
  | { values?: never; issues: Issue[] }

/** The values that a row says. An empty cell empties its field; of a required field it says nothing. */
export function rowValues(plan: ImportPlan, cells: readonly JsonValue[], texts: boolean): RowValues {
  const values: Record<string, JsonValue> = {}
  const issues: Issue[] = []
  for (const [at, { field }] of plan.columns.entries()) {
    const cell = cells[at] ?? null
    const said = texts && typeof cell === 'string' ? rawOf(field, undefused(cell)) : { raw: cell }
    const unclear = said.issues === undefined ? unclearIn(plan, field, said.raw) : []
    const faults = said.issues ?? unclear
    if (faults.length > 0)
      issues.push(...faults.map((issue) => ({ ...issue, path: ['fields', field.key, ...issue.path] })))
    else if (said.issues === undefined && (said.raw !== null || !field.definition.required))
      values[field.key] = namedIn(plan, field, said.raw)
  }
  return issues.length > 0 ? { issues } : { values }
}

function namedIn({ people }: ImportPlan, field: FieldShape, value: JsonValue): JsonValue {
  const kind = peopleKind(field)
  return people === undefined || kind === null ? value : withIds(people[kind], value)
}

/** Guessing could assign a record to the wrong person, so unclear names are reported. */
function unclearIn({ people }: ImportPlan, field: FieldShape, value: JsonValue): Issue[] {
  const kind = peopleKind(field)
  if (people === undefined || kind === null) return []
  return unclearNames(people, kind, value).map((message) => ({ path: [], code: 'unknown_person', message }))
}

/** What a field of people names; null for any other. */
export function peopleKind({ kind }: Pick<FieldShape, 'kind'>): 'user' | 'group' | null {
  const { groups, users } = kindTraits(kind)
  if (users) return 'user'
  return groups ? 'group' : null
}

/** True when a column of the plan names people or groups. */
export function namesPeople({ columns }: ImportPlan): boolean {
  return columns.some(({ field }) => peopleKind(field) !== null)
}

/** Which field each column most likely fills: by key, by label, by a similar name; each field once. */
export function suggestMapping(
  app: AppShape & Partial<GuardedApp>,
  actor: Actor,
  columns: readonly string[],
): Map<string, string> {
  const fields = [...app.byKey.values()].filter((field) => mayReadField(actor, field) && isFillable(field))
  const own = columns.filter((column) => CARRIED.has(column) && mayCarry(actor, app))
  const found = new Map(own.map((column) => [column, column]))
  const taken = new Set<string>()
  const ways: ((column: string, field: FieldShape) => boolean)[] = [
    (column, field) => column === field.key,
    (column, field) => foldText(column) === foldText(field.definition.label),
    (column, field) =>
      plain(column) !== '' && [plain(field.key), plain(field.definition.label)].includes(plain(column)),
    (column, field) =>
      isNear(plain(column), plain(field.definition.label)) || isNear(plain(column), plain(field.key)),
  ]
  for (const fits of ways)
    for (const column of columns) {
      if (found.has(column) || CARRIED.has(column) || column === ERROR_COLUMN) continue
      const field = fields.find((one) => !taken.has(one.key) && fits(column, one))
      if (field === undefined) continue
      found.set(column, field.key)
      taken.add(field.key)
    }
  return found
}

function isFillable(field: FieldShape): boolean {
  return !field.definition.readOnly && fieldType(field.definition).unwritten !== true
}

function plain(name: string): string {
  return foldText(name).replace(/[^\p{L}\p{N}]/gu, '')
}

/** One name begins with the other, or they differ by one letter, or by two that changed places. */
function isNear(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 4) return false
  if (a.startsWith(b) || b.startsWith(a)) return true
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  const [restA, restB] = [a.slice(at), b.slice(at)]
  const isSwapped = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
  return (
    isSwapped || restA.slice(1) === restB.slice(1) || restA === restB.slice(1) || restA.slice(1) === restB
  )
}
