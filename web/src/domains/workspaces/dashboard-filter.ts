import type { AppView } from '@caseloom/contract/apps/apps'
import { DashboardFilter } from '@caseloom/contract/workspaces/workspaces'
import { type FilterSubject, filterSubjects } from '../../field-types/parts/filter-choices.ts'

/** Conditions that a dashboard can have. */
export const MAX_CONDITIONS = 3

/** The filter of an address; none where it can't be read. */
export function readDashboardFilter(text: string | undefined): DashboardFilter {
  if (text === undefined) return []
  try {
    const parsed = DashboardFilter.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : []
  } catch {
    return []
  }
}

/** What the widgets of these apps can be narrowed by: fields with the same key and type are one, with all of their options. */
export function dashboardSubjects(apps: readonly AppView[], say: (key: string) => string): FilterSubject[] {
  const found = new Map<string, FilterSubject>()
  for (const app of apps) {
    const hidden = new Set<string>(app.ownHidden)
    for (const subject of filterSubjects(app, say)) {
      if (hidden.has(subject.key)) continue
      const known = found.get(subject.key)
      if (known === undefined) found.set(subject.key, subject)
      else if (known.type === subject.type) found.set(subject.key, joined(known, subject))
    }
  }
  return [...found.values()]
}

function joined(one: FilterSubject, other: FilterSubject): FilterSubject {
  if (one.field === undefined || other.field === undefined) return one
  if (!('options' in one.field) || !('options' in other.field)) return one
  const keys = new Set<string>(one.field.options.map(({ key }) => key))
  const added = other.field.options.filter(({ key }) => !keys.has(key))
  return { ...one, field: { ...one.field, options: [...one.field.options, ...added] } }
}

/** Whether a widget of the app follows every condition. */
export function followsFilter(app: AppView, filter: DashboardFilter): boolean {
  const subjects = new Set(dashboardSubjects([app], (key) => key).map(({ key }) => key))
  return filter.every(({ field }) => subjects.has(field))
}
