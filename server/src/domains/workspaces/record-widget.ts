import type { AppView } from '@caseloom/contract/apps/apps'
import { type LayoutBlock, layoutFor } from '@caseloom/contract/apps/layout'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import type { RecordView } from '@caseloom/contract/records/records'
import type { Filter } from '@caseloom/contract/values/filter'
import type { recordWidget, Widget } from '@caseloom/contract/workspaces/workspaces'
import { fail } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import type { CompiledApp } from '../apps/apps.door.ts'
import { type Eyes, readable } from './read-dashboards.ts'
import { widgetData } from './widget-data.ts'
import { together } from './widget-time.rules.ts'
import type { WorkspacesDeps } from './workspaces-deps.ts'

interface Asked {
  appId: string
  recordId: string
  block: string
}

/**
 * A widget that the layout of an app places on its records, over the records that match this one. It is worked out under
 * the permissions of who asks; whatever of it they can’t see looks like a missing one.
 * @throws resource.not_found, field.unknown
 */
export async function widgetOfRecord(
  deps: WorkspacesDeps,
  eyes: Eyes,
  { appId, recordId, block: id }: Asked,
): Promise<RouteReply<typeof recordWidget>> {
  const { scope, actor } = eyes
  allow(actor, 'dashboard:read')
  const app = await deps.apps.getApp(scope, actor, appId)
  const record = await deps.records.getRecord(scope, actor, { appId: app.id, recordId })
  const { block, dashboard, now } = await scope.read(async (tx) => {
    const compiled = await deps.apps.compiled(tx, app.id)
    if (compiled === null) throw fail('resource.not_found')
    const found = blockOf(compiled.forms, actor, { app, id })
    return { block: found, dashboard: await readable(tx, actor, found.dashboard), now: tx.now }
  })
  const widget = dashboard.widgets.find((one) => one.id === block.widget)
  if (widget === undefined || widget.kind === 'text') throw fail('resource.not_found')
  const other = await deps.apps.getApp(scope, actor, widget.app)
  const parts = block.match.map(({ field, from }) => {
    const known = other.fields.find((one) => one.key === field)
    if (known === undefined) throw fail('field.unknown', { detail: `Unknown field "${field}"` })
    return from === '$record' ? isLinked(known, record) : matching(known, record.fields[from] ?? null)
  })
  const conditions = parts.flatMap((part) => part ?? [])
  const narrowed: Widget = { ...widget, filter: together(widget.filter, ...conditions) ?? undefined }
  const isComplete = conditions.length === parts.length
  return {
    // Ids of stored dashboards were made by the id generator.
    dashboard: {
      id: dashboard.id as RouteReply<typeof recordWidget>['dashboard']['id'],
      name: dashboard.name,
    },
    widget: narrowed,
    data: isComplete ? await widgetData(deps, { ...eyes, range: dashboard.range, now }, narrowed) : null,
  }
}

type WidgetBlock = LayoutBlock & { kind: 'widget' }

/**
 * The block in the actor’s own layout, unless it depends on fields that they can’t read. Layouts of other roles begin as
 * copies, so their blocks have the same IDs.
 */
function blockOf(
  forms: CompiledApp['forms'],
  { principals }: Actor,
  { app, id }: { app: AppView; id: string },
): WidgetBlock & { dashboard: string } {
  const { sections } = layoutFor(forms, principals)
  const found = sections.flatMap(({ blocks = [] }) => blocks).find((one) => one.id === id)
  if (found?.kind !== 'widget' || found.dashboard === undefined) throw fail('resource.not_found')
  const keys = new Set<string>(app.fields.map(({ key }) => key))
  if (!found.match.every(({ from }) => from === '$record' || keys.has(from))) throw fail('resource.not_found')
  return { ...found, dashboard: found.dashboard }
}

/** Finds records that link the record. */
function isLinked(field: Field, { trackingId }: RecordView): Filter {
  if (!fieldTraits(field).links) throw fail('field.unknown', { detail: `"${field.key}" links no records` })
  return { has: field.key, where: { field: 'tracking_id', op: 'eq', value: trackingId } }
}

/** Finds records with one of the values; null where there is none. */
function matching(field: Field, value: JsonValue): Filter | null {
  const values = (Array.isArray(value) ? value : [value]).filter((one) => one !== null && one !== '')
  const [first] = values
  if (first === undefined) return null
  const { options, several, users } = fieldTraits(field)
  if (options || users) return { field: field.key, op: 'in', value: values }
  if (several) return { field: field.key, op: 'contains', value: values }
  if (values.length === 1) return { field: field.key, op: 'eq', value: first }
  return { field: field.key, op: 'in', value: values }
}
