import * as routes from '@caseloom/contract/records/attack-events'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { Http, RequestFacts } from '../../../platform/http/types.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { listAttackEvents } from './list-attack-events.ts'
import { addAttackEvent, deleteAttackEvent, editAttackEvent } from './write-attack-event.ts'

interface Deps extends RecordsDeps {
  /** Reads the idempotency key of a request; null without one. */
  reserve(
    scope: TenantScope,
    actor: Actor,
    asked: { request: RequestFacts; place: string; body: unknown },
  ): Promise<{ operation: string } | null>
}

/** Serves the attack events of records. */
export function bindAttackEventRoutes(http: Http, deps: Deps): void {
  http.bindTenant(routes.listAttackEvents, ({ scope, actor, params }) =>
    listAttackEvents(deps, scope, actor, params),
  )
  http.bindTenant(routes.addAttackEvent, async ({ scope, actor, params, body, request }) => {
    const place = `${params.appId}/attack-event/${params.recordId}`
    const asked = await deps.reserve(scope, actor, { request, place, body })
    return addAttackEvent(deps, scope, actor, { ...params, event: body, operationKey: asked?.operation })
  })
  http.bindTenant(routes.editAttackEvent, ({ scope, actor, params, body }) =>
    editAttackEvent(deps, scope, actor, { ...params, set: body }),
  )
  http.bindTenant(routes.deleteAttackEvent, async ({ scope, actor, params }) => {
    await deleteAttackEvent(deps, scope, actor, params)
    return undefined
  })
}
