import * as routes from '@caseloom/contract/tenancy/on-call'
import type { Http } from '../../../platform/http/types.ts'
import type { OnCallDeps } from './on-call-deps.ts'
import { addOverride, removeOnCallOverride, swapTurns } from './overrides.ts'
import { listOnCall, readOnCall, usesOfOnCall } from './read-on-call.ts'
import { createOnCall, deleteOnCall, saveOnCall } from './save-schedule.ts'

/** Serves on-call schedules and their overrides. */
export function bindOnCallRoutes(http: Http, deps: OnCallDeps): void {
  http.bindTenant(routes.listOnCall, ({ scope, actor }) => listOnCall(deps, scope, actor))
  http.bindTenant(routes.readOnCall, ({ scope, actor, params, query }) =>
    readOnCall(deps, scope, actor, { scheduleId: params.onCallScheduleId, ...query }),
  )
  http.bindTenant(routes.onCallUses, ({ scope, actor, params }) =>
    usesOfOnCall(deps, scope, actor, params.onCallScheduleId),
  )
  http.bindTenant(routes.createOnCall, ({ scope, actor, body, request }) =>
    createOnCall(deps, scope, { actor, ip: request.ip }, body),
  )
  http.bindTenant(routes.saveOnCall, ({ scope, actor, params, body, request }) => {
    const { revision, ...input } = body
    const change = { scheduleId: params.onCallScheduleId, revision, input }
    return saveOnCall(deps, scope, { actor, ip: request.ip }, change)
  })
  http.bindTenant(routes.deleteOnCall, async ({ scope, actor, params, request }) => {
    await deleteOnCall(deps, scope, { actor, ip: request.ip }, params.onCallScheduleId)
    return undefined
  })
  http.bindTenant(routes.addOnCallOverride, ({ scope, actor, params, body, request }) =>
    addOverride(deps, scope, { actor, ip: request.ip }, { scheduleId: params.onCallScheduleId, ...body }),
  )
  http.bindTenant(routes.removeOnCallOverride, async ({ scope, actor, params, request }) => {
    const { onCallScheduleId: scheduleId, onCallOverrideId: overrideId } = params
    await removeOnCallOverride(scope, { actor, ip: request.ip }, { scheduleId, overrideId })
    return undefined
  })
  http.bindTenant(routes.swapOnCall, async ({ scope, actor, params, body, request }) => ({
    items: await swapTurns(
      deps,
      scope,
      { actor, ip: request.ip },
      { scheduleId: params.onCallScheduleId, ...body },
    ),
  }))
}
