import * as quotaRoutes from '@caseloom/contract/tenancy/quotas'
import { QuotaName } from '@caseloom/contract/tenancy/quotas'
import * as routes from '@caseloom/contract/tenancy/tenancy-admin'
import { fail } from '../../platform/errors.ts'
import type { Http } from '../../platform/http/types.ts'
import { changeBrandingName, changeLogo, readBrandingName, readLogo } from './branding.ts'
import { createManagedTenant } from './create-managed-tenant.ts'
import { exportTenant } from './export-tenant.ts'
import { listFlagSettings, saveFlagSetting } from './flag-settings.ts'
import { listManagedTenants } from './list-managed-tenants.ts'
import type { TenancyAdminDeps } from './tenancy-admin-deps.ts'
import { readTenantQuotas, saveTenantQuota } from './tenant-quotas.ts'
import { deleteTenant, updateManagedTenant } from './update-managed-tenant.ts'

interface Asked {
  actor: Parameters<typeof createManagedTenant>[1]['actor']
  request: { ip: string }
}
const handOf = ({ actor, request }: Asked) => ({ actor, ip: request.ip })

/** Serves the administration of tenants, branding and feature flags. */
export function bindTenancyAdminRoutes(http: Http, deps: TenancyAdminDeps): void {
  const { system } = deps.database
  http.bind(routes.managedTenants, async ({ actor, params }) => ({
    items: await listManagedTenants(deps, actor, params.accountId),
  }))
  http.bind(routes.createTenant, (asked) =>
    createManagedTenant(deps, handOf(asked), { ...asked.params, ...asked.body }),
  )
  http.bind(routes.updateTenant, (asked) =>
    updateManagedTenant(deps, handOf(asked), { ...placeOf(asked.params), ...asked.body }),
  )
  http.bind(routes.deleteTenant, (asked) =>
    deleteTenant(deps, handOf(asked), { ...placeOf(asked.params), ...asked.body }),
  )
  http.bind(routes.exportTenant, async (asked) => {
    const archive = await exportTenant(deps, handOf(asked), placeOf(asked.params))
    asked.request.signal.addEventListener('abort', () => archive.content.destroy())
    return { mediaType: 'application/zip', ...archive }
  })
  http.bind(quotaRoutes.tenantQuotas, ({ actor, params }) => readTenantQuotas(deps, actor, placeOf(params)))
  http.bind(quotaRoutes.saveTenantQuota, async (call) => {
    const quota = QuotaName.safeParse(call.params.quota)
    if (!quota.success) throw fail('resource.not_found')
    return saveTenantQuota(deps, handOf(call), { ...placeOf(call.params), ...call.body, quota: quota.data })
  })
  http.bind(routes.brandingName, async ({ actor, params }) => ({
    name: await readBrandingName(system, actor, params.accountId),
  }))
  http.bind(routes.saveBrandingName, async (asked) => {
    await changeBrandingName(system, handOf(asked), { ...asked.params, ...asked.body })
    return undefined
  })
  http.bind(routes.brandingLogo, async ({ actor, params, request, reply }) => {
    const known = request.headers['if-none-match']
    const logo = await readLogo(system, { actor, ...params }, String(known ?? ''))
    reply.header('etag', `"${logo.digest}"`)
    reply.header('cache-control', 'private, no-cache')
    if ('bytes' in logo) return { mediaType: logo.mediaType, content: logo.bytes }
    reply.status(304)
    return { mediaType: 'application/octet-stream', content: '' }
  })
  http.bind(routes.saveBrandingLogo, async (asked) => {
    await changeLogo(system, handOf(asked), { ...asked.params, bytes: asked.raw })
    return undefined
  })
  http.bind(routes.removeBrandingLogo, async (asked) => {
    await changeLogo(system, handOf(asked), { ...asked.params, bytes: null })
    return undefined
  })
  http.bind(routes.flagSettings, ({ actor }) => listFlagSettings(system, actor))
  http.bind(routes.saveFlag, (asked) =>
    saveFlagSetting(system, handOf(asked), { ...asked.params, ...asked.body }),
  )
}

function placeOf(params: { accountId: string; managedTenantId: string }) {
  return { accountId: params.accountId, tenantId: params.managedTenantId }
}
