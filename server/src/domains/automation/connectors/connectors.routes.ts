import { listActions } from '@caseloom/contract/automation/builder'
import * as routes from '@caseloom/contract/automation/connectors'
import { fail } from '../../../platform/errors.ts'
import type { Http } from '../../../platform/http/types.ts'
import { bindAssetRoutes } from '../assets/assets.routes.ts'
import type { ConnectorServices } from './connector-services.ts'
import { getConnector, listConnectors } from './connector-view.ts'
import {
  addConnector,
  changeConnector,
  deleteConnector,
  type SaveConnectorDeps,
  refreshConnector,
} from './save-connector.ts'

export interface ConnectorRouteDeps {
  connectors?: ConnectorServices
  /** The installation's own actions, by name: those with an effect and those that wait for an answer. */
  actions: { has(name: string): boolean }
  listens: { has(name: string): boolean }
}

/** Serves connectors, their assets, and the catalog of actions. */
export function bindConnectorRoutes(http: Http, deps: ConnectorRouteDeps): void {
  const { connectors, actions, listens } = deps
  if (connectors === undefined) throw fail('internal.error', { detail: 'The connectors are missing' })
  bindAssetRoutes(http, connectors.assets)
  bindOwnConnectors(http, connectors.keep)
  const isDone = (name: string) => actions.has(name) || listens.has(name)
  http.bindTenant(listActions, async ({ scope }) => ({
    items: await connectors.catalog.list(scope, isDone),
  }))
}

function bindOwnConnectors(http: Http, deps: SaveConnectorDeps): void {
  const { registry } = deps
  http.bindTenant(routes.listConnectors, async ({ scope, actor }) => ({
    items: await scope.read((tx) => listConnectors(tx, registry, actor)),
  }))
  http.bindTenant(routes.getConnector, ({ scope, actor, params }) =>
    getConnector(registry, scope, actor, params.connectorKey),
  )
  http.bindTenant(routes.importConnector, ({ scope, actor, query, raw, request }) =>
    addConnector(
      deps,
      scope,
      { actor, ip: request.ip },
      { ...query, title: query.title, from: 'file', bytes: raw },
    ),
  )
  http.bindTenant(routes.importConnectorFromUrl, ({ scope, actor, body, request }) =>
    addConnector(deps, scope, { actor, ip: request.ip }, { ...body, title: body.title, from: 'url' }),
  )
  http.bindTenant(routes.addMcpConnector, ({ scope, actor, body, request }) =>
    addConnector(deps, scope, { actor, ip: request.ip }, { ...body, from: 'mcp' }),
  )
  http.bindTenant(routes.updateConnector, ({ scope, actor, params, body, request }) =>
    changeConnector(scope, { actor, ip: request.ip }, { connectorId: params.connectorId, ...body }),
  )
  http.bindTenant(routes.refreshConnector, ({ scope, actor, params, request }) =>
    refreshConnector(deps, scope, { actor, ip: request.ip }, params.connectorId),
  )
  http.bindTenant(routes.deleteConnector, async ({ scope, actor, params, request }) => {
    await deleteConnector(scope, { actor, ip: request.ip }, params.connectorId)
    return undefined
  })
}
