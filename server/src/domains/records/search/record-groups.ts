import type { Issue } from '@caseloom/contract/kernel/errors'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import { type GroupBy, groupByFault } from '@caseloom/contract/records/grouping'
import {
  MAX_GROUPS,
  type RecordGroup,
  type recordGroups as groupsRoute,
} from '@caseloom/contract/records/search'
import type { Filter } from '@caseloom/contract/values/filter'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { targetOf } from '../filters/filter-targets.rules.ts'
import { allowInApp, seen } from '../model/app-permissions.rules.ts'
import type { AppTable } from '../model/record-shape.ts'
import { withApp } from '../model/with-app.ts'
import { checkSearch } from '../reading/search-records.ts'
import { type CheckedSearch, COUNT_CAP, countFound } from '../reading/search.read.ts'
import { appsOfFilter } from '../reference-fields/other-apps.ts'
import { countFacets } from './facets.read.ts'
import { boundsOfGroups, countGroups, dayOfGroupSql } from './groups.read.ts'
import { groupSource, type WantedGroups } from './group-source.rules.ts'
import { type FacetsDeps, filterOf, labelOf, namesPeople } from './record-facets.ts'

export interface GroupsCommand {
  appId: string
  filter?: Filter | undefined
  text?: string | undefined
  groupBy: GroupBy
  zone?: string | undefined
}
export type Groups = RouteReply<typeof groupsRoute>

interface Counted {
  value: string | null
  name: string | null
  count: number
}

/**
 * The groups of a list: how many of the records that a search finds share each value, day, week, or month.
 * @throws field.unknown for a field that is missing or unreadable, request.invalid for one that can't group a list
 */
export async function recordGroups(
  deps: FacetsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, groupBy, ...asked }: GroupsCommand,
): Promise<Groups> {
  allow(actor, 'record:read')
  const { app, rows, more, wanted, total, bounds } = await scope.read((tx) =>
    withApp(deps, tx, appId, async (candidate) => {
      allowInApp(actor, 'record:read', candidate)
      const zone = asked.zone ?? tx.timeZone
      const others = await appsOfFilter(deps, tx, candidate, asked.filter)
      const command = { ...asked, zone, limit: 1, others }
      const search = checkSearch(seen(candidate, actor), actor, command, tx.now)
      const wanted = readGroupBy(candidate, actor, groupBy, zone)
      const [counted, total] = await Promise.all([
        count(tx, candidate, search, wanted),
        countFound(tx, candidate, search, COUNT_CAP),
      ])
      const { source } = wanted
      const days = counted.rows.flatMap(({ value }) => value ?? [])
      const bounds = source?.by === 'dates' ? await boundsOfGroups(tx, source, days) : null
      return { ...counted, wanted, total, bounds }
    }),
  )
  const { key } = wanted
  const needsNames = namesPeople(app.byKey.get(key))
  const names = needsNames ? await deps.names(actor, scope) : new Map<string, string>()
  const groups = rows.map((row): RecordGroup => {
    const within = row.value === null ? undefined : bounds?.get(row.value)
    return {
      value: row.value,
      label: bounds === null ? labelOf(app, key, row, names) : '',
      count: Math.min(row.count, COUNT_CAP),
      capped: row.count > COUNT_CAP,
      filter: within === undefined ? filterOf(app, key, row.value) : rangeOf(key, within),
    }
  })
  return {
    groups: bounds === null && wanted.options === null ? byName(groups) : groups,
    more,
    total: { value: Math.min(total, COUNT_CAP), capped: total > COUNT_CAP },
  }
}

function rangeOf(field: string, { from, to }: { from: string; to: string }): Filter {
  return {
    all: [
      { field, op: 'gte', value: from },
      { field, op: 'lt', value: to },
    ],
  }
}

/** What a list is to be grouped by; a field that the actor may not read is unknown. */
function readGroupBy(app: AppTable, actor: Actor, groupBy: GroupBy, zone: string): WantedGroups {
  const { field } = groupBy
  const target = targetOf(app, actor, field)
  if (target === null) {
    const path: Issue['path'] = ['body', 'groupBy', 'field']
    throw fail('field.unknown', {
      issues: [{ path, code: 'unknown_field', message: `Unknown field "${field}"` }],
    })
  }
  const fault = groupByFault(groupBy, app.byKey.get(field)?.definition)
  if (fault !== null) {
    const { at, code, message } = fault
    throw fail('request.invalid', { issues: [{ path: ['body', 'groupBy', at], code, message }] })
  }
  return groupSource(app, target.key, groupBy.unit, zone)
}

interface CountedGroups {
  revision: number | null
  rows: Counted[]
  more: boolean
}

/** Index by index where they lead from group to group, otherwise by reading what is found. */
async function count(
  tx: TenantTx,
  app: AppTable,
  search: CheckedSearch,
  wanted: WantedGroups,
): Promise<CountedGroups> {
  const { source } = wanted
  if (source !== null && search.terms.length === 0) {
    const counted = await countGroups(tx, app, search, source)
    if (counted !== null) return { ...counted, rows: counted.rows.map((row) => ({ ...row, name: null })) }
  }
  const { revision, rows } = await countFacets(tx, app, {
    search,
    fields: [facetOf(wanted)],
    limit: MAX_GROUPS,
  })
  return { revision, rows: inOrder(rows.slice(0, MAX_GROUPS), wanted), more: rows.length > MAX_GROUPS }
}

function facetOf({ source, facet }: WantedGroups) {
  return source?.by === 'dates'
    ? { sql: (parameters: Parameters<typeof dayOfGroupSql>[1]) => dayOfGroupSql(source, parameters) }
    : facet
}

/** Options in their order, dates newest first; the empty value last. */
function inOrder(rows: readonly Counted[], { source, options }: WantedGroups): Counted[] {
  const filled = rows.filter(({ value }) => value !== null)
  const empty = rows.filter(({ value }) => value === null)
  if (options !== null) filled.sort((a, b) => options.indexOf(a.value ?? '') - options.indexOf(b.value ?? ''))
  else if (source?.by === 'dates') filled.sort((a, b) => ((a.value ?? '') < (b.value ?? '') ? 1 : -1))
  return [...filled, ...empty]
}

function byName(groups: readonly RecordGroup[]): RecordGroup[] {
  const rank = ({ value }: RecordGroup) => (value === null ? 1 : 0)
  return groups.toSorted((a, b) => rank(a) - rank(b) || a.label.localeCompare(b.label, 'en'))
}
