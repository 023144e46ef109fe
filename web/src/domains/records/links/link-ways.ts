import type { AppView } from '@caseloom/contract/apps/apps'
import type { Condition, Filter, Has } from '@caseloom/contract/values/filter'

/** From the records of an app to others: by its own field, or by a field of another app that points to it. */
export interface LinkWay {
  has: string
  label: string
  otherId: string
}

export function linkWays(apps: readonly AppView[], appId: string): LinkWay[] {
  return apps.flatMap((app) =>
    app.fields.flatMap((field): LinkWay[] => {
      if (!('app' in field)) return []
      const ways: LinkWay[] = []
      if (app.id === appId) ways.push({ has: field.key, label: field.label, otherId: field.app })
      if (field.app === appId) {
        const label = field.backReference?.label ?? `${app.name}: ${field.label}`
        ways.push({ has: `${app.key}.${field.key}`, label, otherId: app.id })
      }
      return ways
    }),
  )
}

/** Null when the filter is neither `has` nor its negation. */
export function readWay(filter: Filter | null): { has: Has; not: boolean } | null {
  if (filter === null) return null
  if ('has' in filter) return { has: filter, not: false }
  return 'not' in filter && 'has' in filter.not ? { has: filter.not, not: true } : null
}

export function wayFilter(has: Has, not: boolean): Filter {
  return not ? { not: has } : has
}

export interface WhereList {
  join: 'all' | 'any'
  conditions: Condition[]
}

/** Null when the condition is more complex than one list. */
export function readWhere(where: Filter): WhereList | null {
  if ('field' in where) return { join: 'all', conditions: [where] }
  const parts = 'all' in where ? where.all : 'any' in where ? where.any : null
  const conditions = parts?.flatMap((part) => ('field' in part ? [part] : []))
  if (parts === null || conditions === undefined) return null
  if (conditions.length === 0 || conditions.length < parts.length) return null
  return { join: 'all' in where ? 'all' : 'any', conditions }
}

export function whereFilter({ join, conditions }: WhereList): Filter {
  const [only] = conditions
  if (conditions.length === 1 && only !== undefined) return only
  return join === 'all' ? { all: conditions } : { any: conditions }
}
