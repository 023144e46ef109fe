import type { ActionContext, ActionLog, ActionResult } from '@caseloom/connectors/kit/action'
import type { Credentials } from '@caseloom/connectors/kit/credentials'
import type { ManifestAction } from '@caseloom/connectors/kit/manifest'
import { performManifestAction } from '@caseloom/connectors/kit/manifest-action'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Logger } from 'pino'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { EffectAction, EffectContext } from '../effects/effects.ts'
import { actionByName } from '../registry/connector.store.ts'
import { baseAddress, type ResolvedConnector, schemaOf } from '../registry/resolve-connector.ts'
import type { ConnectorRegistry } from '../registry/registry.ts'
import type { ConnectorCall } from '../registry/connector-call.ts'
import { callTool } from './mcp/call-tool.ts'

export interface ConnectorActionsDeps {
  registry: ConnectorRegistry
  outbound: Pick<Outbound, 'request'>
  privateRangesAllowed(tenantId: string): Promise<boolean>
  log: Logger
}

/** Finds actions of connectors by name, those of the product before those of the tenant. */
export function createConnectorActions(deps: ConnectorActionsDeps) {
  const ready = new Map(
    [...deps.registry.ready.values()].flatMap(({ key, actions }) =>
      actions.map((action): [string, { key: string; action: ManifestAction }] => [
        action.name,
        { key, action },
      ]),
    ),
  )
  return async (scope: TenantScope, name: string): Promise<EffectAction | null> => {
    const known = ready.get(name)
    if (known !== undefined)
      return effectOf(deps, known.key, (input, call) => performManifestAction(known.action, input, call))
    const found = await scope.read((tx) => actionByName(tx, name))
    if (found === null) return null
    const { connector, spec } = found
    if (spec.kind === 'http')
      return effectOf(deps, connector, (input, call) => performManifestAction(spec.action, input, call))
    return effectOf(deps, connector, (input, call) => callTool(spec, input, call))
  }
}

function effectOf(
  deps: ConnectorActionsDeps,
  connector: string,
  perform: (input: JsonObject, call: ConnectorCall) => Promise<ActionResult>,
): EffectAction {
  return {
    async perform(input, context) {
      const known = await deps.registry.findIn(context.scope, connector)
      const { credentials } = context
      if (credentials !== undefined && credentials.connector !== connector)
        return refused(
          'asset.wrong_connector',
          `The asset of this step doesn’t belong to the connector ${connector}`,
        )
      const opened = credentials ?? (known === null ? null : noCredentials(known))
      if (opened === null)
        return refused('asset.missing', `This step requires an asset of ${known?.title ?? connector}`)
      return perform(input, { ...(await callOf(deps, context)), credentials: opened })
    },
  }
}

/** What a step that names no asset may use: servers that ask for no credentials. */
function noCredentials(known: ResolvedConnector): Credentials | null {
  const allowed = [...known.auth.map(({ kind }) => kind), ...known.openAuth].includes('none')
  const settings = schemaOf(known.settings).safeParse({})
  // An object schema gives an object.
  const filled = settings.success ? (settings.data as JsonObject) : {}
  const base = allowed ? baseAddress(known, filled) : null
  return base === null
    ? null
    : { settings: filled, base, headers: { ...known.headers }, query: {}, secrets: [] }
}

/** The kit's context of a step: its only way out is the guarded transport. */
export async function callOf(
  deps: Pick<ConnectorActionsDeps, 'outbound' | 'privateRangesAllowed' | 'log'>,
  { scope, idempotencyKey, signal, timeoutMs }: EffectContext,
): Promise<ActionContext> {
  const privateRangesAllowed = await deps.privateRangesAllowed(scope.tenantId)
  const log: ActionLog = {
    debug: (facts, message) => deps.log.debug(facts, message),
    warn: (facts, message) => deps.log.warn(facts, message),
  }
  const http: ActionContext['http'] = {
    request: (request) => deps.outbound.request({ ...request, privateRangesAllowed }),
  }
  return { http, idempotencyKey, signal, timeoutMs, log }
}

function refused(code: string, message: string): ActionResult {
  return { ok: false, error: { code, message, retryable: false } }
}
