import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { LinkedRecord } from '@caseloom/contract/records/record-links'
import { AppId } from '@caseloom/contract/kernel/ids'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import { mayInApp, mayReadField } from '../model/app-permissions.rules.ts'
import { visibleRecord } from '../reading/get-record.ts'
import type { AppTable, RecordPlace } from '../model/record-shape.ts'
import { linkedRecord } from '../reference-fields/link-changes.rules.ts'
import { linkedColumns, usualColumns } from '../reference-fields/linked-columns.ts'
import { FIRST_LINKS } from '../reference-fields/linked-views.ts'
import { findLinks, type FoundLinks, type Side } from '../reference-fields/links.read.ts'
import { otherApps } from '../reference-fields/other-apps.ts'
import {
  isReference,
  type ReferenceField,
  referenceFields,
} from '../reference-fields/reference-fields.rules.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

export interface RelatedGroup {
  direction: 'out' | 'in'
  field: { appId: AppId; key: string; label: string }
  app: { id: AppId; name: string; icon: string }
  items: LinkedRecord[]
  total: number
  capped?: boolean
}

const COUNTED = 10_000

export interface Way extends Side {
  field: ReferenceField
  /** The app that the field belongs to. */
  home: AppTable
}

/** Everything that the record points to and that points to it, as the actor may see it: fields with links only. */
export async function listRelated(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  place: RecordPlace,
): Promise<{ groups: RelatedGroup[] }> {
  allow(actor, 'record:read')
  return scope.read(async (tx) => {
    const { app, record } = await visibleRecord(deps, tx, actor, place)
    const ways = [...(await waysOut(deps, tx, actor, app)), ...(await waysIn(deps, tx, actor, app))]
    const found = await findLinks(tx, ways, [record.id], { first: FIRST_LINKS, cap: COUNTED })
    const groups: RelatedGroup[] = []
    for (const way of ways) {
      const links = found.find(
        ({ fieldId, direction }) => fieldId === way.fieldId && direction === way.direction,
      )
      if (links !== undefined) groups.push(await groupOf(tx, actor, way, links))
    }
    return { groups }
  })
}

async function groupOf(tx: TenantTx, actor: Actor, way: Way, links: FoundLinks): Promise<RelatedGroup> {
  const { far, field, direction } = way
  const own = direction === 'out' ? field.definition.columns : []
  const keys = own.length > 0 ? own : usualColumns(far)
  const shown = await linkedColumns(tx, actor, { other: far, keys, ids: links.items.map(({ id }) => id) })
  return {
    ...headOf(way),
    items: links.items.map((item) => {
      const columns = shown.get(item.id)
      return { ...linkedRecord(far, actor, item), ...(columns === undefined ? {} : { columns }) }
    }),
    total: Math.min(links.total, COUNTED),
    ...(links.total > COUNTED ? { capped: true } : {}),
  }
}

async function waysOut(deps: RecordsDeps, tx: TenantTx, actor: Actor, app: AppTable): Promise<Way[]> {
  const fields = referenceFields(app).filter((field) => mayReadField(actor, field))
  const others = await otherApps(
    deps,
    tx,
    fields.map((field) => field.definition.app),
  )
  return fields.flatMap((field): Way[] => {
    const far = others.get(field.definition.app)
    if (far === undefined || !mayInApp(actor, 'record:read', far)) return []
    return [
      { fieldId: field.definition.id, direction: 'out', far, principals: actor.principals, field, home: app },
    ]
  })
}

/** Fields of apps that lead to this one, as far as the actor can read them. */
export async function waysIn(deps: RecordsDeps, tx: TenantTx, actor: Actor, app: AppTable): Promise<Way[]> {
  const referring = await deps.apps.referring(tx, app.id)
  const others = await otherApps(
    deps,
    tx,
    referring.map(({ appId }) => appId),
  )
  return referring.flatMap(({ appId, key }): Way[] => {
    const far = others.get(appId)
    const field = far?.byKey.get(key)
    if (far === undefined || field === undefined || !isReference(field)) return []
    if (!mayInApp(actor, 'record:read', far) || !mayReadField(actor, field)) return []
    return [
      { fieldId: field.definition.id, direction: 'in', far, principals: actor.principals, field, home: far },
    ]
  })
}

function headOf({ direction, field, far, home }: Way): Pick<RelatedGroup, 'direction' | 'field' | 'app'> {
  const { definition } = field
  const label = direction === 'in' ? labelFromFar(field) : definition.label
  return {
    direction,
    field: { appId: AppId.parse(home.id), key: field.key, label },
    app: { id: AppId.parse(far.id), name: far.name, icon: far.icon },
  }
}

/** What a field is called on the records that it leads to. */
export function labelFromFar({ definition }: ReferenceField): string {
  return definition.backReference?.label ?? definition.label
}
