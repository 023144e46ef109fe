import type { AnyAction } from '@caseloom/connectors/kit/action'
import { withCredentials, withoutSecrets } from '@caseloom/connectors/kit/with-credentials'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Logger } from 'pino'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { callOf } from '../connectors/connector-actions.ts'
import type { EffectAction, EffectActions } from '../effects/effects.ts'

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
  return {
    masked: (input) => action.masked(input),
    async perform(input, context) {
      const call = await callOf(deps, context)
      const { credentials } = context
      if (credentials === undefined) return action.perform(input, call)
      const http = withCredentials(call.http, credentials)
      const result = await action.perform(belowBase(input, credentials.base), { ...call, http, credentials })
      return withoutSecrets(result, credentials)
    },
  }
}

/** With an asset, an address may be a path relative to the base address. */
function belowBase(input: JsonObject, base: string): JsonObject {
  const { url } = input
  const isPath = typeof url === 'string' && /^\/(?!\/)/.test(url)
  return isPath ? { ...input, url: `${base.replace(/\/+$/, '')}${url}` } : input
}
