import { brandingLogo, brandingName } from '@caseloom/contract/tenancy-admin'
import { queryOptions } from '@tanstack/react-query'
import { adminKeys } from './account-admin.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { fetchFile } from './files.ts'

/** The account's own name and logo. An account without them, or that may not be asked, shows the product's. */
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

/** Branding is decoration: whatever the server says against it, the page goes on without. */
function nothing(error: unknown): null {
  if (error instanceof ApiError) return null
  throw error
}
