import { z } from 'zod'
import { FeatureFlags } from '../identity/identity.ts'
import { AccountId, TenantId } from '../kernel/ids.ts'
import { route } from '../kernel/route.ts'

export const TenantItem = z.object({ id: TenantId, accountId: AccountId, name: z.string() })
export type TenantItem = z.infer<typeof TenantItem>
export const accountTenants = route({
  method: 'GET',
  path: '/tenant/account/:accountId/tenants',
  summary: 'Lists the tenants of an account that the caller can open',
  needs: 'session',
  reply: z.object({ items: z.array(TenantItem) }),
})
export const featureFlags = route({
  method: 'GET',
  path: '/tenant/feature-flags',
  summary: 'Gets the feature flags of the installation',
  open: true,
  withoutLicense: true,
  reply: FeatureFlags,
  on404: 'here',
})
export const productVersion = route({
  method: 'GET',
  path: '/tenant/product/version',
  summary: 'Gets the product version; the part before + is shown',
  open: true,
  withoutLicense: true,
  reply: z.object({ version: z.string() }),
  on404: 'here',
})
