import { type QuotaName, saveTenantQuota, tenantQuotas } from '@caseloom/contract/tenancy/quotas'
import type { RouteBodyInput } from '@caseloom/contract/kernel/route'
import {
  createTenant,
  deleteTenant,
  exportTenant,
  flagSettings,
  type ManagedTenant,
  removeBrandingLogo,
  saveBrandingLogo,
  saveBrandingName,
  saveFlag,
  updateTenant,
} from '@caseloom/contract/tenancy/tenancy-admin'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { adminKeys } from '../../../data/account-admin.ts'
import { call } from '../../../data/call.ts'
import { fetchFile, saveFile, sendBytes } from '../../../data/files.ts'
import { keys } from '../../../data/keys.ts'

interface TenantPlace {
  accountId: string
  managedTenantId: string
}

export const addTenant = (
  accountId: string,
  body: RouteBodyInput<typeof createTenant>,
): Promise<ManagedTenant> => call(createTenant, { params: { accountId }, body })
export const changeTenant = (
  params: TenantPlace,
  body: RouteBodyInput<typeof updateTenant>,
): Promise<ManagedTenant> => call(updateTenant, { params: { ...params }, body })
export const closeTenant = (params: TenantPlace, name: string): Promise<ManagedTenant> =>
  call(deleteTenant, { params: { ...params }, body: { name } })

/** Usage changes with every upload and delivery: refetched when the panel opens. */
export const quotasQuery = (params: TenantPlace) =>
  queryOptions({
    queryKey: [...adminKeys.one(params.accountId, 'tenants', params.managedTenantId), 'quotas'],
    queryFn: ({ signal }) => call(tenantQuotas, { params: { ...params }, signal }),
    staleTime: 0,
  })
export const changeQuota = (params: TenantPlace & { quota: QuotaName }, max: number | null) =>
  call(saveTenantQuota, { params: { ...params }, body: { max } })

export async function downloadTenant(params: TenantPlace, name: string): Promise<void> {
  saveFile(await fetchFile(exportTenant, { params: { ...params } }), `${name}.zip`)
}

/** Tenants are part of the session too: available ones change with them. */
export async function refreshTenants(client: QueryClient, accountId: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: adminKeys.kind(accountId, 'tenants') }),
    client.invalidateQueries({ queryKey: adminKeys.kind(accountId, 'audit') }),
    client.invalidateQueries({ queryKey: keys.session }),
  ])
}

export const saveName = (accountId: string, name: string | null) =>
  call(saveBrandingName, { params: { accountId }, body: { name } })
export const saveLogo = (accountId: string, file: File) =>
  sendBytes(saveBrandingLogo, {
    params: { accountId },
    bytes: file,
    // The server checks the bytes themselves.
    contentType: 'application/octet-stream',
  })
export const removeLogo = (accountId: string) => call(removeBrandingLogo, { params: { accountId } })

export const flagsQuery = queryOptions({
  queryKey: adminKeys.installation('flags'),
  queryFn: ({ signal }) => call(flagSettings, { signal }),
})
export const setFlag = (flag: string, body: RouteBodyInput<typeof saveFlag>) =>
  call(saveFlag, { params: { flag }, body })
