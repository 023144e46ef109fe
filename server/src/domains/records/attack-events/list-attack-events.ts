import type { listAttackEvents as route } from '@caseloom/contract/records/attack-events'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import type { TenantScope } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import { mayInApp } from '../model/app-permissions.rules.ts'
import type { RecordPlace } from '../model/record-shape.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { visibleRecord } from '../reading/get-record.ts'
import { eventsOf } from './attack-event.store.ts'
import { eventViews } from './attack-event-view.ts'

/** The attack events of a record that the actor may see, in the order in which they happened. */
export async function listAttackEvents(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  place: RecordPlace,
): Promise<RouteReply<typeof route>> {
  allow(actor, 'record:read')
  return scope.read(async (tx) => {
    const { app, record } = await visibleRecord(deps, tx, actor, place)
    const items = await eventViews(deps, tx, actor, await eventsOf(tx, record.id))
    return { items, can: { change: mayInApp(actor, 'record:update', app, record) } }
  })
}
