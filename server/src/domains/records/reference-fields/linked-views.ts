import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { LinkedRecord, LinkedValue } from '@caseloom/contract/records/record-links'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import { type Access, mayInApp } from '../model/app-permissions.rules.ts'
import type { AppTable } from '../model/record-shape.ts'
import { linkedRecord } from './link-changes.rules.ts'
import { columnsOf, type Shown } from './linked-columns.ts'
import { findLinks, type FoundLinks, type Side } from './links.read.ts'
import { otherApps } from './other-apps.ts'
import { readableReferences, type ReferenceField } from './reference-fields.rules.ts'

/** Links that a view shows of each field, and how far it counts them. */
export const FIRST_LINKS = 20
export const LINKS_COUNTED = 100

interface Asked {
  access: Access
  /** Keys of the fields that are shown; all when absent. */
  columns?: ReadonlySet<string> | undefined
  /** Links of each field; 20 by default. */
  first?: number | undefined
}

interface Viewed {
  id: string
  fields: Record<string, JsonValue>
}

/** The views with what their reference fields hold for this actor: one statement for all fields and records. */
export async function withLinks<View extends Viewed>(
  deps: { apps: AppsDoor },
  tx: TenantTx,
  { access, columns, first }: Asked,
  views: readonly View[],
): Promise<View[]> {
  const fields = readableReferences(access).filter(({ key }) => columns === undefined || columns.has(key))
  return linked(deps, tx, { access, fields, first }, views)
}

/** The view of one record with its links, and the columns of the linked records. */
export async function withLinksAndColumns<View extends Viewed>(
  deps: { apps: AppsDoor },
  tx: TenantTx,
  access: Access,
  view: View,
): Promise<View> {
  const [whole = view] = await linked(deps, tx, { access, fields: readableReferences(access), whole: true }, [
    view,
  ])
  return whole
}

interface Shows {
  access: Access
  fields: readonly ReferenceField[]
  whole?: boolean
  first?: number | undefined
}

async function linked<View extends Viewed>(
  deps: { apps: AppsDoor },
  tx: TenantTx,
  { access: { actor }, fields, whole = false, first = FIRST_LINKS }: Shows,
  views: readonly View[],
): Promise<View[]> {
  if (fields.length === 0 || views.length === 0) return [...views]
  const others = await otherApps(
    deps,
    tx,
    fields.map((field) => field.definition.app),
  )
  const sides = fields.flatMap((field) => sideOf(field, actor, others) ?? [])
  const found = await findLinks(
    tx,
    sides,
    views.map((view) => view.id),
    { first, cap: Math.max(LINKS_COUNTED, first) },
  )
  const byPlace = new Map(found.map((links) => [`${links.fieldId}/${links.near}`, links]))
  const shown = whole ? await columnsOf(tx, { actor, others, found }, fields) : new Map()
  return views.map((view) => {
    const values = fields.map((field): [string, JsonValue] => {
      const links = byPlace.get(`${field.definition.id}/${view.id}`)
      const other = others.get(field.definition.app)
      const value = valueOf(
        { actor, other, cap: Math.max(LINKS_COUNTED, first) },
        links,
        shown.get(field.key),
      )
      // Linked records are made of JSON values only.
      return [field.key, value as unknown as JsonValue]
    })
    return { ...view, fields: { ...view.fields, ...Object.fromEntries(values) } }
  })
}

/** The view of a record that was just made without links: what `withLinks` would give, with nothing read. */
export function withoutLinks<View extends Viewed>(access: Access, view: View): View {
  const none = readableReferences(access).map(({ key }): [string, JsonValue] => [
    key,
    { items: [], total: 0 },
  ])
  return { ...view, fields: { ...view.fields, ...Object.fromEntries(none) } }
}

function sideOf(
  { definition }: ReferenceField,
  actor: Actor,
  others: ReadonlyMap<string, AppTable>,
): Side | null {
  const far = others.get(definition.app)
  if (far === undefined || !mayInApp(actor, 'record:read', far)) return null
  return { fieldId: definition.id, direction: 'out', far, principals: actor.principals }
}

function valueOf(
  { actor, other, cap }: { actor: Actor; other: AppTable | undefined; cap: number },
  links: FoundLinks | undefined,
  shown: Shown | undefined,
): LinkedValue {
  if (links === undefined || other === undefined) return { items: [], total: 0 }
  const items = links.items.map((item): LinkedRecord => {
    const columns = shown?.get(item.id)
    return { ...linkedRecord(other, actor, item), ...(columns === undefined ? {} : { columns }) }
  })
  return links.total > cap ? { items, total: cap, capped: true } : { items, total: links.total }
}
