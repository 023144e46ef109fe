import type { ActionLog, AnyAction } from '@caseloom/connectors/kit/action'
import type { Logger } from 'pino'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { EffectAction, EffectActions } from './effects.ts'

export interface ConnectorEffectsDeps {
  /** Typed actions of the connectors of this installation. */
  connectors: readonly AnyAction[]
  outbound: Outbound
  /** The switch by which a super administrator lets a tenant reach private ranges. */
  privateRangesAllowed(tenantId: string): Promise<boolean>
  log: Logger
}

/** Connectors' actions as effects of playbooks; each request goes through the guarded transport. */
export function connectorEffects(deps: ConnectorEffectsDeps): EffectActions {
  return new Map(deps.connectors.map((action) => [action.id, effectOf(deps, action)]))
}

function effectOf(deps: ConnectorEffectsDeps, action: AnyAction): EffectAction {
  const log: ActionLog = {
    debug: (facts, message) => deps.log.debug(facts, message),
    warn: (facts, message) => deps.log.warn(facts, message),
  }
  return {
    internal: false,
    masked: (input) => action.masked(input),
    async perform(input, { scope, idempotencyKey, signal, timeoutMs }) {
      const privateRangesAllowed = await deps.privateRangesAllowed(scope.tenantId)
      const http = {
        request: (request: Parameters<Outbound['request']>[0]) =>
          deps.outbound.request({ ...request, privateRangesAllowed }),
      }
      return action.perform(input, { http, idempotencyKey, signal, timeoutMs, log })
    },
  }
}
