import type { AppView } from '@caseloom/contract/apps/apps'
import { holdsPeople } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import { isJsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import type { Filter } from '@caseloom/contract/values/filter'
import { DashboardDefinition, type KeyedDashboard } from '@caseloom/contract/workspaces/dashboard-file'
import type { Widget } from '@caseloom/contract/workspaces/workspaces'
import { plainJson } from '../format/canonical.rules.ts'
import type { ItemNeed, ItemNote, Portable } from './local-item.ts'

/** The apps that the actor sees. */
type Apps = readonly Pick<AppView, 'id' | 'key' | 'fields'>[]

/** A dashboard as a package holds it: apps by key, without its sharing. */
export function portableDashboard(view: KeyedDashboard, apps: Apps): Portable {
  const keys = new Map<string, string>(apps.map(({ id, key }) => [id, key]))
  const isShared = view.sharing !== null
  const definition = DashboardDefinition.strip().parse(view)
  const widgets = definition.widgets.map((widget) =>
    widget.kind === 'text' ? widget : { ...widget, app: keys.get(widget.app) ?? widget.app },
  )
  const parts = definition.widgets.map((widget) => partsOf(widget, apps))
  return {
    document: plainJson({ format: 'caseloom.dashboard/1', dashboard: { ...definition, widgets } }),
    limits: isShared ? { sharing: true } : {},
    needs: parts.flatMap(({ needs }) => needs),
    notes: [
      ...parts.flatMap(({ notes }) => notes),
      ...(isShared ? [{ severity: 'warning', code: 'limited', place: '' } as const] : []),
    ],
  }
}

function partsOf(widget: Widget, apps: Apps): { needs: ItemNeed[]; notes: ItemNote[] } {
  if (widget.kind === 'text') return { needs: [], notes: [] }
  const place = widget.title
  const app = apps.find(({ id }) => id === widget.app)
  if (app === undefined) return { needs: [], notes: [{ severity: 'error', code: 'unreadable_app', place }] }
  const { named, isLocal } = widget.filter === undefined ? NOTHING : readFilter(widget.filter, app, apps)
  return {
    needs: [app.key, ...named].map((key) => ({ kind: 'app', key, relation: 'names', place })),
    notes: isLocal ? [{ severity: 'error', code: 'local_value', place }] : [],
  }
}

interface FilterFacts {
  /** Keys of apps whose records a condition asks about. */
  named: string[]
  /** A condition names a record of the tenant, or one of its users or groups. */
  isLocal: boolean
}

const NOTHING: FilterFacts = { named: [], isLocal: false }

function readFilter(filter: Filter, app: Apps[number] | undefined, apps: Apps): FilterFacts {
  const within = (parts: readonly Filter[], of = app) =>
    joined(parts.map((part) => readFilter(part, of, apps)))
  if ('all' in filter) return within(filter.all)
  if ('any' in filter) return within(filter.any)
  if ('not' in filter) return within([filter.not])
  if ('has' in filter) {
    const other = linkedApp(filter.has, app, apps)
    const own = within(filter.where === undefined ? [] : [filter.where], other)
    return other === undefined ? own : { ...own, named: [other.key, ...own.named] }
  }
  const field = app?.fields.find(({ key }) => key === filter.field)
  return { named: [], isLocal: holdsIds(field) && namesId(filter.value ?? null) }
}

function joined(facts: readonly FilterFacts[]): FilterFacts {
  return { named: facts.flatMap(({ named }) => named), isLocal: facts.some(({ isLocal }) => isLocal) }
}

/** The app of `has`: that of a reference field, or the one that is named before the point. */
function linkedApp(has: string, app: Apps[number] | undefined, apps: Apps): Apps[number] | undefined {
  const [appKey, fieldKey] = has.split('.')
  if (fieldKey !== undefined) return apps.find(({ key }) => key === appKey)
  const field = app?.fields.find(({ key }) => key === has)
  return field !== undefined && 'app' in field ? apps.find(({ id }) => id === field.app) : undefined
}

/** Values of text fields may look like IDs and mean the same everywhere. */
function holdsIds(field: Field | undefined): boolean {
  return field === undefined || 'app' in field || holdsPeople(field)
}

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function namesId(value: JsonValue): boolean {
  if (typeof value === 'string') return GUID.test(value)
  if (Array.isArray(value)) return value.some(namesId)
  return isJsonObject(value) && Object.values(value).some(namesId)
}
