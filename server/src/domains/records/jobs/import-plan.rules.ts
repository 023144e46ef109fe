import type { Issue } from '@caseloom/contract/errors'
import { foldText } from '@caseloom/contract/fold'
import type { JsonValue } from '@caseloom/contract/json'
import type { Actor } from '@caseloom/contract/permissions'
import { fail } from '../../../platform/errors.ts'
import { mayReadField } from '../record-change.rules.ts'
import type { AppShape, FieldShape } from '../record-shape.ts'
import type { ImportSpec } from './job-shape.ts'
import { type PeopleFinder, withIds } from './people-names.rules.ts'
import { rawOf, undefused } from './text-form.rules.ts'

/** The column of an error file; it is never a field's. */
export const ERROR_COLUMN = 'error'

/** How the rows of a file become values: mapped columns with their fields, in the order of the cells. */
export interface ImportPlan {
  columns: { column: string; field: FieldShape }[]
  match: FieldShape | null
  /** Absent when no column names people. */
  people?: PeopleFinder
}

/**
 * The plan of an import against the app as it is now.
 * @throws field.unknown, request.invalid
 */
export function importPlan(
  app: AppShape,
  actor: Actor,
  spec: Pick<ImportSpec, 'columns' | 'match'>,
): ImportPlan {
  const issues: Issue[] = []
  const taken = new Set<string>()
  const columns = spec.columns.flatMap(({ column, field: key }, at) => {
    if (key === null) return []
    const field = app.byKey.get(key)
    const path = ['body', 'columns', at, 'field']
    if (field === undefined || !mayReadField(actor, field))
      issues.push({ path, code: 'unknown_field', message: 'There is no such field' })
    else if (taken.has(key)) issues.push({ path, code: 'duplicate', message: 'Two columns fill this field' })
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
      message: 'Match by a unique field that a column fills',
    })
  if (columns.length === 0 && issues.length === 0)
    issues.push({ path: ['body', 'columns'], code: 'required', message: 'Give at least one column a field' })
  if (issues.length > 0)
    throw fail(issues.some(({ code }) => code === 'unknown_field') ? 'field.unknown' : 'request.invalid', {
      issues,
    })
  return { columns, match }
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
    if (said.issues !== undefined)
      issues.push(...said.issues.map((issue) => ({ ...issue, path: ['fields', field.key, ...issue.path] })))
    else if (said.raw !== null || !field.definition.required)
      values[field.key] = namedIn(plan, field, said.raw)
  }
  return issues.length > 0 ? { issues } : { values }
}

function namedIn({ people }: ImportPlan, { kind }: FieldShape, value: JsonValue): JsonValue {
  if (people === undefined) return value
  if (kind === 'user' || kind === 'users') return withIds(people.user, value)
  return kind === 'group' || kind === 'groups' ? withIds(people.group, value) : value
}

/** True when a column of the plan names people or groups. */
export function namesPeople({ columns }: ImportPlan): boolean {
  return columns.some(({ field }) => ['user', 'users', 'group', 'groups'].includes(field.kind))
}

/** Which field each column most likely fills: by key, by label, by a similar name; each field once. */
export function suggestMapping(app: AppShape, actor: Actor, columns: readonly string[]): Map<string, string> {
  const fields = [...app.byKey.values()].filter((field) => mayReadField(actor, field) && isFillable(field))
  const found = new Map<string, string>()
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
      if (found.has(column) || column === ERROR_COLUMN) continue
      const field = fields.find((one) => !taken.has(one.key) && fits(column, one))
      if (field === undefined) continue
      found.set(column, field.key)
      taken.add(field.key)
    }
  return found
}

function isFillable(field: FieldShape): boolean {
  return !field.definition.readOnly && !COMPUTED.has(field.definition.type)
}

/** What records work out by themselves, or what comes by another way than a cell. */
const COMPUTED: ReadonlySet<string> = new Set(['formula', 'system', 'comments', 'clock', 'attachment'])

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
