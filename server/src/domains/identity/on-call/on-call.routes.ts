import * as routes from '@caseloom/contract/identity/on-call'
import type { Http } from '../../../platform/http/types.ts'
import { addAway, removeAway } from './change-away.ts'
import { addOverride, undoOverride } from './change-override.ts'
import type { OnCallDeps } from './on-call-deps.ts'
import { listSchedules, readNow, readRange, usesOfSchedule } from './read-schedules.ts'
import { createSchedule, deleteSchedule, saveSchedule } from './save-schedule.ts'

/** Serves on-call schedules, their overrides, and times away. */
export function bindOnCallRoutes(http: Http, deps: OnCallDeps): void {
  http.bindTenant(routes.listOnCallSchedules, ({ scope, actor }) => listSchedules(scope, actor))
  http.bindTenant(routes.createOnCallSchedule, ({ scope, actor, body, request }) =>
    createSchedule(deps, scope, { actor, ip: request.ip }, body),
  )
  http.bindTenant(routes.saveOnCallSchedule, ({ scope, actor, params, body, request }) => {
    const { revision, ...plan } = body
    const { scheduleId } = params
    return saveSchedule(deps, scope, { actor, ip: request.ip }, { scheduleId, revision, plan })
  })
  http.bindTenant(routes.deleteOnCallSchedule, async ({ scope, actor, params, request }) => {
    await deleteSchedule(deps, scope, { actor, ip: request.ip }, params.scheduleId)
    return undefined
  })
  http.bindTenant(routes.onCallUses, ({ scope, actor, params }) =>
    usesOfSchedule(deps, scope, actor, params.scheduleId),
  )
  http.bindTenant(routes.onCallRange, ({ scope, actor, params, query }) =>
    readRange(deps, scope, actor, { scheduleId: params.scheduleId, ...query }),
  )
  http.bindTenant(routes.onCallNow, ({ scope, actor, params }) =>
    readNow(deps, scope, actor, params.scheduleId),
  )
  http.bindTenant(routes.addOnCallOverride, ({ scope, actor, params, body, request }) =>
    addOverride(deps, scope, { actor, ip: request.ip }, { scheduleId: params.scheduleId, ...body }),
  )
  http.bindTenant(routes.undoOnCallOverride, async ({ scope, actor, params, request }) => {
    await undoOverride(scope, { actor, ip: request.ip }, params)
    return undefined
  })
  http.bindTenant(routes.addOnCallAway, ({ scope, actor, body, request }) =>
    addAway(deps, scope, { actor, ip: request.ip }, body),
  )
  http.bindTenant(routes.removeOnCallAway, async ({ scope, actor, params, request }) => {
    await removeAway(scope, { actor, ip: request.ip }, params.awayId)
    return undefined
  })
}
