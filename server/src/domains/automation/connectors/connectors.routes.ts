import { listActions } from '@caseloom/contract/builder'
import { fail } from '../../../platform/errors.ts'
import type { Http } from '../../../platform/http/types.ts'
import { bindAssetRoutes } from '../assets/assets.routes.ts'
import type { Automation } from '../automation.ts'

/** Serves connectors, their assets, and the catalogue of actions. */
export function bindConnectorRoutes(http: Http, automation: Automation): void {
  const { connectors, actions, listens } = automation
  if (connectors === undefined) throw fail('internal.error', { detail: 'The connectors are missing' })
  bindAssetRoutes(http, connectors.assets)
  const isDone = (name: string) => actions.has(name) || listens.has(name)
  http.bindTenant(listActions, async ({ scope }) => ({
    items: await connectors.catalogue.list(scope, isDone),
  }))
}
