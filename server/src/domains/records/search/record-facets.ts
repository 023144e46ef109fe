import type { Issue } from '@caseloom/contract/kernel/errors'
import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { Filter } from '@caseloom/contract/values/filter'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import type { recordFacets as facetsRoute } from '@caseloom/contract/records/search'
import { serverType } from '../../../field-types/registry.ts'
import type { TenantRef, TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { allowInApp } from '../model/app-permissions.rules.ts'
import { appsOfFilter } from '../reference-fields/other-apps.ts'
import { targetOf } from '../filters/filter-targets.rules.ts'
import type { AppTable, FieldColumn } from '../model/record-shape.ts'
import { checkSearch } from '../reading/search-records.ts'
import { withApp } from '../model/with-app.ts'
import { countFacets, type FacetField, type FacetRow } from './facets.read.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

export interface FacetsDeps extends Pick<RecordsDeps, 'apps'> {
  /** Names of the tenant's people and groups, by id. */
  names(actor: Actor, place: TenantRef): Promise<ReadonlyMap<string, string>>
}
export interface FacetsCommand {
  appId: string
  filter?: Filter | undefined
  text?: string | undefined
  fields: readonly string[]
  limit?: number | undefined
  zone?: string | undefined
}
export type Facets = RouteReply<typeof facetsRoute>

/**
 * How many of the records that a search finds have each value of some fields.
 * @throws field.unknown for a field that is missing or unreadable, request.invalid for one of too many values
 */
export async function recordFacets(
  deps: FacetsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, fields: keys, limit = 20, ...asked }: FacetsCommand,
): Promise<Facets> {
  allow(actor, 'record:read')
  const { app, rows } = await scope.read((tx) =>
    withApp(deps, tx, appId, async (candidate) => {
      allowInApp(actor, 'record:read', candidate)
      const others = await appsOfFilter(deps, tx, candidate, asked.filter)
      const search = checkSearch(
        candidate,
        actor,
        { ...asked, zone: asked.zone ?? tx.timeZone, limit: 1, others },
        tx.now,
      )
      const fields = readFields(candidate, actor, keys)
      return countFacets(tx, candidate, { search, fields, limit })
    }),
  )
  const wantsNames = keys.some((key) => namesPeople(app.byKey.get(key)))
  const names = wantsNames ? await deps.names(actor, scope) : new Map<string, string>()
  return {
    facets: keys.map((key, at) => {
      const all = rows.filter((row) => row.field === at)
      return {
        field: key,
        values: all.slice(0, limit).map((row) => ({
          value: row.value,
          label: labelOf(app, key, row, names),
          count: row.count,
          filter: filterOf(app, key, row.value),
        })),
        others: all[limit]?.rest ?? 0,
      }
    }),
  }
}

/** True for a field of users or groups. */
export function namesPeople(field: FieldColumn | undefined): boolean {
  if (field === undefined) return false
  const { groups, users } = kindTraits(field.kind)
  return users || groups
}

function readFields(app: AppTable, actor: Actor, keys: readonly string[]): FacetField[] {
  const issues: Issue[] = []
  let unknown = false
  const fields = keys.flatMap((key, at): FacetField[] => {
    const path = ['body', 'fields', at]
    if (key === 'created_by' || key === 'updated_by') return [key]
    const field = targetOf(app, actor, key) === null ? undefined : app.byKey.get(key)
    if (field !== undefined && kindTraits(field.kind).faceted && !isLong(field)) return [field]
    const isThere = targetOf(app, actor, key) !== null
    unknown ||= !isThere
    issues.push(
      isThere
        ? { path, code: 'not_allowed', message: 'Values of this field can’t be counted' }
        : { path, code: 'unknown_field', message: `Unknown field "${key}"` },
    )
    return []
  })
  if (issues.length > 0) throw fail(unknown ? 'field.unknown' : 'request.invalid', { issues })
  return fields
}

function isLong({ definition }: FieldColumn): boolean {
  return serverType(definition).ungrouped?.(definition) === true
}

/** What a value is called: its option, or the person. */
export function labelOf(
  app: AppTable,
  key: string,
  row: Pick<FacetRow, 'name' | 'value'>,
  names: ReadonlyMap<string, string>,
): string {
  if (row.value === null) return ''
  const definition = app.byKey.get(key)?.definition
  if (definition !== undefined && 'options' in definition)
    return definition.options.find((option) => option.key === row.value)?.label ?? row.value
  return row.name ?? names.get(row.value) ?? row.value
}

/** The condition that finds the records with a value. */
export function filterOf(app: AppTable, key: string, value: string | null): Filter {
  if (value === null) return { field: key, op: 'empty' }
  const isList = app.byKey.get(key)?.sqlType.endsWith('[]') ?? false
  return isList ? { field: key, op: 'in', value: [value] } : { field: key, op: 'eq', value }
}
