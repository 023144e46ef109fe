import type { JsonObject } from '@caseloom/contract/kernel/json'
import * as contract from '@caseloom/contract/system/system'
import type { Readiness } from '../telemetry/readiness.ts'
import type { Http } from './types.ts'

export interface SystemRoutesDeps {
  readiness: Readiness
  openapi: () => JsonObject
}

/** Liveness, readiness and the description of the interface. */
export function bindSystemRoutes(http: Http, deps: SystemRoutesDeps): void {
  http.bind(contract.health, async () => ({ status: 'ok' as const }))
  http.bind(contract.openapi, async () => deps.openapi())
  http.bind(contract.ready, async ({ reply }) => {
    const state = await deps.readiness.look()
    if (!isServing(state.status)) {
      reply.status(503)
      reply.header('retry-after', '2')
    }
    return state
  })
}

/** Whether a balancer should send work here; degraded parts are no reason against it. */
export function isServing(status: 'ready' | 'degraded' | 'draining' | 'unavailable'): boolean {
  return status === 'ready' || status === 'degraded'
}
