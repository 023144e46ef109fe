import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import { type countHistory as route, MAX_TIMELINE_STEPS } from '@caseloom/contract/records/timeline'
import { inSteps } from '@caseloom/contract/values/timeline-steps'
import type { TenantScope } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import { mayReadField } from '../model/app-permissions.rules.ts'
import type { AppTable, FieldShape, RecordPlace } from '../model/record-shape.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { visibleRecord } from '../reading/get-record.ts'
import { countEntries, type FieldKind } from './history-counts.read.ts'
import { linkingApps } from './link-history.ts'

export interface CountCommand extends RecordPlace {
  by?: string | undefined
  clock: 'happened' | 'recorded'
}

/** How many entries the timeline of a record has by kind and time: those that the actor finds in it. */
export async function countHistory(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { by, clock, ...place }: CountCommand,
): Promise<RouteReply<typeof route>> {
  allow(actor, 'record:read')
  const counted = await scope.read(async (tx) => {
    const { app, record } = await visibleRecord(deps, tx, actor, place)
    const { apps } = await linkingApps(deps, tx, actor, app)
    const { principals } = actor
    const fields = countedFields(app, actor)
    return countEntries(tx, { recordId: record.id, fields, apps, principals, by, clock })
  })
  const { step, items } = inSteps(counted, MAX_TIMELINE_STEPS)
  return { step, items: items.map((item) => ({ ...item, at: new Date(item.at * 1000).toISOString() })) }
}

function countedFields(app: AppTable, actor: Actor): Map<string, FieldKind> {
  const readable = [...app.byKey.values()].filter((field) => mayReadField(actor, field))
  return new Map(readable.map((field) => [field.key, kindOf(field)]))
}

function kindOf({ definition }: FieldShape): FieldKind {
  const { clock, tasks, files, links } = fieldTraits(definition)
  return clock ? 'sla' : tasks ? 'tasks' : files ? 'files' : links ? 'links' : 'rest'
}
