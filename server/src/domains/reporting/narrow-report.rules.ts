import type { AppView } from '@caseloom/contract/apps/apps'
import { SYSTEM_FIELDS } from '@caseloom/contract/field-types/fields'
import type { Filter } from '@caseloom/contract/values/filter'
import { type Actor, mayPass } from '@caseloom/contract/kernel/permissions'
import type { ReportDefinition } from './report.store.ts'

/** The apps that a reader may read, with what of them they may read. */
export interface ReadableApps {
  actor: Actor
  apps: readonly AppView[]
}

/** A definition without what the reader may not read, and whether anything was left out. */
export function narrowed(
  definition: ReportDefinition,
  app: AppView,
  readable: ReadableApps,
): { definition: ReportDefinition; narrowed: boolean } {
  const filter = definition.filter === null ? null : narrowFilter(definition.filter, app, readable)
  const shows = (key: string) => isReadable(key, app, readable)
  const sort = definition.sort.filter(({ field }) => shows(field))
  const columns = definition.columns.filter(({ field }) => shows(field))
  const groupBy = definition.groupBy ?? null
  const group = groupBy !== null && shows(groupBy.field) ? groupBy : null
  const isLess =
    JSON.stringify(filter) !== JSON.stringify(definition.filter) ||
    sort.length < definition.sort.length ||
    columns.length < definition.columns.length ||
    group !== groupBy
  return { definition: { ...definition, filter, sort, columns, groupBy: group }, narrowed: isLess }
}

function isReadable(key: string, app: AppView, { actor }: ReadableApps): boolean {
  if (SYSTEM_FIELDS.some((name) => name === key)) return true
  const field = app.fields.find((one) => one.key === key)
  return field !== undefined && mayPass(actor, field.readers)
}

/** The filter without conditions over what is not readable; null when nothing is left. */
function narrowFilter(filter: Filter, app: AppView, readable: ReadableApps): Filter | null {
  if ('all' in filter) return joined(filter.all, app, readable, (all) => ({ all }))
  if ('any' in filter) return joined(filter.any, app, readable, (any) => ({ any }))
  if ('not' in filter) {
    const part = narrowFilter(filter.not, app, readable)
    return part === null ? null : { not: part }
  }
  if ('field' in filter) return isReadable(filter.field, app, readable) ? filter : null
  const target = linkedApp(filter.has, app, readable)
  if (target === null) return null
  const where = filter.where === undefined ? null : narrowFilter(filter.where, target, readable)
  return where === null ? { has: filter.has } : { has: filter.has, where }
}

function joined(
  parts: readonly Filter[],
  app: AppView,
  readable: ReadableApps,
  join: (parts: Filter[]) => Filter,
): Filter | null {
  const left = parts.flatMap((part) => narrowFilter(part, app, readable) ?? [])
  // What was empty before says something of its own: all of nothing is everything, any of nothing is nothing.
  return left.length === 0 && parts.length > 0 ? null : join(left)
}

/** The app whose records `has` speaks of, by a reference of this app or as `<app key>.<field key>` of another. */
function linkedApp(has: string, app: AppView, readable: ReadableApps): AppView | null {
  const [first = '', second] = has.split('.')
  if (second !== undefined) {
    const other = readable.apps.find((one) => one.key === first)
    return other !== undefined && isReadable(second, other, readable) ? other : null
  }
  const field = app.fields.find((one) => one.key === first)
  if (field === undefined || !isReadable(first, app, readable)) return null
  const named = 'app' in field ? String(field.app) : ''
  return readable.apps.find((one) => one.id === named || one.key === named) ?? null
}
