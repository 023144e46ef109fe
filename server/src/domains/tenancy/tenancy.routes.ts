import * as routes from '@caseloom/contract/tenancy/tenancy'
import type { Http } from '../../platform/http/types.ts'
import type { IdentityDoor } from '../identity/identity.door.ts'
import { listAccountTenants } from './list-account-tenants.ts'
import type { TenancyDoor } from './tenancy.door.ts'

export interface TenancyRouteDeps {
  tenancy: TenancyDoor
  identity: Pick<IdentityDoor, 'enterable'>
  /** Text of the product's version, from readProductVersion. */
  version: string
}

/** Serves accounts' tenants, feature flags and the version. */
export function bindTenancyRoutes(http: Http, deps: TenancyRouteDeps): void {
  http.bind(routes.accountTenants, async ({ actor, params }) => ({
    items: await listAccountTenants(deps, actor, params.accountId),
  }))
  http.bind(routes.featureFlags, () => deps.tenancy.flags(null))
  http.bind(routes.productVersion, async () => ({ version: deps.version }))
}
