import { brandingLogo, brandingName } from '@caseloom/contract/tenancy/tenancy-admin'
import { queryOptions } from '@tanstack/react-query'
import { adminKeys } from './account-admin.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { fetchFile } from './files.ts'

/** Accounts without branding, or whose branding can't be read, show the product's. */
export function brandingQuery(accountId: string) {
  return queryOptions({
    queryKey: adminKeys.branding(accountId),
    queryFn: async ({ signal }) => {
      const [name, logo] = await Promise.all([
        call(brandingName, { params: { accountId }, signal }).then((reply) => reply.name, nothing),
        fetchFile(brandingLogo, { params: { accountId }, signal }).then((file) => file.blob, nothing),
      ])
      return { name, logo }
    },
    staleTime: 300_000,
    meta: { quiet: true },
  })
}

/** Branding is decoration: the page works without it, whatever the error. */
function nothing(error: unknown): null {
  if (error instanceof ApiError) return null
  throw error
}
