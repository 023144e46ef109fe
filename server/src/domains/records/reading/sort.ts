import type { Issue } from '@caseloom/contract/kernel/errors'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordSearch } from '@caseloom/contract/records/records'
import { kindRules } from '../../../field-types/registry.ts'
import { targetOf } from '../filters/filter-targets.rules.ts'
import type { AppTable, FieldColumn } from '../model/record-shape.ts'

/** One key of an order, as SQL over the alias t. */
export interface SortKey {
  sql: string
  /** Type that a cursor's value is cast to. */
  type: string
  descending: boolean
  /** Empty values come last in both directions. */
  nullable: boolean
  /** Keys of the options in their order, for a field that sorts by it. */
  options?: readonly string[]
}

export type Order = { keys: SortKey[]; issues?: never } | { keys?: never; issues: Issue[]; unknown: boolean }

const MAX_RANKED = 200

const SYSTEM: Record<string, Omit<SortKey, 'descending'>> = {
  tracking_id: { sql: 't.seq', type: 'bigint', nullable: false },
  created_at: { sql: 't.created_at', type: 'timestamptz', nullable: false },
  updated_at: { sql: 't.updated_at', type: 'timestamptz', nullable: false },
  created_by: { sql: '(t.created_by->>\'name\') collate "C"', type: 'text', nullable: false },
  updated_by: { sql: '(t.updated_by->>\'name\') collate "C"', type: 'text', nullable: false },
}

/** The order of a search, newest first by default; the statement adds the ID. */
export function readOrder(app: AppTable, actor: Actor, sort: RecordSearch['sort']): Order {
  const keys: SortKey[] = []
  const issues: Issue[] = []
  let unknown = false
  for (const [at, { field, direction }] of (sort ?? []).entries()) {
    const path = ['body', 'sort', at, 'field']
    const descending = direction === 'desc'
    const target = targetOf(app, actor, field)
    const system = SYSTEM[target?.key ?? field]
    const column = target === null ? undefined : app.byKey.get(field)
    const key = system ?? (column === undefined ? null : sortKeyOf(column))
    if (key === null && column === undefined) {
      unknown = true
      issues.push({ path, code: 'unknown_field', message: `Unknown field "${field}"` })
    } else if (key === null) {
      issues.push({ path, code: 'not_sortable', message: 'Lists can’t be sorted by this field' })
    } else keys.push({ ...key, descending })
  }
  if (issues.length > 0) return { issues, unknown }
  return { keys: [...keys, ...tieBreak(keys)] }
}

/** Breaks ties before the ID does, with the remaining columns of the key's index. */
function tieBreak(keys: readonly SortKey[]): SortKey[] {
  const [first] = keys
  if (first === undefined) return [{ ...newest, descending: true }]
  if (keys.length > 1) return []
  if (first.options !== undefined) return [{ ...newest, descending: true }]
  return first.type === 'uuid' ? [{ ...newest, descending: first.descending }] : []
}

const newest: Omit<SortKey, 'descending'> = { sql: 't.created_at', type: 'timestamptz', nullable: false }

function sortKeyOf(field: FieldColumn): Omit<SortKey, 'descending'> | null {
  const { sortType } = kindRules(field.kind)
  if (sortType === undefined) return null
  const options = optionKeys(field)
  return {
    sql: `t.${field.sortColumn ?? field.column}`,
    type: sortType,
    nullable: true,
    // Each option is a stretch of the list of its own: beyond so many the order of their keys must do.
    ...(options === null || options.length > MAX_RANKED ? {} : { options }),
  }
}

/** By their schema, option keys contain only lowercase letters, digits, and _, so they are safe in a statement. */
function optionKeys({ definition }: FieldColumn): string[] | null {
  if (!('options' in definition)) return null
  return definition.options.flatMap(({ key }) => (/^[a-z0-9_]+$/.test(key) ? [key] : []))
}
