import type { Filter } from '@caseloom/contract/values/filter'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type Actor, mayPass } from '@caseloom/contract/kernel/permissions'
import { mayInApp } from '../model/app-permissions.rules.ts'
import type { LinkTest, PlainFilter } from './filter-shape.ts'
import type { AppShape, AppTable } from '../model/record-shape.ts'

/** Other apps that a filter looks into, by id and by key. */
export type OtherApps = ReadonlyMap<string, AppTable>

export interface LinkContext {
  app: AppShape & { readonly id?: string }
  actor: Actor
  /** Absent where a filter is evaluated on one record alone. */
  others?: OtherApps | undefined
}

/** The other apps that a filter names, by id (reference fields of the app) or key (fields that point to it). */
export function otherAppsOf(app: AppShape, filter: Filter): string[] {
  if ('all' in filter) return filter.all.flatMap((part) => otherAppsOf(app, part))
  if ('any' in filter) return filter.any.flatMap((part) => otherAppsOf(app, part))
  if ('not' in filter) return otherAppsOf(app, filter.not)
  const key = 'has' in filter ? filter.has : filter.field
  const [appKey = '', fieldKey] = key.split('.')
  if (fieldKey !== undefined) return [appKey]
  const definition = app.byKey.get(key)?.definition
  return definition !== undefined && 'app' in definition ? [definition.app] : []
}

/**
 * The test that a key asks for: a reference field of the app, or `<app>.<field>` of another app that points to it.
 * Null when there is none for this actor; an app that is not shared with them has no records for them.
 */
export function linkTestOf({ app, actor, others }: LinkContext, key: string): LinkTest | null {
  const [appKey = '', fieldKey] = key.split('.')
  if (fieldKey !== undefined) {
    const other = others?.get(appKey)
    const field = other?.byKey.get(fieldKey)
    if (other === undefined || field === undefined || !('app' in field.definition)) return null
    if (field.definition.app !== app.id || !mayPass(actor, field.definition.readers)) return null
    if (!mayInApp(actor, 'record:read', other)) return null
    return { key, fieldId: field.definition.id, direction: 'in', other, principals: actor.principals }
  }
  const field = app.byKey.get(key)
  if (field === undefined || !('app' in field.definition) || !mayPass(actor, field.definition.readers))
    return null
  const other = others?.get(field.definition.app)
  if (other === undefined) return null
  const principals = mayInApp(actor, 'record:read', other) ? actor.principals : null
  return { key, fieldId: field.definition.id, direction: 'out', other, principals }
}

/** The linked records that values name, by id or tracking id; null when one of them is neither. */
export function namedRecords(test: LinkTest, values: readonly JsonValue[]): PlainFilter[] | null {
  const named = values.map((value): PlainFilter | null => {
    const text = typeof value === 'string' ? value.trim() : ''
    const id = normalizeGuid(text)
    if (id !== null) return { has: { ...test, id } }
    if (!/^[A-Za-z]{2,6}-[1-9]\d{0,15}$/.test(text)) return null
    const target = { key: 'tracking_id', kind: 'tracking' as const }
    return { has: { ...test, where: { target, op: 'eq', values: [text] } } }
  })
  return named.some((filter) => filter === null) ? null : named.filter((filter) => filter !== null)
}
