import type { DomainModule } from '../../../platform/foundation/module.ts'
import { createOnCallDoor } from './on-call.door.ts'
import { exportOnCall } from './export-on-call.ts'
import type { OnCallDeps } from './on-call-deps.ts'

/** Who is on call when, for people, new records, and playbooks. */
export function createOnCallModule(deps: OnCallDeps) {
  return {
    door: createOnCallDoor(deps),
    exports: [exportOnCall(deps)],
    async routes(http) {
      const { bindOnCallRoutes } = await import('./on-call.routes.ts')
      bindOnCallRoutes(http, deps)
    },
  } satisfies DomainModule & Record<string, unknown>
}
